#pragma once

#include <span>
#include <string>

#include "app/look/motion.h"
#include "app/look/painter.h"
#include "app/look/rect.h"
#include "app/views/shared/scene.h"
#include "app/views/shared/stage_grid.h"

namespace lookback {

// Where things of the side panels are seen that have a place, or a length, of their own: in the
// middle of a motion between before and now. Each notes what is drawn.

/// @param now as it is to stand
[[nodiscard]] DrawnBar seenBar(Motion& motion, const DrawnBar& now);
[[nodiscard]] DrawnArc seenArc(Motion& motion, const DrawnArc& now);

/// How far from its place the chip of a token is seen. @param center of it
[[nodiscard]] ImVec2 wayOfChip(Motion& motion, Index token, ImVec2 center);

/// A sign between two matrices, on its way where it is.
void drawSign(const Scene& scene, Painter& painter, const Rect& box, const std::string& text);

/// When all signs that stay are drawn: the others fade out.
void drawLeavingSigns(const Scene& scene, Painter& painter);

/// How far the newest cell has appeared, 0 to 1: its numbers have to come first.
[[nodiscard]] float arrived(double motion);

/// The numbers that the newest cell is made of travel from their cells into it. Nothing where the
/// figure itself moves, or something else is pointed at.
void drawFlight(const Scene& scene, Painter& painter, std::span<const StageGrid* const> operands,
                const StageGrid& result);

}  // namespace lookback
