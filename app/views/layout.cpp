#include "app/views/layout.h"

namespace lookback {

Regions layOut(const Look& look, ImVec2 size) {
    const bool compact = size.y < look.px(860);
    const bool narrow = size.x < look.px(1400);
    const float top = look.px(compact ? 46 : 52);
    const float bottom = size.y - look.px(compact ? 98 : 118);
    const float left = look.px(narrow ? 296 : 336);
    const float right = size.x - look.px(narrow ? 290 : 330);
    return {
        .top = {{0, 0}, {size.x, top}},
        .left = {{0, top}, {left, bottom}},
        .centre = {{left, top}, {right, bottom}},
        .right = {{right, top}, {size.x, bottom}},
        .bottom = {{0, bottom}, {size.x, size.y}},
        .compact = compact,
    };
}

}  // namespace lookback
