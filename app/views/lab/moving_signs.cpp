#include "app/views/lab/moving_signs.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "app/look/drawn_shapes.h"
#include "app/look/motion.h"
#include "app/look/theme.h"
#include "app/state/model/app_state.h"

namespace lookback {
namespace {

/// Returns the weight of the same pair of tokens before, at whatever places they stood.
template <class Weight>
const Weight* weightBefore(const Motion& motion, const std::vector<Weight>& before,
                           const Weight& now) {
    if (!motion.isOn()) return nullptr;
    const Index query = motion.cameFrom(now.query);
    const Index key = motion.cameFrom(now.key);
    const auto was = std::find_if(before.begin(), before.end(), [&](const Weight& weight) {
        return weight.query == query && weight.key == key;
    });
    return was != before.end() ? &*was : nullptr;
}

constexpr double kFlight = 0.8;                ///< share of the motion in which numbers fly
constexpr float kArrivesFrom = 0.5f;           ///< share of it from which on the result appears
constexpr float kAtLast = 0.55f;               ///< size of a flying number at its goal, of 1
constexpr float kTakesOff = 6;                 ///< a number fades in during 1 / 6 of the way, ...
constexpr float kLands = 3;                    ///< ... and out during the last 1 / 3
constexpr std::size_t kNumberFlightMost = 64;  ///< numbers: more could not be told apart

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

/// Draws a cell with its number at the share `way` of its way to `goal`.
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
        painter.textFitted(spec.font, inkOn(c, ground), box.untilX(box.max.x - spec.pad),
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

DrawnBar seenBar(Motion& motion, const DrawnBar& now) {
    DrawnBar seen = now;
    if (const DrawnBar* const was = weightBefore(motion, motion.before.bars, now)) {
        const float way = eased(motion.t);
        seen.filled = between(was->filled, now.filled, way);
        seen.hatched = between(was->hatched, now.hatched, way);
        if (was->filled != now.filled || was->hatched != now.hatched) motion.has_movers = true;
    }
    motion.drawn.bars.push_back(seen);
    return seen;
}

DrawnArc seenArc(Motion& motion, const DrawnArc& now) {
    DrawnArc seen = now;
    if (const DrawnArc* const was = weightBefore(motion, motion.before.arcs, now)) {
        const float way = eased(motion.t);
        seen.weight = between(was->weight, now.weight, way);
        seen.drawn = between(was->drawn, now.drawn, way);
        seen.dashed = between(was->dashed, now.dashed, way);
        const bool is_same =
            was->weight == now.weight && was->drawn == now.drawn && was->dashed == now.dashed;
        if (!is_same) motion.has_movers = true;
    }
    motion.drawn.arcs.push_back(seen);
    return seen;
}

ImVec2 wayOfChip(Motion& motion, Index token, ImVec2 center) {
    ScreenPoint seen{center.x, center.y};
    if (motion.isOn() && !motion.came_from.empty()) {
        const Index before = motion.cameFrom(token);
        for (const DrawnChip& was : motion.before.chips) {
            if (was.token == before) seen = between(was.at, seen, eased(motion.t));
        }
        motion.has_movers = true;
    }
    motion.drawn.chips.push_back({token, seen});
    return {seen.x - center.x, seen.y - center.y};
}

void drawSign(const Scene& scene, Painter& painter, const Rect& box, const std::string& text) {
    Motion& motion = scene.motion;
    const ImVec2 center = box.center();
    DrawnSign now{text, {center.x, center.y}, 1};
    const DrawnPart sign(painter);
    painter.text(scene.look.fonts.title, painter.colors().soft, box, text, Align::center);
    if (motion.isOn()) {
        const float way = eased(motion.t);
        const std::size_t at = motion.drawn.signs.size();
        const auto& before = motion.before.signs;
        const bool was_there = at < before.size() && before[at].text == text;
        const DrawnSign was = was_there ? before[at] : DrawnSign{text, now.at, 0};
        const ScreenPoint seen = between(was.at, now.at, way);
        const ImVec2 by{seen.x - now.at.x, seen.y - now.at.y};
        now = {text, seen, between(was.share, 1, way)};
        sign.move([by](ImVec2 corner, bool) { return ImVec2{corner.x + by.x, corner.y + by.y}; });
        sign.fade(shownShare(now.share));
    }
    motion.drawn.signs.push_back(std::move(now));
}

void drawLeavingSigns(const Scene& scene, Painter& painter) {
    Motion& motion = scene.motion;
    if (!motion.isOn()) return;
    const auto& before = motion.before.signs;
    const float way = eased(motion.t);
    for (std::size_t k = 0; k < before.size(); ++k) {
        const DrawnSign& was = before[k];
        const bool stays = k < motion.drawn.signs.size() && motion.drawn.signs[k].text == was.text;
        if (stays) continue;
        const DrawnPart sign(painter);
        const ImVec2 at{was.at.x, was.at.y};
        painter.text(scene.look.fonts.title, painter.colors().soft, {at, at}, was.text,
                     Align::center);
        sign.fade(shownShare(was.share * (1 - way)));
    }
}

float arrived(double motion) {
    return eased((motion - static_cast<double>(kArrivesFrom)) / (1 - kArrivesFrom));
}

void drawFlight(const Scene& scene, Painter& painter, std::span<const StageGrid* const> operands,
                const StageGrid& result) {
    const double motion = scene.place().motion;
    const auto focus = focusedTarget(scene.state);
    const bool shows_focus = result.spec.focus && result.spec.focus == result.spec.arriving;
    if (motion >= kFlight || scene.motion.has_movers || !shows_focus || !focus ||
        scene.hands.hovered_token || explainedTarget(scene.state) != focus) {
        return;
    }
    const ImVec2 goal = cellRect(result.spec, *result.spec.focus).center();
    for (const Flying& one : flyingFrom(operands)) {
        drawOne(painter, one, goal, eased(motion / kFlight));
    }
}

}  // namespace lookback
