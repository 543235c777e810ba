#pragma once

#include <span>

#include "app/views/shared/scene.h"
#include "app/views/shared/stage_grid.h"

namespace lookback {

/// How far the newest cell has appeared, 0 to 1: its numbers have to come first.
[[nodiscard]] float arrived(double motion);

/// The numbers that the newest cell is made of travel from their cells into it. Nothing where the
/// figure itself moves, or something else is pointed at.
void drawFlight(const Scene& scene, Painter& painter, std::span<const StageGrid* const> operands,
                const StageGrid& result);

}  // namespace lookback
