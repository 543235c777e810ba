#pragma once

#include "app/look/painter.h"
#include "core/document/verdict.h"

namespace lookback {

/// Hatches a blocked cell of a mask in the colours of all rules that block it, one over the other,
/// or in that of paint; one that nobody blocks any more, in the middle of a motion, in grey.
/// @return of its colours the one nearest to the ink
Color hatchVerdict(Painter& painter, const Rect& box, const Verdict& verdict, float strength = 1);

/// The corner of a cell that was painted by hand.
void paintedCorner(Painter& painter, const Rect& box);

}  // namespace lookback
