#include "app/views/shared/hidden_box.h"

#include <algorithm>
#include <cfloat>

#include "app/widgets/formula.h"
#include "core/base/message.h"
#include "imgui_internal.h"

namespace lookback {
namespace {

constexpr float kHiddenPad = 11;
constexpr float kLockRoom = 24;

}  // namespace

void drawLock(Painter& painter, const Rect& box, Color color) {
    const Look& look = painter.look();
    ImDrawList& list = painter.list();
    const ImVec2 at = box.center();
    const float wide = look.px(9);
    const float high = look.px(7);
    const float thick = std::max(1.0f, look.px(1.3f));
    const float top = at.y - look.px(1);
    list.AddRect({at.x - wide / 2, top}, {at.x + wide / 2, top + high}, color, look.px(1.5f), 0,
                 thick);
    list.PathArcTo({at.x, top}, look.px(3), IM_PI, 2 * IM_PI);
    list.PathStroke(color, 0, thick);
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
