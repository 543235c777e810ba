#include "app/views/shared/hidden_box.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "app/widgets/formula.h"
#include "core/base/message.h"
#include "imgui_internal.h"

namespace lookback {
namespace {

constexpr float kHiddenPad = 11;
constexpr float kLockRoom = 24;
constexpr std::size_t kBowPoints = 13;  ///< of the lock's half circle

}  // namespace

void drawLock(Painter& painter, const Rect& box, Color color) {
    const Look& look = painter.look();
    const ImVec2 at = box.center();
    const float wide = look.px(9);
    const float high = look.px(7);
    const float thick = std::max(1.0f, look.px(1.3f));
    const float top = at.y - look.px(1);
    painter.outline(Rect{{at.x - wide / 2, top}, {at.x + wide / 2, top + high}}.grown(thick / 2),
                    color, look.px(1.5f), thick);
    std::array<ImVec2, kBowPoints> bow;
    for (std::size_t k = 0; k < bow.size(); ++k) {
        const float angle = IM_PI * (1 + static_cast<float>(k) / (kBowPoints - 1));
        bow[k] = {at.x + look.px(3) * std::cos(angle), top + look.px(3) * std::sin(angle)};
    }
    painter.polyline(bow, color, thick);
}

float drawHiddenBox(const Scene& scene, Painter& painter, ImVec2 at, float width,
                    const Message& why, float least) {
    const Look& look = scene.look;
    const Theme& c = look.colors();
    const LineFonts fonts = smallSentenceFonts(look);
    const TextLine words{{scene.said(why), Ink::soft}};
    const float pad = look.px(kHiddenPad);
    const float lock = look.px(kLockRoom);
    const float room = width - 2 * pad - lock;
    const SetLine size = measuredLine(painter, fonts, room, words);
    const Rect box = Rect::at(at, {width, std::max(size.height + 2 * pad, least)});
    painter.fill(box, c.inset, look.px(5));
    painter.dotted(box, c.soft);
    const float x = at.x + std::max(pad, std::floor((width - lock - size.width) / 2));
    drawLock(painter, {{x, box.min.y}, {x + lock - look.px(6), box.max.y}}, c.soft);
    const float y = at.y + std::floor((box.height() - size.height) / 2);
    setLine(painter, fonts, {x + lock, y}, room, words);
    return box.height();
}

}  // namespace lookback
