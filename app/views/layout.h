#pragma once

#include "app/look/look.h"
#include "app/look/rect.h"
#include "app/state/view_state.h"

namespace lookback {

/// Where the parts of the window stand.
struct Regions {
    Rect top;
    Rect left;
    Rect centre;
    Rect right;
    Rect bottom;
    bool panels_float =
        false;             ///< too narrow: a side panel is shown over the centre, one at a time
    bool narrow = false;   ///< the panels are smaller, labels shorter
    bool compact = false;  ///< a low window: everything stands closer together
};

/// Divides a window of this size, in pixels.
[[nodiscard]] Regions layOut(const Look& look, const ViewState& view, ImVec2 size);

}  // namespace lookback
