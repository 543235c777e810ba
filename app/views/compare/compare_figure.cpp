#include "app/views/compare/compare_figure.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "app/look/fonts.h"
#include "app/state/model/app_state.h"
#include "app/state/model/shown_quantity.h"
#include "app/state/update/action.h"
#include "app/widgets/grid_labels.h"
#include "app/widgets/tooltip.h"
#include "core/base/text.h"
#include "core/explain/explain.h"
#include "core/explain/in_conventions.h"
#include "core/explain/matrix_words.h"
#include "core/words/say.h"
#include "messages/common.h"
#include "messages/compare.h"
#include "messages/stages.h"

namespace lookback {
namespace {

constexpr float kCompareFigureTitle = 26;
constexpr float kCompareFigureBetween = 26;  ///< two of the three
constexpr float kBetweenComparedLines = 10;
constexpr float kBetweenLegends = 16;
constexpr float kShortestScale = 30;
// Names of the two scales of colours:
constexpr std::string_view kSides = "A, B";
constexpr std::string_view kDifference = "B \u2212 A";

bool hasTokenRows(MatrixId id) { return info(id).rows == Axis::token; }
bool hasTokenColumns(MatrixId id) { return info(id).cols == Axis::token; }

/// Return the tokens beside a grid, and those above it. Where columns are queries, keys stand
/// beside the grid.
AxisRange shownRowTokens(const StageGrid& grid) {
    return {grid.spec.transposed ? grid.first().col : grid.first().row, shownRows(grid.spec)};
}
AxisRange shownColumnTokens(const StageGrid& grid) {
    return {grid.spec.transposed ? grid.first().row : grid.first().col, shownCols(grid.spec)};
}

/// Returns the labels of the difference: “Cat”, or “a/Cat” where the tokens differ.
std::vector<std::string> labelsOfBoth(const ComparedPair& pair) {
    std::vector<std::string> labels = pair.a->labels();
    const std::vector<std::string>& others = pair.b->labels();
    for (std::size_t k = 0; k < std::min(labels.size(), others.size()); ++k) {
        if (labels[k] != others[k]) labels[k] += "/" + others[k];
    }
    return labels;
}

}  // namespace

CompareFigure::CompareFigure(const Scene& scene, Painter& painter, const ComparedPair& pair,
                             MatrixId id)
    : scene_(scene),
      painter_(painter),
      pair_(pair),
      id_(id),
      difference_(scene.state.comparison.difference(pair, id)) {
    add(*pair.a, Side::a);
    add(*pair.b, Side::b);
    addDifference(difference_);
    for (const Part& part : parts_) {
        if (hasTokenRows(id)) {
            const auto labels = part.shownLabels(shownRowTokens(part.grid));
            const float needed = std::ceil(widestLabel(painter, labels)) + 1;
            label_width_ =
                std::max(label_width_, std::min(needed, scene.look.px(kLongestRowLabel)));
        }
        if (hasTokenColumns(id)) {
            const auto labels = part.shownLabels(shownColumnTokens(part.grid));
            widest_label_ = std::max(widest_label_, widestLabel(painter, labels));
        }
    }
}

/// Returns the title of a side: its variant, or for a stage other than that in focus the stage.
std::string CompareFigure::sideTitle(Side side) const {
    const Verbatim name{side == Side::a ? "A" : "B"};
    if (id_ != stageInFocus(scene_.state)) {
        return scene_.said(say::stages::OfSide{.matrix = titleOf(id_), .side = name});
    }
    return scene_.said(say::compare::Side{
        .side = name,
        .variant = variantTitle(scene_.document(), scene_.place().compared.of(side))});
}

/// Adds a side. Both have the colours, and the room for digits, of the side that needs more.
void CompareFigure::add(const Variant& variant, Side side) {
    StageGrid grid(scene_, id_);
    grid.showHeadOnly(scene_);
    grid.showWindow(scene_);
    const MaskedDigits a = pair_.a->maskedDigits(id_);
    const MaskedDigits b = pair_.b->maskedDigits(id_);
    const DigitRoom room{info(id_).domain, std::max(pair_.a->bound(id_), pair_.b->bound(id_)),
                         std::max(a.largest, b.largest), std::max(a.characters, b.characters)};
    std::optional<MatrixView> mask;
    if (variant.isHatched(id_)) mask = variant.trace().view(MatrixId::mask);
    grid.showInstead(variant.matrix(id_, scene_.place().head), mask, room,
                     side == Side::a ? MatrixSource::a : MatrixSource::b);
    parts_.push_back({grid, grid, sideTitle(side), side == Side::a ? "A" : "B", variant.labels()});
}

void CompareFigure::addDifference(const StageDifference& difference) {
    StageGrid grid(scene_, id_);
    grid.showHeadOnly(scene_);
    grid.showWindow(scene_);
    const Index head = info(id_).per_head ? scene_.place().head : 0;
    grid.showInstead(difference.values.view(head), std::nullopt,
                     {Domain::signed_numbers, difference.bound}, MatrixSource::difference);
    parts_.push_back(
        {grid, grid, scene_.said(say::compare::Difference{}), "difference", labelsOfBoth(pair_)});
}

void CompareFigure::showAround(PartSize size) {
    const auto focus = focusedTarget(scene_.state);
    const Cell around = focus && focus->id == id_ ? focus->cell : Cell{scene_.token(), 0};
    for (Part& part : parts_) {
        const bool is_turned = part.whole.spec.transposed;
        const MatrixView& values = part.whole.spec.values;
        const Cell first = part.whole.first();
        const AxisRange rows =
            partAround(around.row - first.row, is_turned ? size.across : size.down, values.rows());
        const AxisRange cols =
            partAround(around.col - first.col, is_turned ? size.down : size.across, values.cols());
        part.grid = part.whole;
        part.grid.cut({rows.first, cols.first}, rows.count, cols.count);
    }
}

float CompareFigure::labelsBeside(const Part& part) const {
    return label_width_ > 0 && !part.is_brief ? label_width_ + scene_.look.px(8) : 0;
}

float CompareFigure::labelsAbove(const Part& part) const {
    if (!hasTokenColumns(id_)) return 0;
    return columnLabelsHeight(scene_.look, part.grid.spec, widest_label_);
}

ImVec2 CompareFigure::arrange(const CellFit& fit) {
    const Look& look = scene_.look;
    float above = 0;
    for (Part& part : parts_) {
        part.grid.resize(&part == &parts_.back() ? fit : fit.ofOperands());
        part.grid.spec.cell.y = fit.height;
        const bool is_beside = !fit.is_stacked && !is_below_each_other_;
        part.is_brief = fit.is_brief && is_beside && &part != &parts_.front();
        // Where digits do not fit in all three, only the difference has them.
        if (fit.operand > 0 && &part != &parts_.back()) {
            part.grid.spec.font = nullptr;
            part.grid.spec.cell.x = fit.operand;
        }
        above = std::max(above, labelsAbove(part));
    }
    is_stacked_ = fit.is_stacked;
    for (Part& part : parts_) {
        part.grid.spec.at = {0, 0};
        const Rect cells = gridRect(part.grid.spec);
        const float title = painter_.width(look.fonts.strong, part.title);
        const float beside = labelsBeside(part);
        const PartDots dots = dotsOf(part);
        part.size = {beside + std::max(cells.width() + 2 * dots.across, title),
                     look.px(kCompareFigureTitle) + above + cells.height() + 2 * dots.down};
        part.grid.spec.at = {beside + dots.across,
                             look.px(kCompareFigureTitle) + above + dots.down};
    }
    ImVec2 size{0, 0};
    for (const std::span<Part> line : lines()) {
        ImVec2 of_line{0, 0};
        for (const Part& part : line) {
            of_line.x += part.size.x + (of_line.x > 0 ? look.px(kCompareFigureBetween) : 0);
            of_line.y = std::max(of_line.y, part.size.y);
        }
        size.x = std::max(size.x, of_line.x);
        size.y += of_line.y + (size.y > 0 ? look.px(kBetweenComparedLines) : 0);
    }
    return size;
}

/// Returns the parts that stand side by side, from the upper line on.
std::vector<std::span<CompareFigure::Part>> CompareFigure::lines() {
    const std::span<Part> all(parts_);
    if (is_below_each_other_) return {all.first(1), all.subspan(1, 1), all.last(1)};
    if (!is_stacked_) return {all};
    return {all.first(all.size() - 1), all.last(1)};
}

void CompareFigure::draw(ImVec2 at, float width, float lower) {
    float y = at.y;
    for (const std::span<Part> line : lines()) {
        if (line.size() == 1) width = lower;
        float used = 0;
        for (const Part& part : line) used += part.size.x;
        const float gap = std::floor((width - used) / static_cast<float>(line.size()));
        float x = at.x + std::floor(gap / 2);
        for (Part& part : line) {
            drawPart(part, x, y);
            x += part.size.x + gap;
        }
        y += line.front().size.y + scene_.look.px(kBetweenComparedLines);
    }
}

void CompareFigure::drawPart(Part& part, float x, float y) {
    const Look& look = scene_.look;
    GridSpec& spec = part.grid.spec;
    spec.at = {spec.at.x + x, spec.at.y + y};
    const auto focus = focusedTarget(scene_.state);
    if (focus && focus->id == id_) {
        const Cell first = part.grid.first();
        spec.focus = Cell{focus->cell.row - first.row, focus->cell.col - first.col};
    }
    spec.lit = part.grid.lit();
    const Rect cells = gridRect(spec);
    const float title = painter_.width(look.fonts.strong, part.title);
    const float left = std::floor(cells.center().x - title / 2);
    painter_.textAt(look.fonts.strong, look.colors().ink, {std::max(left, x), y}, part.title);
    ImGui::PushID(part.name);
    const GridEvents events = matrixGrid(painter_, spec);
    ImGui::PopID();
    drawLabels(part);
    drawPartDots(painter_, spec, dotsOf(part));
    if (events.hovered) {
        const Target pointed = part.grid.target(scene_, *events.hovered);
        scene_.hands.hovered_next = pointed;
        part.grid.notePointed(scene_);
        if (events.wants_tooltip) nameCell(part, *events.hovered, pointed);
    }
    if (events.clicked) {
        const Target chosen = part.grid.target(scene_, *events.clicked);
        if (answersWith(scene_, chosen)) return;
        scene_.emit(
            FocusCell{stepCellIndex(scene_.document(), scene_.step(), {chosen.id, chosen.cell})});
    }
}

void CompareFigure::drawLabels(const Part& part) {
    StageGrid grid = part.grid;
    const ImVec2 cells = grid.spec.at;
    const PartDots dots = dotsOf(part);
    const bool is_turned = grid.spec.transposed;
    const auto target = explainedTarget(scene_.state);
    std::optional<Index> asked;
    if (target && hasTokenColumns(target->id)) asked = target->cell.col - grid.first().col;
    const std::optional<Index> query = scene_.token() - grid.first().row;
    if (hasTokenRows(id_) && !part.is_brief) {
        grid.spec.at = {cells.x - dots.across, cells.y};
        rowLabels(painter_, grid.spec, part.shownLabels(shownRowTokens(grid)), label_width_,
                  is_turned ? asked : query, {}, is_turned ? Asks::key : Asks::query);
    }
    if (!hasTokenColumns(id_)) return;
    grid.spec.at = {cells.x, cells.y - dots.down};
    columnLabels(painter_, grid.spec, part.shownLabels(shownColumnTokens(grid)),
                 is_turned ? query : asked, {}, is_turned ? Asks::query : Asks::key);
}

std::string CompareFigure::cellNumber(const MatrixView& values, Cell cell) const {
    if (info(id_).domain != Domain::allowed) return shortestDigits(values(cell), values.kind());
    using Is = say::compare::PairIs::Is;
    return scene_.said(say::compare::PairIs{.is = values(cell) != 0 ? Is::allowed : Is::other});
}

/// Shows a tooltip with the numbers of one cell in all three.
void CompareFigure::nameCell(const Part& part, Cell shown, const Target& target) {
    if (!scene_.hands.isIdle()) return;
    const std::vector<std::string>& labels = scene_.shown().wholeLabels();
    const Index head = scene_.place().head;
    std::string words = withSigns(cellName(scene_.document(), labels, target.id, target.head,
                                           target.cell, scene_.preferences().conventions));
    const Quantity named{
        .id = id_, .row = target.cell.row, .col = target.cell.col, .head = target.head};
    if (!isShown(scene_.state, named)) {
        const std::string hidden = scene_.said(whyHidden(scene_.state, named));
        return showTooltip(scene_.look, cellRect(part.grid.spec, shown), words, {.pale = hidden});
    }
    words += fmt::format("\nA: {}\nB: {}", cellNumber(pair_.a->matrix(id_, head), target.cell),
                         cellNumber(pair_.b->matrix(id_, head), target.cell));
    const MatrixView difference = difference_.values.view(info(id_).per_head ? head : 0);
    words +=
        fmt::format("\nB \u2212 A: {}", shortestDigits(difference(target.cell), difference.kind()));
    std::string masked;
    for (const Side side : {Side::a, Side::b}) {
        const Variant& variant = pair_.of(side);
        if (!variant.isHatched(id_)) continue;
        const std::string words_of_side =
            maskWords(scene_.wording(), variant, target.cell, labels, side);
        if (!masked.empty() && !words_of_side.empty()) masked += '\n';
        masked += words_of_side;
    }
    const Rect one = cellRect(part.grid.spec, shown);
    const Rect all = gridRect(part.grid.spec);
    const std::array in_sight{one.betweenX(all.min.x - labelsBeside(part), all.max.x)};
    showTooltip(scene_.look, one, words, {.pale = masked, .in_sight = in_sight});
}

void CompareFigure::drawLegends(ImVec2 at, float width) {
    const StageGrid& both = parts_.front().grid;
    const StageGrid& difference = parts_.back().grid;
    LegendOptions of_sides{.name = kSides};
    LegendOptions of_difference{.name = kDifference};
    const auto needed = [&] {
        return legendWidth(painter_, both.range(), of_sides) +
               legendWidth(painter_, difference.range(), of_difference) +
               scene_.look.px(kBetweenLegends);
    };
    // In a narrow line, both scales are shorter.
    const float missing = (needed() - width) / scene_.look.px(2);
    if (missing > 0) {
        of_sides.scale = std::max(of_sides.scale - std::ceil(missing), kShortestScale);
        of_difference.scale = of_sides.scale;
    }
    const bool has_room = needed() <= width;
    if (!has_room) of_sides.name = of_difference.name = {};
    const float sides = legendWidth(painter_, both.range(), of_sides);
    const float end = at.x + (has_room ? sides : std::floor(width / 2));
    drawLegend(painter_, {end, at.y}, both.spec.domain, both.range(), of_sides);
    const float least = at.x + needed();
    const float right =
        has_room ? std::clamp(gridRect(difference.spec).max.x, least, at.x + width) : at.x + width;
    drawLegend(painter_, {right, at.y}, Domain::signed_numbers, difference.range(), of_difference);
}

}  // namespace lookback
