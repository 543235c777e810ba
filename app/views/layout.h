#pragma once

#include "app/look/look.h"
#include "app/look/rect.h"

namespace lookback {

/// Where the parts of the window stand.
struct Regions {
    Rect top;
    Rect left;
    Rect centre;
    Rect right;
    Rect bottom;
    bool compact = false;  ///< a low window: everything stands closer together
};

/// Divides a window of this size, in pixels.
[[nodiscard]] Regions layOut(const Look& look, ImVec2 size);

}  // namespace lookback
