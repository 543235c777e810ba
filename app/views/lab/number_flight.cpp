#include "app/views/lab/number_flight.h"

#include <algorithm>
#include <vector>

#include "app/look/colormap.h"
#include "app/look/drawn_part.h"
#include "app/look/motion.h"

namespace lookback {
namespace {

constexpr double kFlight = 0.8;                ///< of the motion
constexpr float kArrivesFrom = 0.5f;           ///< then the result appears
constexpr float kAtLast = 0.55f;               ///< so much of its size is left
constexpr float kTakesOff = 6;                 ///< in a sixth of the way it is there, ...
constexpr float kLands = 3;                    ///< ... in the last third it goes
constexpr std::size_t kNumberFlightMost = 64;  ///< more would be a cloud

struct Flying {
    const StageGrid* from = nullptr;
    Cell cell;
};

std::vector<Flying> flyingFrom(std::span<const StageGrid* const> operands) {
    std::vector<Flying> all;
    for (const StageGrid* const grid : operands) {
        const MatrixView& values = grid->spec.values;
        for (const CellRange& range : grid->lit()) {
            const Index last_row = std::min(range.row + range.rows, values.rows());
            const Index last_col = std::min(range.col + range.cols, values.cols());
            for (Index row = std::max<Index>(range.row, 0); row < last_row; ++row) {
                for (Index col = std::max<Index>(range.col, 0); col < last_col; ++col) {
                    all.push_back({grid, {row, col}});
                    if (all.size() > kNumberFlightMost) return {};
                }
            }
        }
    }
    return all;
}

/// The cell with its number as it stands in its matrix, at `way` of its way.
void drawOne(Painter& painter, const Flying& one, ImVec2 goal, float way) {
    const GridSpec& spec = one.from->spec;
    const Theme& c = painter.colors();
    const Rect box = cellRect(spec, one.cell);
    const bool is_masked = spec.mask && (*spec.mask)(one.cell) == 0;
    const double value = spec.values(one.cell);
    const Color ground =
        is_masked ? c.hatch_ground : mix(c.panel, cellColor(c, spec.domain, value, spec.bound), 1);
    const DrawnPart drawn(painter);
    painter.fill(box, ground, painter.look().px(3));
    painter.outline(box, c.line, painter.look().px(3), 1);
    if (spec.font != nullptr && spec.domain != Domain::allowed) {
        painter.textFitted(spec.font, inkOn(c, ground),
                           {box.min, {box.max.x - spec.pad, box.max.y}},
                           cellText(value, is_masked, spec.decimals), Align::right);
    }
    const ImVec2 from = box.center();
    const ImVec2 at{between(from.x, goal.x, way), between(from.y, goal.y, way)};
    const float size = between(1, kAtLast, way);
    drawn.move([&](ImVec2 corner, bool) {
        return ImVec2{at.x + (corner.x - from.x) * size, at.y + (corner.y - from.y) * size};
    });
    drawn.fade(std::min({1.0f, way * kTakesOff, (1 - way) * kLands}));
}

}  // namespace

float arrived(double motion) {
    return eased((motion - static_cast<double>(kArrivesFrom)) / (1 - kArrivesFrom));
}

void drawFlight(const Scene& scene, Painter& painter, std::span<const StageGrid* const> operands,
                const StageGrid& result) {
    const double motion = scene.place().motion;
    const auto focus = focusOf(scene.state);
    const bool shows_focus = result.spec.focus && result.spec.focus == result.spec.newest_cell;
    if (motion >= kFlight || scene.motion.has_movers || !shows_focus || !focus ||
        scene.hands.hovered_token || targetOf(scene.state) != focus) {
        return;
    }
    const ImVec2 goal = cellRect(result.spec, *result.spec.focus).center();
    for (const Flying& one : flyingFrom(operands)) {
        drawOne(painter, one, goal, eased(motion / kFlight));
    }
}

}  // namespace lookback
