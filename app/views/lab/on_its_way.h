#pragma once

#include "app/look/rect.h"
#include "app/state/scenery.h"

namespace lookback {

// Where things of the side panels are seen that have a place, or a length, of their own: in the
// middle of a motion between before and now. Each notes what is drawn.

/// @param now as it is to stand
[[nodiscard]] BarStand seenBar(Motion& motion, const BarStand& now);
[[nodiscard]] ArcStand seenArc(Motion& motion, const ArcStand& now);

/// How far from its place the chip of a token is seen. @param center of it
[[nodiscard]] ImVec2 wayOfChip(Motion& motion, Index token, ImVec2 center);

}  // namespace lookback
