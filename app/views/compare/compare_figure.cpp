#include "app/views/compare/compare_figure.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "app/views/shared/mask_words.h"
#include "app/widgets/grid_labels.h"
#include "app/widgets/legend.h"
#include "app/widgets/tooltip.h"
#include "core/base/text.h"
#include "core/explain/written.h"

namespace lookback {
namespace {

constexpr float kCompareFigureTitle = 26;
constexpr float kCompareFigureBetween = 26;  ///< two of the three

bool hasTokenRows(MatrixId id) { return info(id).rows == Axis::token; }
bool hasTokenColumns(MatrixId id) { return info(id).cols == Axis::token; }

/// The tokens beside a grid, and those above it: where columns are queries, keys stand beside it.
AxisRange rowsOf(const StageGrid& grid) {
    return {grid.spec.transposed ? grid.first().col : grid.first().row, shownRows(grid.spec)};
}
AxisRange columnsOf(const StageGrid& grid) {
    return {grid.spec.transposed ? grid.first().row : grid.first().col, shownCols(grid.spec)};
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
    const StageGrid& grid = parts_.front().grid;
    if (hasTokenRows(id)) {
        const auto labels = scene.labels(rowsOf(grid));
        label_width_ =
            std::min(std::ceil(widestLabel(painter, labels)) + 1, scene.look.px(kLongestRowLabel));
    }
    if (hasTokenColumns(id)) {
        const auto labels = scene.labels(columnsOf(grid));
        widest_label_ = widestLabel(painter, labels);
    }
}

/// What the side is; of another stage than that in focus, which stage it is.
std::string CompareFigure::titleOf(Side side) const {
    const std::string_view name = side == Side::a ? "A" : "B";
    if (id_ != stageInFocus(scene_.state)) return fmt::format("{} of {}", info(id_).title, name);
    return fmt::format("{} \u00b7 {}", name,
                       lookback::titleOf(scene_.document(), scene_.place().compared.of(side)));
}

/// Both have the colours, and the room for digits, of the one that needs more.
void CompareFigure::add(const Variant& variant, Side side) {
    Part part{StageGrid(scene_, id_), titleOf(side), side == Side::a ? "A" : "B"};
    part.grid.showHeadOnly(scene_);
    part.grid.showWindow(scene_);
    const MaskedDigits a = pair_.a->maskedDigits(id_);
    const MaskedDigits b = pair_.b->maskedDigits(id_);
    const DigitRoom room{info(id_).domain, std::max(pair_.a->bound(id_), pair_.b->bound(id_)),
                         std::max(a.largest, b.largest), std::max(a.characters, b.characters)};
    std::optional<MatrixView> mask;
    if (variant.isHatched(id_)) mask = variant.trace().view(MatrixId::mask);
    part.grid.showInstead(variant.matrix(id_, scene_.place().head), mask, room);
    parts_.push_back(std::move(part));
}

void CompareFigure::addDifference(const StageDifference& difference) {
    Part part{StageGrid(scene_, id_), "Difference B \u2212 A", "difference"};
    part.grid.showHeadOnly(scene_);
    part.grid.showWindow(scene_);
    const Index head = info(id_).per_head ? scene_.place().head : 0;
    part.grid.showInstead(difference.values.view(head), std::nullopt,
                          {Domain::signed_numbers, difference.bound});
    parts_.push_back(std::move(part));
}

float CompareFigure::labelsBeside() const {
    return label_width_ > 0 ? label_width_ + scene_.look.px(8) : 0;
}

float CompareFigure::labelsAbove(const Part& part) const {
    if (!hasTokenColumns(id_)) return 0;
    return columnLabelsHeight(scene_.look, part.grid.spec, widest_label_);
}

ImVec2 CompareFigure::arrange(const CellFit& fit) {
    const Look& look = scene_.look;
    float above = 0;
    for (Part& part : parts_) {
        part.grid.resize(fit);
        // Where digits have no room in all of them, the difference has them.
        if (fit.operand > 0 && &part != &parts_.back()) {
            part.grid.spec.font = nullptr;
            part.grid.spec.cell.x = fit.operand;
        }
        above = std::max(above, labelsAbove(part));
    }
    ImVec2 size{0, 0};
    for (Part& part : parts_) {
        part.grid.spec.at = {0, 0};
        const Rect cells = gridRect(part.grid.spec);
        const float title = painter_.width(look.fonts.strong, part.title);
        part.width = labelsBeside() + std::max(cells.width(), title);
        part.grid.spec.at = {labelsBeside(), look.px(kCompareFigureTitle) + above};
        size.x += part.width + (size.x > 0 ? look.px(kCompareFigureBetween) : 0);
        size.y = std::max(size.y, look.px(kCompareFigureTitle) + above + cells.height());
    }
    return size;
}

void CompareFigure::draw(ImVec2 at, float width) {
    float used = 0;
    for (const Part& part : parts_) used += part.width;
    const float gap = std::floor((width - used) / static_cast<float>(parts_.size()));
    float x = at.x + std::floor(gap / 2);
    for (Part& part : parts_) {
        drawPart(part, x, at.y);
        x += part.width + gap;
    }
}

void CompareFigure::drawPart(Part& part, float x, float y) {
    const Look& look = scene_.look;
    GridSpec& spec = part.grid.spec;
    spec.at = {spec.at.x + x, spec.at.y + y};
    const auto focus = focusOf(scene_.state);
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
    if (events.hovered) {
        const Target pointed = part.grid.target(scene_, *events.hovered);
        scene_.hands.hovered_next = pointed;
        if (events.wants_tooltip) nameCell(part, *events.hovered, pointed);
    }
    if (events.clicked) {
        const Target chosen = part.grid.target(scene_, *events.clicked);
        scene_.emit(
            FocusCell{indexOf(scene_.trace(), scene_.state.step(), {chosen.id, chosen.cell})});
    }
}

void CompareFigure::drawLabels(const Part& part) {
    const StageGrid& grid = part.grid;
    const bool is_turned = grid.spec.transposed;
    const auto target = targetOf(scene_.state);
    std::optional<Index> asked;
    if (target && hasTokenColumns(target->id)) asked = target->cell.col - grid.first().col;
    const std::optional<Index> query = scene_.state.token() - grid.first().row;
    if (hasTokenRows(id_)) {
        rowLabels(painter_, grid.spec, scene_.labels(rowsOf(grid)), label_width_,
                  is_turned ? asked : query, {}, is_turned ? Asks::key : Asks::query);
    }
    if (!hasTokenColumns(id_)) return;
    columnLabels(painter_, grid.spec, scene_.labels(columnsOf(grid)), is_turned ? query : asked, {},
                 is_turned ? Asks::query : Asks::key);
}

std::string CompareFigure::numberOf(const MatrixView& values, Cell cell) const {
    return info(id_).domain == Domain::allowed ? (values(cell) != 0 ? "allowed" : "blocked")
                                               : shortestDigits(values(cell), values.kind());
}

/// What one cell is in all three.
void CompareFigure::nameCell(const Part& part, Cell shown, const Target& target) {
    if (!scene_.hands.isIdle()) return;
    const std::vector<std::string>& labels = scene_.shown().wholeLabels();
    const Index head = scene_.place().head;
    std::string words = plainText(writtenName(scene_.document(), labels, target.id, target.head,
                                              target.cell, scene_.preferences().conventions));
    words += fmt::format("\nA: {}\nB: {}", numberOf(pair_.a->matrix(id_, head), target.cell),
                         numberOf(pair_.b->matrix(id_, head), target.cell));
    const MatrixView difference = difference_.values.view(info(id_).per_head ? head : 0);
    words +=
        fmt::format("\nB \u2212 A: {}", shortestDigits(difference(target.cell), difference.kind()));
    std::string masked;
    for (const Side side : {Side::a, Side::b}) {
        const Variant& variant = pair_.of(side);
        if (!variant.isHatched(id_)) continue;
        const std::string_view where = side == Side::a ? " in A" : " in B";
        const std::string words_of_side = maskWords(variant, target.cell, labels, where);
        if (!masked.empty() && !words_of_side.empty()) masked += '\n';
        masked += words_of_side;
    }
    const Rect one = cellRect(part.grid.spec, shown);
    const Rect all = gridRect(part.grid.spec);
    const std::array in_sight{
        Rect{{all.min.x - labelsBeside(), one.min.y}, {all.max.x, one.max.y}}};
    showTooltip(scene_.look, one, words, {.pale = masked, .in_sight = in_sight});
}

void CompareFigure::drawLegends(ImVec2 at, float width) {
    const StageGrid& both = parts_.front().grid;
    drawLegend(painter_, {at.x + std::floor(width / 2), at.y}, both.spec.domain, both.range());
    drawLegend(painter_, {at.x + width, at.y}, Domain::signed_numbers, parts_.back().grid.range());
}

}  // namespace lookback
