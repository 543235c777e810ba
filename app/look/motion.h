#pragma once

#include "app/look/rect.h"
#include "app/state/model/scenery.h"

namespace lookback {

// Motion is a pure function of where things stood, where they shall stand, and how far it is. All
// of it is symmetric: the way back at 1 - t is the way there at t.

/// How far things have come at `t`, both 0 to 1: slow at both ends.
[[nodiscard]] float eased(double t);

/// Between two numbers; `way` 0 gives the first, 1 the second.
[[nodiscard]] float between(float from, float to, float way);
[[nodiscard]] Spot between(Spot from, Spot to, float way);

/// How much is seen of what stands at one end of the way only: what leaves is gone when the half is
/// over, and what is new comes then, so that the two do not cover each other.
[[nodiscard]] float shownShare(float share);

/// Where a row or column of the whole matrix stands, counted in rows from the first that is shown.
[[nodiscard]] float rowAt(const GridStand& stand, Index row);
[[nodiscard]] float colAt(const GridStand& stand, Index col);

/// The box of a cell of the whole matrix.
[[nodiscard]] Rect cellBox(const GridStand& stand, Cell cell);

/// True where the stands show some of the same cells, so that one can become the other.
[[nodiscard]] bool canBecome(const GridStand& was, const GridStand& now);

/// A matrix on its way. The first half of it, it is drawn as it was, then as it is to be.
/// @param motion who was where before a token was moved
[[nodiscard]] GridStand between(const GridStand& was, const GridStand& now, float way,
                                const Motion& motion);

}  // namespace lookback
