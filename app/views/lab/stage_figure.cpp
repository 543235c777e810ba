#include "app/views/lab/stage_figure.h"

#include <algorithm>

#include <fmt/format.h>

#include "app/views/edit/cell_editing.h"
#include "app/views/lab/figure_part.h"
#include "app/views/lab/moving_signs.h"
#include "core/base/text.h"
#include "core/document/edit.h"
#include "core/engine/stages.h"
#include "core/explain/in_conventions.h"

namespace lookback {
namespace {

constexpr std::string_view kArrow = "\u2192";

constexpr ArithmeticTable<ArithmeticFigure> kFigures{{
    {.kind = Arithmetic::given, .shape = FigureShape::alone},
    {.kind = Arithmetic::sum, .shape = FigureShape::two, .sign = "+"},
    {.kind = Arithmetic::dot, .shape = FigureShape::product, .writes_sums = true},
    {.kind = Arithmetic::score,
     .shape = FigureShape::product,
     .turns_right = true,
     .right_has_tokens = true,
     .writes_sums = true},
    {.kind = Arithmetic::rotation, .shape = FigureShape::one},
    {.kind = Arithmetic::quotient, .shape = FigureShape::one},
    {.kind = Arithmetic::capping, .shape = FigureShape::one},
    {.kind = Arithmetic::bias, .shape = FigureShape::one},
    {.kind = Arithmetic::rule, .shape = FigureShape::one},
    {.kind = Arithmetic::masking, .shape = FigureShape::two},
    {.kind = Arithmetic::softmax, .shape = FigureShape::one, .writes_sums = true},
    {.kind = Arithmetic::zeroing, .shape = FigureShape::two, .is_factor = true},
    {.kind = Arithmetic::renormalising, .shape = FigureShape::one, .writes_sums = true},
    {.kind = Arithmetic::copy, .shape = FigureShape::one},
    {.kind = Arithmetic::weighted_sum,
     .shape = FigureShape::product,
     .right_has_tokens = true,
     .labels_right_rows = true,
     .writes_sums = true},
}};
static_assert(isComplete(kFigures));

}  // namespace

const ArithmeticFigure& figureOf(Arithmetic kind) { return rowOfKind(kFigures, kind); }

StageFigure::StageFigure(const Scene& scene, Painter& painter, MatrixId result,
                         const Progress& progress)
    : scene_(scene),
      painter_(painter),
      result_(result),
      figure_(figureOf(stage(result).arithmetic(scene.document()))),
      marks_(scene) {
    addOperands(scene.document(), result);
    shareColours();
    StageGrid& shown = parts_.back().grid;
    const Cell first = shown.first();
    const auto within = [&](Cell cell) { return Cell{cell.row - first.row, cell.col - first.col}; };
    shown.spec.newest = arrived(scene.place().motion);
    shown.spec.differences = scene.look.fonts.mono_small;
    if (progress.newest && figure_.shape != FigureShape::alone) {
        shown.spec.newest_cell = within(*progress.newest);
    }
    if (progress.focus) shown.spec.focus = within(*progress.focus);
    measure();
}

void StageFigure::addOperands(const Document& document, MatrixId result) {
    const Stage& row = stage(result);
    switch (figure_.shape) {
        case FigureShape::alone: break;
        case FigureShape::one: add(row.left(document), ""); break;
        case FigureShape::two:
            add(row.left(document), "");
            add(row.right(document), signBetween());
            break;
        case FigureShape::product: {
            // Drawn rows of the left operand must correspond to drawn rows of the result.
            const bool is_swapped = isTurned(result, scene_.preferences().conventions);
            add(is_swapped ? row.right(document) : row.left(document), "");
            add(is_swapped ? row.left(document) : row.right(document), "");
            parts_[0].title_below = true;
            parts_[0].column_labels = info(parts_[0].grid.id()).cols == Axis::token;
            parts_[0].grid.spec.transposed = false;
            parts_[1].row_labels = figure_.labels_right_rows;
            parts_[1].grid.spec.transposed = figure_.turns_right;
            break;
        }
    }
    add(result, parts_.empty() || isProduct() ? "" : kArrow);
    if (isProduct()) {
        parts_[2].title_below = true;
        parts_[2].row_labels = false;
        parts_[2].column_labels = false;
    }
}

void StageFigure::add(MatrixId id, std::string_view sign) {
    Part part{StageGrid(scene_, id), true, true, false, std::string(sign), {}};
    // A result without heads is computed from all heads together.
    const MatrixInfo& made = info(result_);
    if (made.per_head || made.is_of_all_heads) part.grid.showHeadOnly(scene_);
    const bool are_keys = figure_.right_has_tokens && id == stage(result_).right(scene_.document());
    part.grid.showWindow(scene_, are_keys);
    part.column_labels = info(id).cols == Axis::token;
    part.row_labels = info(id).rows == Axis::token;
    parts_.push_back(std::move(part));
}

/// Gives scores and the stages after them one scale of colours, so that one legend holds for all;
/// numbers beyond its bound have the strongest colour.
void StageFigure::shareColours() {
    const auto are_scores = [](const Part& part) {
        const MatrixInfo& matrix = info(part.grid.id());
        return matrix.domain == Domain::signed_numbers && matrix.rows == Axis::token &&
               matrix.cols == Axis::token;
    };
    if (!are_scores(parts_.back())) return;
    for (Part& part : parts_) {
        if (are_scores(part)) part.grid.spec.bound = parts_.back().grid.spec.bound;
    }
}

bool StageFigure::isProduct() const { return figure_.shape == FigureShape::product; }

/// Returns the sign between the operands. Where true means blocked, the mask is no factor, and
/// there is no sign between it and the weights.
std::string_view StageFigure::signBetween() const {
    if (!figure_.is_factor) return figure_.sign;
    return scene_.preferences().conventions.true_is_allowed ? "\u00b7" : "";
}

bool StageFigure::isMask(const Part& part) {
    return info(part.grid.id()).domain == Domain::allowed;
}

bool StageFigure::isCut() const {
    return std::any_of(parts_.begin(), parts_.end(),
                       [](const Part& part) { return part.grid.isCut(); });
}

float StageFigure::titleWidth(const Part& part) const {
    return part.is_brief ? part.symbol_width : part.title_width;
}

std::optional<Cell> StageFigure::draw(ImVec2 at) {
    const auto shift = [at](Rect& box) {
        box = {{box.min.x + at.x, box.min.y + at.y}, {box.max.x + at.x, box.max.y + at.y}};
    };
    for (Part& part : parts_) {
        part.grid.spec.at = {part.grid.spec.at.x + at.x, part.grid.spec.at.y + at.y};
        for (const Rect& lit : part.grid.litRects()) keepInSight(scene_.look, lit);
    }
    std::size_t sign = 0;
    std::optional<Cell> clicked;
    // Figures that stand side by side may have operands in common.
    ImGui::PushID(info(result().id()).name.data());
    for (Part& part : parts_) {
        shift(part.title);
        if (!part.sign.empty() && sign < signs_.size()) {
            shift(signs_[sign]);
            drawSign(scene_, painter_, signs_[sign++], part.sign);
        }
        const bool is_result = &part == &parts_.back();
        part.grid.spec.dim_others =
            (!is_result && !part.grid.lit().empty()) || mayDepend(scene_, part.grid.id());
        const MovingGrid motion(scene_, painter_, drawnGridOf(scene_, part.grid, lookOf(part)));
        motion.prepare(part.grid);
        const DrawnPart cells(painter_);
        const std::optional<Cell> chosen = drawCells(part);
        if (is_result) clicked = chosen;
        if (chosen && !is_result) toggleLock(scene_, part.grid.target(scene_, *chosen));
        if (motion.isOnItsWay()) {
            motion.finish(part.grid, cells, {marksBeside(part), marksAbove(part)});
        } else {
            drawTitle(part);
            drawLabels(part);
        }
        if (isMask(part)) marks_.drawAround(painter_, part.grid.spec, part.grid.first());
    }
    ImGui::PopID();
    return clicked;
}

std::optional<Cell> StageFigure::drawCells(Part& part) {
    if (isEditable(scene_.document(), part.grid.id()) && part.grid.spec.font != nullptr) {
        return editableGrid(painter_, scene_, part.grid, result_);
    }
    const GridEvents events = part.grid.draw(painter_, scene_);
    if (!isMask(part)) return events.clicked;
    paintMask(scene_, part.grid, events);
    return std::nullopt;
}

std::vector<Rect> StageFigure::computedAreas(ImVec2 at) const {
    std::vector<Rect> areas;
    const auto add_area = [&](ImVec2 min, ImVec2 max) {
        areas.push_back({{at.x + min.x, at.y + min.y}, {at.x + max.x, at.y + max.y}});
    };
    for (const Part& part : parts_) {
        const GridSpec& spec = part.grid.spec;
        Rect cells = gridRect(spec);
        if (spec.newest_cell) {
            const Rect newest = cellRect(spec, *spec.newest_cell);
            (spec.transposed ? cells.max.x : cells.max.y) =
                spec.transposed ? newest.max.x : newest.max.y;
        }
        const float beside = labelsBeside(part) > 0 ? label_width_ : 0;
        add_area({cells.min.x - beside, cells.min.y - labelsAbove(part)}, cells.max);
        if (part.title.width() > 0) add_area(part.title.min, part.title.max);
    }
    return areas;
}

void StageFigure::drawNumbersOnTheirWay() {
    std::vector<const StageGrid*> operands;
    for (const Part& part : parts_) {
        if (&part != &parts_.back()) operands.push_back(&part.grid);
    }
    drawFlight(scene_, painter_, operands, result());
}

std::vector<MatrixId> StageFigure::ids() const {
    std::vector<MatrixId> ids;
    for (const Part& part : parts_) ids.push_back(part.grid.id());
    return ids;
}

PartLook StageFigure::lookOf(const Part& part) const {
    PartLook look{.is_brief = part.is_brief,
                  .has_row_labels = labelsBeside(part) > 0,
                  .has_column_labels = labelsAbove(part) > 0,
                  .label_width = label_width_};
    if (part.title.width() > 0) look.title = part.title.center();
    return look;
}

void StageFigure::drawTitle(const Part& part) {
    if (part.title.width() <= 0) return;
    const bool is_turned = part.grid.spec.transposed;
    drawTitleLine(scene_, painter_, part.title.center(),
                  part.is_brief ? symbolLine(scene_, part.grid.id(), is_turned)
                                : titleLine(scene_, part.grid.id(), is_turned));
    explainTitle(scene_, part.grid.id(), is_turned, part.title);
}

void StageFigure::drawLabels(const Part& part) {
    // Marks of tokens stand between the labels and the cells.
    StageGrid grid = part.grid;
    const ImVec2 cells = grid.spec.at;
    grid.spec.at = {cells.x - marksBeside(part), cells.y};
    if (labelsBeside(part) > 0) drawRowLabels(scene_, painter_, grid, label_width_);
    grid.spec.at = {cells.x, cells.y - marksAbove(part)};
    if (labelsAbove(part) > 0) drawColumnLabels(scene_, painter_, grid);
}

}  // namespace lookback
