#include "app/views/lab/stage_figure.h"

#include <algorithm>
#include <tuple>

#include <fmt/format.h>

#include "app/state/model/app_state.h"
#include "app/state/update/action.h"
#include "app/views/edit/cell_editing.h"
#include "app/views/lab/figure_part.h"
#include "app/views/lab/moving_signs.h"
#include "app/widgets/formula.h"
#include "core/base/message.h"
#include "core/base/text.h"
#include "core/document/edit.h"
#include "core/engine/stages.h"
#include "core/explain/in_conventions.h"
#include "messages/lab.h"

namespace lookback {
namespace {

constexpr Index kMostInRow = 7;      ///< tokens: with more, the mask has a column of its own
constexpr float kTitleSlack = 0.5f;  ///< pixels by which places of titles are rounded
constexpr Index kMostPainted = 40;   ///< tokens: with more, the cells of a mask are smaller

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
    {.kind = Arithmetic::column_softmax, .shape = FigureShape::one, .writes_sums = true},
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
      progress_(progress),
      around_{scene.token(), 0},
      figure_(figureOf(stage(result).arithmetic(scene.document()))),
      marks_(scene) {
    if (const auto focus = focusedTarget(scene.state)) around_ = focus->cell;
    addOperands(scene.document(), result);
    has_bias_room_ = biasPart() != nullptr;
    shareColours();
    for (Part& part : parts_) part.whole = part.grid;
    markProgress();
    measure();
}

void StageFigure::shareLeft(StageFigure& before) {
    const StageGrid& other = before.parts_.front().grid;
    Part& left = parts_.front();
    if (!isProduct() || !before.isProduct() || left.grid.id() != other.id()) return;
    left.is_shared = true;
    has_bias_room_ = before.has_bias_room_ = has_bias_room_ || before.has_bias_room_;
    left.row_labels = left.column_labels = false;
    measure();
}

void StageFigure::findLeft(const StageFigure& before) {
    if (parts_.front().is_shared) parts_.front().grid = before.parts_.front().grid;
}

void StageFigure::markProgress() {
    StageGrid& shown = parts_.back().grid;
    const Cell first = shown.first();
    const auto within = [&](Cell cell) { return Cell{cell.row - first.row, cell.col - first.col}; };
    shown.spec.newest = arrived(scene_.place().motion);
    shown.spec.differences = scene_.look.fonts.mono_small;
    if (progress_.newest) shown.spec.newest_cell = within(*progress_.newest);
    if (progress_.focus) shown.spec.focus = within(*progress_.focus);
    const auto& [newest, focus] = std::tie(shown.spec.newest_cell, shown.spec.focus);
    if (newest && focus && newest->row == focus->row) shown.spec.arriving = focus;
}

/// Returns the shown part of an axis, relative to its first cell. @param first cell in the whole
/// matrix @param total cells
AxisRange StageFigure::shown(Way way, Index first, Index total, const FigureWindow& window) const {
    const bool are_terms = way == Way::terms;
    const Index most = are_terms ? window.terms : way == Way::rows ? window.rows : window.cols;
    // Dimensions of a sum have no focus; keys are shown around the token itself.
    const Index focus = !are_terms                  ? (way == Way::rows ? around_.row : around_.col)
                        : figure_.labels_right_rows ? around_.row
                                                    : 0;
    return partAround(focus - first, most, total);
}

Cell StageFigure::focusMoved(Index by, bool is_across) const {
    const StageGrid& whole = parts_.back().whole;
    const GridSpec& shown = parts_.back().grid.spec;
    const auto moved = [by](Index at, Index first, Index count, Index total) {
        const auto start = [&](Index place) {
            return partAround(place - first, count, total).first;
        };
        for (Index next = at + by; next >= first && next < first + total; next += by) {
            if (start(next) != start(at)) return next;
        }
        return at;
    };
    Cell cell = around_;
    if (is_across != shown.transposed) {
        cell.col =
            moved(cell.col, whole.first().col, shown.values.cols(), whole.spec.values.cols());
    } else {
        cell.row =
            moved(cell.row, whole.first().row, shown.values.rows(), whole.spec.values.rows());
    }
    return cell;
}

void StageFigure::showAround(const FigureWindow& window) {
    for (Part& part : parts_) {
        // A large mask is shown whole, so that it can be painted.
        if (hasLargeMask() && isMask(part)) continue;
        const MatrixView& values = part.whole.spec.values;
        const Cell first = part.whole.first();
        const AxisRange rows = shown(part.down, first.row, values.rows(), window);
        const AxisRange cols = shown(part.across, first.col, values.cols(), window);
        const Index had_rows = part.grid.spec.values.rows();
        const Index had_cols = part.grid.spec.values.cols();
        const Cell was = part.grid.first();
        const bool is_same = was.row == first.row + rows.first &&
                             was.col == first.col + cols.first && had_rows == rows.count &&
                             had_cols == cols.count;
        if (is_same) continue;
        part.grid = part.whole;
        part.grid.cut({rows.first, cols.first}, rows.count, cols.count);
    }
    markProgress();
}

FigureWindow StageFigure::whole() const {
    const MatrixView& result = parts_.back().whole.spec.values;
    FigureWindow size{result.rows(), result.cols(), 1};
    for (const Part& part : parts_) {
        const MatrixView& values = part.whole.spec.values;
        if (part.down == Way::terms) size.terms = std::max(size.terms, values.rows());
        if (part.across == Way::terms) size.terms = std::max(size.terms, values.cols());
    }
    return size;
}

bool StageFigure::isPart() const {
    return std::any_of(parts_.begin(), parts_.end(), [](const Part& part) {
        const MatrixView& whole = part.whole.spec.values;
        const MatrixView& shown = part.grid.spec.values;
        return shown.rows() < whole.rows() || shown.cols() < whole.cols();
    });
}

bool StageFigure::hasLargeMask() const {
    const Index n = scene_.document().n();
    return figure_.shape == FigureShape::two && parts_.size() == 3 && isMask(parts_[1]) &&
           n > kMostInRow && n <= kMostPainted;
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
    if (const auto bias = biasOf(document, result)) {
        add(*bias, "+");
        parts_.back().row_labels = parts_.back().column_labels = false;
    }
    add(result, "");
    if (isProduct()) {
        parts_.back().title_below = true;
        parts_.back().row_labels = false;
        parts_.back().column_labels = false;
    }
}

void StageFigure::add(MatrixId id, std::string_view sign) {
    StageGrid grid(scene_, id);
    Part part{.whole = grid, .grid = grid, .sign = std::string(sign)};
    // A result without heads is computed from all heads together.
    const MatrixInfo& made = info(result_);
    if (made.per_head || made.is_of_all_heads) part.grid.showHeadOnly(scene_);
    const bool are_keys = figure_.right_has_tokens && id == stage(result_).right(scene_.document());
    part.grid.showWindow(scene_, are_keys);
    if (isProduct() && id != result_) {
        const bool is_left = id == stage(result_).left(scene_.document());
        part.down = is_left ? Way::rows : figure_.turns_right ? Way::cols : Way::terms;
        part.across = is_left || figure_.turns_right ? Way::terms : Way::cols;
    }
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

/// Returns the bias that is added to each row of a product; null: none.
StageFigure::Part* StageFigure::biasPart() {
    const bool is_there = isProduct() && parts_.size() > 3;
    return is_there ? &parts_[2] : nullptr;
}

bool StageFigure::isMask(const Part& part) {
    return info(part.grid.id()).domain == Domain::allowed;
}

bool StageFigure::isCut() const {
    return std::any_of(parts_.begin(), parts_.end(),
                       [](const Part& part) { return part.grid.isCut(); });
}

float StageFigure::titleWidth(const Part& part) const {
    if (part.is_shared) return 0;
    return part.is_brief ? part.symbol_width : part.title_width;
}

/// Returns true where the title has words before its symbol: where they have room.
bool StageFigure::hasWords(const Part& part) {
    return !part.is_brief || part.title_width < part.title.width() + kTitleSlack;
}

std::optional<Cell> StageFigure::draw(ImVec2 at) {
    const auto shift = [at](Rect& box) {
        box = {{box.min.x + at.x, box.min.y + at.y}, {box.max.x + at.x, box.max.y + at.y}};
    };
    for (Part& part : parts_) {
        if (part.is_shared) continue;
        part.grid.spec.at = {part.grid.spec.at.x + at.x, part.grid.spec.at.y + at.y};
        for (const Rect& lit : part.grid.litRects()) keepInSight(scene_.look, lit);
    }
    std::size_t sign = 0;
    std::optional<Cell> clicked;
    bool is_on_its_way = false;
    // Figures that stand side by side may have operands in common.
    ImGui::PushID(info(result().id()).name.data());
    for (Part& part : parts_) {
        if (part.is_shared) continue;
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
            is_on_its_way = true;
            const PartDots dots = dotsOf(part);
            motion.finish(part.grid, cells,
                          {marksBeside(part) + dots.across, marksAbove(part) + dots.down});
        } else {
            drawTitle(part);
            drawLabels(part);
            drawPartDots(painter_, part.grid.spec, dotsOf(part));
        }
        selectByLabels(part);
        if (isMask(part)) marks_.drawAround(painter_, part.grid.spec, part.grid.first());
    }
    ImGui::PopID();
    shift(corner_);
    if (!is_on_its_way) drawCorner();
    return clicked;
}

/// Says above the left operand of a product which row and which column make a cell, where the words
/// have room.
void StageFigure::drawCorner() {
    if (corner_.width() <= 0) return;
    const auto symbol = [&](const Part& part) {
        return Verbatim{symbolOf(scene_, part.grid.id(), part.grid.spec.transposed)};
    };
    const TextLine words =
        parseSymbols(scene_.said(say::lab::RowMeetsColumn{.left = symbol(parts_[0]),
                                                          .right = symbol(parts_[1]),
                                                          .result = symbol(parts_.back())}),
                     Ink::soft);
    const LineFonts fonts =
        scene_.place().presenting ? sentenceFonts(scene_.look) : smallSentenceFonts(scene_.look);
    const LaidLine laid = layLine(painter_, fonts, corner_.width(), words);
    if (laid.height > corner_.height()) return;
    drawLine(painter_, fonts, {corner_.min.x, corner_.max.y - laid.height}, laid);
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
        if (part.is_shared) continue;
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
    for (const Part& part : parts_) {
        if (!part.is_shared) ids.push_back(part.grid.id());
    }
    return ids;
}

PartLook StageFigure::lookOf(const Part& part) const {
    PartLook look{.is_brief = !hasWords(part),
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
                  hasWords(part) ? titleLine(scene_, part.grid.id(), is_turned)
                                 : symbolLine(scene_, part.grid.id(), is_turned));
    explainTitle(scene_, part.grid.id(), is_turned, part.title);
}

void StageFigure::drawLabels(const Part& part) {
    // Marks of tokens stand between the labels and the cells.
    StageGrid grid = part.grid;
    const ImVec2 cells = grid.spec.at;
    const PartDots dots = dotsOf(part);
    grid.spec.at = {cells.x - marksBeside(part) - dots.across, cells.y};
    if (labelsBeside(part) > 0) drawRowLabels(scene_, painter_, grid, label_width_);
    grid.spec.at = {cells.x, cells.y - marksAbove(part) - dots.down};
    if (labelsAbove(part) > 0) drawColumnLabels(scene_, painter_, grid);
}

/// Makes the tokens beside the rows of a part answer the pointer: a click selects the token.
void StageFigure::selectByLabels(const Part& part) {
    const Look& look = scene_.look;
    const GridSpec& spec = part.grid.spec;
    if (labelsBeside(part) <= 0 || shownRows(spec) == 0 || !areLabelled(look, spec)) return;
    const Rect cells = gridRect(spec);
    const float end = cells.min.x - marksBeside(part) - dotsOf(part).across - look.px(8);
    const Rect labels = cells.betweenX(end - label_width_, end);
    ImGui::SetCursorScreenPos(labels.min);
    const std::string id = fmt::format("##tokens-{}", info(part.grid.id()).name);
    const bool is_clicked = ImGui::InvisibleButton(id.c_str(), {labels.width(), labels.height()});
    if (!ImGui::IsItemHovered()) return;
    const float pitch = spec.cell.y + spec.gap;
    const auto row = static_cast<Index>((ImGui::GetMousePos().y - labels.min.y) / pitch);
    const Index token = firstOfRows(part.grid) + std::clamp<Index>(row, 0, shownRows(spec) - 1);
    scene_.hands.hovered_token_next = token;
    ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
    if (is_clicked) chooseToken(scene_, token);
    tooltip(look, scene_.said(say::lab::ReadTip{}));
}

}  // namespace lookback
