#include "app/views/leak/influence_figure.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <string_view>

#include "app/state/model/app_state.h"
#include "app/state/update/action.h"
#include "app/views/leak/move_bars.h"
#include "app/views/shared/stage_grid.h"
#include "app/widgets/grid_labels.h"
#include "app/widgets/tooltip.h"
#include "core/base/text.h"
#include "core/words/say.h"
#include "messages/leak.h"
#include "messages/mask.h"

namespace lookback {
namespace {

constexpr float kInfluenceFigureRoundFrom = 14;
constexpr float kThickFrom = 20;   ///< height of a cell with a thick frame
constexpr float kBesideFrame = 4;  ///< on each side of digits within a thick frame
/// Share of the ink in the cell with the largest number: on the darkest grey that it makes, and on
/// all lighter ones, the usual ink of digits is well read.
constexpr float kFullShade = 0.38f;
constexpr double kLongestWhole = 99;  ///< larger numbers have fewer decimals, in the same room
constexpr std::string_view kAboutZero = "~0";
constexpr float kLeastFault = 0.14f;
constexpr float kFullFault = 0.34f;

/// Formats a size with at most as many characters as the decimals take for two digits before the
/// point: 181.5 beside 15.20.
std::string influenceDigits(double value, int decimals) {
    const double rounding = 0.5 * std::pow(10.0, -decimals);
    for (double limit = kLongestWhole + 1; decimals > 0 && value + rounding >= limit; limit *= 10) {
        --decimals;
    }
    return leakDigits(value, decimals);
}

/// Returns the pair of tokens of a target, if it has one.
std::optional<Cell> pairOf(const std::optional<Target>& target) {
    if (!target || info(target->id).rows != Axis::token) return std::nullopt;
    if (info(target->id).cols != Axis::token) return std::nullopt;
    return target->cell;
}

}  // namespace

InfluenceFigure::InfluenceFigure(const Scene& scene, Painter& painter, const ComparedPair& pair,
                                 const LeakReport& report)
    : scene_(scene), painter_(painter) {
    const Pane& pane = scene.place().pane;
    const Index n = pair.a->document().n();
    rows_ = all_rows_ = pane.range(pane.query, n);
    cols_ = all_cols_ = pane.range(pane.key, n);
    // The numbers are lengths of vectors, from 0 on.
    const double bound = scene.state.leaks.bound();
    room_ = {.bound = std::min(bound, kLongestWhole),
             .masked_characters = static_cast<int>(formatNumber(bound, 0).size()),
             .is_signed = false};
    for (const Side side : {Side::a, Side::b}) {
        Part& part = parts_.of(side);
        part.answer = &report.answers.of(side);
        part.document = &pair.of(side).document();
    }
    cut();
    label_width_ = std::min(std::ceil(widestLabel(painter, scene.labels(all_rows_))) + 1,
                            scene.look.px(kLongestRowLabel));
    widest_label_ = widestLabel(painter, scene.labels(all_cols_));
}

void InfluenceFigure::showAround(PartSize size) {
    const auto around = [](Index token, Index count, const AxisRange& all) {
        const AxisRange part = partAround(token - all.first, count, all.count);
        return AxisRange{all.first + part.first, part.count};
    };
    const Index moved = nudgedToken(scene_.place().leak.nudge, parts_.a.document->n());
    rows_ = around(scene_.token(), size.down, all_rows_);
    cols_ = around(moved, size.across, all_cols_);
    cut();
}

void InfluenceFigure::cut() {
    for (const Side side : {Side::a, Side::b}) {
        parts_.of(side).spec = specOf(side, *parts_.of(side).answer);
    }
}

PartDots InfluenceFigure::dots() const {
    const Cell before{rows_.first - all_rows_.first, cols_.first - all_cols_.first};
    return partDots(
        scene_.look, before,
        {all_rows_.count - rows_.count - before.row, all_cols_.count - cols_.count - before.col});
}

GridSpec InfluenceFigure::specOf(Side side, const LeakAnswer& answer) const {
    GridSpec spec;
    spec.name = side == Side::a ? "influence-a" : "influence-b";
    spec.gap = scene_.look.px(2);
    spec.bound = scene_.state.leaks.bound();
    spec.centers_labels = true;
    spec.is_seen = false;
    if (answer.influence) {
        const Matrix<double>& norms = answer.influence->norms;
        spec.values = MatrixView(norms).block({rows_.first, cols_.first}, rows_.count, cols_.count);
    }
    const auto shown = [&](const std::optional<Target>& target) -> std::optional<Cell> {
        const auto pair = pairOf(target);
        if (!pair) return std::nullopt;
        const Cell cell{pair->row - rows_.first, pair->col - cols_.first};
        const bool is_there = cell.row >= 0 && cell.col >= 0 && cell.row < spec.values.rows() &&
                              cell.col < spec.values.cols();
        return is_there ? std::optional(cell) : std::nullopt;
    };
    spec.hovered = shown(scene_.hands.hovered);
    spec.pinned = shown(scene_.place().locked);
    return spec;
}

ImVec2 InfluenceFigure::arrange(const CellFit& fit) {
    const Look& look = scene_.look;
    ImVec2 size{0, 0};
    for (const Side side : {Side::a, Side::b}) {
        GridSpec& spec = parts_.of(side).spec;
        spec.font = fit.font;
        spec.decimals = fit.decimals;
        spec.gap = fit.gap;
        spec.cell = {fit.width(room_), fit.height};
        const float above = columnLabelsHeight(look, spec, widest_label_);
        const PartDots around = dots();
        spec.at = {labelWidth() + around.across, above + around.down};
        const auto rows = static_cast<float>(rows_.count);
        const auto cols = static_cast<float>(cols_.count);
        size = {labelWidth() + cols * (spec.cell.x + spec.gap) + 2 * around.across,
                above + rows * (spec.cell.y + spec.gap) + 2 * around.down};
    }
    return size;
}

void InfluenceFigure::widen(CellFit& fit, float width) const {
    const auto cols = static_cast<float>(std::max<Index>(cols_.count, 1));
    const float cell = std::floor((width - labelWidth() - 2 * dots().across) / cols) - fit.gap;
    if (cell <= fit.width(room_)) return;
    fit.colour_width = cell;
    if (fit.font == nullptr) return;
    const auto characters = static_cast<float>(room_.characters(fit.decimals));
    // One pixel less, as widths are rounded up.
    fit.pad = (cell - 1 - characters * fit.font->GetCharAdvance('0')) / fit.font->FontSize;
}

float InfluenceFigure::labelWidth() const { return label_width_ + scene_.look.px(8); }

bool InfluenceFigure::isCut() const {
    const Index n = parts_.a.document->n();
    return all_rows_.count < n || all_cols_.count < n;
}

bool InfluenceFigure::leaks(const Part& part, Cell cell) const {
    const LeakAnswer& answer = *part.answer;
    const std::vector<Cell>& found =
        answer.verdict ? answer.verdict->leaks : answer.influence->leaks;
    return std::binary_search(found.begin(), found.end(), cell);
}

Rect InfluenceFigure::row(Side side, Index row) const {
    const GridSpec& spec = parts_.of(side).spec;
    const float y = spec.at.y + static_cast<float>(row) * (spec.cell.y + spec.gap);
    const float width = static_cast<float>(cols_.count) * (spec.cell.x + spec.gap);
    return Rect::at({spec.at.x, y}, {width, spec.cell.y});
}

void InfluenceFigure::draw(Side side, ImVec2 at) {
    Part& part = parts_.of(side);
    GridSpec& spec = part.spec;
    spec.at = {spec.at.x + at.x, spec.at.y + at.y};
    drawLabels(part);
    for (Index row = 0; row < spec.values.rows(); ++row) {
        for (Index col = 0; col < spec.values.cols(); ++col) drawCell(part, {row, col});
    }
    drawPartDots(painter_, spec, dots());
    const GridEvents events = matrixGrid(painter_, spec);
    if (events.hovered) {
        scene_.hands.hovered_next =
            Target{MatrixId::attention_weights, scene_.place().head, inWhole(*events.hovered)};
        const bool is_a = side == Side::a;
        pointAtMatrix(scene_,
                      {.id = MatrixId::attention_weights,
                       .source = is_a ? MatrixSource::influence_a : MatrixSource::influence_b});
        if (events.wants_tooltip) nameCell(part, side, *events.hovered);
    }
    if (events.clicked) {
        const Cell chosen = inWhole(*events.clicked);
        Nudge nudge = scene_.place().leak.nudge;
        nudge.token = chosen.col;
        scene_.emit(Change(&LeakPlace::nudge, nudge));
        scene_.emit(SelectToken{chosen.row});
    }
}

/// Draws a cell. A pair that the mask hides is hatched with its 0; if it leaks, it is framed in the
/// colour of a fault, even if only the search has found the leak.
void InfluenceFigure::drawCell(const Part& part, Cell shown) {
    const Look& look = scene_.look;
    const Theme& c = look.colors();
    const GridSpec& spec = part.spec;
    const Cell cell = inWhole(shown);
    const Rect box = cellRect(spec, shown);
    const float radius = spec.cell.y >= look.px(kInfluenceFigureRoundFrom) ? look.px(3) : 0;
    const double value = spec.values(shown);
    const auto share =
        std::isfinite(value) ? static_cast<float>(std::min(value / spec.bound, 1.0)) : 1.0f;
    const bool is_leak = leaks(part, cell);
    const bool is_hidden =
        !is_leak && value == 0 && !allows(part.document->mask, cell.row, cell.col);
    Color ground = mix(c.panel, c.ink, kFullShade * share);
    if (is_leak) ground = mix(c.panel, c.bad, kLeastFault + (kFullFault - kLeastFault) * share);
    if (is_hidden) {
        painter_.hatch(box);
        ground = c.hatch_line;
    } else {
        painter_.fill(box, ground, radius);
    }
    if (is_leak) painter_.outline(box, c.bad, radius, frameOf(spec));
    if (spec.font != nullptr) {
        std::string text = influenceDigits(value, spec.decimals);
        const bool is_too_long = painter_.width(spec.font, text) > box.width();
        // A leak whose derivative is 0 in this precision is not exactly 0.
        if (is_too_long || (is_leak && value == 0)) text = kAboutZero;
        const Color ink = is_hidden ? readable(c, c.soft, ground) : inkOn(c, ground);
        painter_.textFitted(spec.font, ink, box, text, Align::center);
    }
    if (spec.hovered == shown) painter_.outline(box, c.ink, radius, std::max(1.0f, look.px(1.5f)));
    if (spec.pinned == shown) painter_.pin(box);
}

/// Returns the thickness of the frame of a leak, which does not touch digits.
float InfluenceFigure::frameOf(const GridSpec& spec) const {
    const auto characters = static_cast<float>(room_.characters(spec.decimals));
    const float digits = spec.font == nullptr ? 0 : characters * spec.font->GetCharAdvance('0');
    const bool is_thick = spec.cell.y >= scene_.look.px(kThickFrom) &&
                          (spec.cell.x - digits) / 2 >= scene_.look.px(kBesideFrame);
    return std::max(1.0f, scene_.look.px(is_thick ? 2 : 1));
}

void InfluenceFigure::drawLabels(const Part& part) {
    const Index asks = scene_.token();
    const PartDots around = dots();
    GridSpec spec = part.spec;
    spec.at.x -= around.across;
    rowLabels(painter_, spec, scene_.labels(rows_), label_width_, asks - rows_.first);
    spec.at = {part.spec.at.x, part.spec.at.y - around.down};
    const Index moved = nudgedToken(scene_.place().leak.nudge, part.document->n());
    columnLabels(painter_, spec, scene_.labels(cols_), moved - cols_.first);
}

void InfluenceFigure::nameCell(const Part& part, Side side, Cell shown) {
    if (!scene_.hands.isIdle()) return;
    const std::vector<std::string>& labels = scene_.shown().wholeLabels();
    const Cell cell = inWhole(shown);
    const auto label = [&](Index token) {
        return TokenLabel{labels[static_cast<std::size_t>(token)]};
    };
    const double value = part.spec.values(shown);
    const std::string words = scene_.said(
        say::leak::Influence{.side = Verbatim{side == Side::a ? "A" : "B"},
                             .token = label(cell.col),
                             .output = label(cell.row),
                             .size = Verbatim{shortestDigits(value, ScalarKind::float64)}});
    const Mask& promised = parts_.a.document->mask;
    std::vector<Message> blocked;
    if (const auto reason = blockedReason(promised, cell, labels)) {
        blocked.push_back(say::mask::BlockedInA{.reason = *reason});
        if (leaks(part, cell) && value == 0) blocked.push_back(say::leak::FoundBySearch{});
    }
    const std::string pale = scene_.said(blocked);
    const Rect one = cellRect(part.spec, shown);
    const Rect all = gridRect(part.spec);
    const std::array in_sight{one.betweenX(all.min.x - labelWidth(), all.max.x)};
    showTooltip(scene_.look, one, words, {.pale = pale, .in_sight = in_sight});
}

}  // namespace lookback
