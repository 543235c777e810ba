#include "app/views/shared/bar.h"

#include <algorithm>
#include <cmath>

namespace lookback {

bool shareOut(std::vector<BarItem>& items, float room, float gap, float BarItem::*need) {
    std::vector<BarItem*> order;
    for (BarItem& item : items) order.push_back(&item);
    std::sort(order.begin(), order.end(),
              [](const BarItem* a, const BarItem* b) { return a->rank < b->rank; });
    float left = room + gap;
    bool is_all = true;
    for (BarItem* item : order) {
        const float width = item->*need;
        const bool has_room = gap + width <= left;
        item->width = has_room ? width : 0;
        if (has_room) left -= gap + width;
        is_all = is_all && has_room;
    }
    const auto grow = [&left](BarItem* item, float goal) {
        const float more = std::floor(std::clamp(goal - item->width, 0.0f, std::max(0.0f, left)));
        item->width += more;
        left -= more;
    };
    // The rest of the room first completes titles that are shown in part, then goes to those that
    // need least.
    for (BarItem* item : order) {
        if (item->width > 0) grow(item, std::min(item->usual, item->most));
    }
    std::stable_sort(order.begin(), order.end(), [](const BarItem* a, const BarItem* b) {
        return a->most - a->width < b->most - b->width;
    });
    for (BarItem* item : order) {
        if (item->width > 0) grow(item, item->most);
    }
    return is_all;
}

void fold(std::vector<BarItem>& items) {
    for (BarItem& item : items) {
        if (item.folds) item.usual = item.most = item.least;
    }
}

void drawBar(const std::vector<BarItem>& items, const Rect& line, float gap) {
    float x = line.min.x;
    for (const BarItem& item : items) {
        if (item.width == 0 || !item.at_left) continue;
        if (item.draw) item.draw(line.betweenX(x, x + item.width));
        x += item.width + gap;
    }
    x = line.max.x;
    for (auto item = items.rbegin(); item != items.rend(); ++item) {
        if (item->width == 0 || item->at_left) continue;
        if (item->draw) item->draw(line.betweenX(x - item->width, x));
        x -= item->width + gap;
    }
}

}  // namespace lookback
