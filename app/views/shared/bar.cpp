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
    float wished = 0;
    bool is_all = true;
    for (BarItem* item : order) {
        const float width = item->*need;
        const bool has_room = gap + width <= left;
        item->width = has_room ? width : 0;
        if (has_room) left -= gap + width;
        if (has_room) wished += item->most - width;
        is_all = is_all && has_room;
    }
    const float share = wished > 0 ? std::clamp(left / wished, 0.0f, 1.0f) : 0;
    for (BarItem& item : items) {
        if (item.width > 0) item.width += std::floor(share * (item.most - item.width));
    }
    return is_all;
}

void drawBar(const std::vector<BarItem>& items, const Rect& line, float gap) {
    float x = line.min.x;
    for (const BarItem& item : items) {
        if (item.width == 0 || !item.at_left) continue;
        item.draw({{x, line.min.y}, {x + item.width, line.max.y}});
        x += item.width + gap;
    }
    x = line.max.x;
    for (auto item = items.rbegin(); item != items.rend(); ++item) {
        if (item->width == 0 || item->at_left) continue;
        item->draw({{x - item->width, line.min.y}, {x, line.max.y}});
        x -= item->width + gap;
    }
}

}  // namespace lookback
