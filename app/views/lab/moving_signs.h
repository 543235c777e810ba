#pragma once

#include <span>
#include <string>

#include "app/look/motion.h"
#include "app/look/painter.h"
#include "app/look/rect.h"
#include "app/views/shared/scene.h"
#include "app/views/shared/stage_grid.h"

namespace lookback {

// Things that move on their own: bars, arcs and chips of the side panels, signs and numbers of
// figures. Each function notes in `Motion::drawn` what it draws.

/// Return a bar or an arc as drawn in this frame of a motion. @param now as at its goal
[[nodiscard]] DrawnBar seenBar(Motion& motion, const DrawnBar& now);
[[nodiscard]] DrawnArc seenArc(Motion& motion, const DrawnArc& now);

/// Returns the offset of the chip of a token in this frame of a motion. @param center of the chip
/// at its goal
[[nodiscard]] ImVec2 wayOfChip(Motion& motion, Index token, ImVec2 center);

/// Draws a sign between two matrices, in its position of this frame of a motion.
void drawSign(const Scene& scene, Painter& painter, const Rect& box, const std::string& text);

/// Draws, fading out, the signs that are gone. Call after all `drawSign`.
void drawLeavingSigns(const Scene& scene, Painter& painter);

/// Returns the opacity of the newest cell, 0 to 1: it appears after its numbers have reached it.
[[nodiscard]] float arrived(double motion);

/// Draws the numbers that the arriving cell is computed from on their way from their cells into it.
/// Draws nothing while the figure itself moves, or while another cell is pointed at.
void drawFlight(const Scene& scene, Painter& painter, std::span<const StageGrid* const> operands,
                const StageGrid& result);

}  // namespace lookback
