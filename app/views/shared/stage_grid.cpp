#include "app/views/shared/stage_grid.h"

#include <algorithm>
#include <cstdlib>

#include <fmt/format.h>

#include "app/look/motion.h"
#include "app/state/model/app_state.h"
#include "app/state/model/shown_quantity.h"
#include "app/state/update/action.h"
#include "app/widgets/tooltip.h"
#include "core/base/text.h"
#include "core/document/verdict.h"
#include "core/explain/depending_cells.h"
#include "core/explain/explain.h"
#include "core/explain/in_conventions.h"
#include "core/words/say.h"
#include "imgui_internal.h"
#include "messages/common.h"
#include "messages/mask.h"

namespace lookback {
namespace {

constexpr float kRowLabel = 98;     ///< to the left of a row: its label
constexpr float kColumnLabel = 38;  ///< above a column
constexpr int kLeastShownDecimals = 2;

void addLine(std::string& words, std::string_view line) {
    if (!words.empty()) words += '\n';
    words += line;
}

template <class Said>
typename Said::Where whereIn(std::optional<Side> side) {
    return side ? Said::Where::other : Said::Where::here;
}

}  // namespace

StageGrid::StageGrid(const Scene& scene, MatrixId id) : id_(id) {
    const MatrixInfo& matrix = info(id);
    spec.name = matrix.name.data();
    spec.values = scene.matrix(id);
    spec.domain = matrix.domain;
    spec.gap = scene.look.px(2);
    spec.decimals = scene.preferences().decimals;
    if (scene.shown().isHatched(id)) spec.mask = scene.trace().view(MatrixId::mask);
    if (const MatrixView lifted = liftedMask(scene.state);
        !lifted.empty() && scene.shown().trace().isFromMaskOn(id)) {
        spec.lifted = lifted;
    }
    spec.transposed = isTurned(id, scene.preferences().conventions);
    spec.true_is_allowed = scene.preferences().conventions.true_is_allowed;
    spec.bound = scene.shown().bound(id);
    spec.before = scene.before(id);
    spec.newest_cell = lastShown(scene.state, id);
    const LessonHiding& hiding = scene.state.lesson.hiding;
    spec.hidden = hiding.cells.of(id, scene.place().head);
    const auto& asked = hiding.asked;
    const bool is_here =
        asked && asked->id == id && (!matrix.per_head || asked->head == scene.place().head);
    if (is_here) spec.asked = asked->cell;
    spec.glows = scene.state.document_work.history.isDragging();
    // Masked cells do not count for the bound of the colours, but their digits need room.
    const MaskedDigits masked = scene.shown().maskedDigits(id);
    room_ = {spec.domain, spec.bound, masked.largest, masked.characters};
    lit_ = litCells(scene, id);
    const auto& hovered = scene.hands.hovered;
    const auto& locked = scene.place().locked;
    if (hovered && hovered->id == id) spec.hovered = hovered->cell;
    if (locked && locked->id == id) spec.pinned = locked->cell;
}

void StageGrid::cut(Cell first, Index rows, Index cols) {
    first_row_ += first.row;
    first_col_ += first.col;
    spec.values = spec.values.block(first, rows, cols);
    if (!spec.before.empty()) spec.before = spec.before.block(first, rows, cols);
    for (std::optional<MatrixView>* const pairs : {&spec.mask, &spec.lifted}) {
        if (*pairs && (*pairs)->rows() >= first.row + rows &&
            (*pairs)->cols() >= first.col + cols) {
            *pairs = (*pairs)->block(first, rows, cols);
        }
    }
    for (CellRange& range : lit_) {
        range.row -= first.row;
        range.col -= first.col;
    }
    if (spec.newest_cell) {
        spec.newest_cell = {spec.newest_cell->row - first.row, spec.newest_cell->col - first.col};
    }
    if (!spec.hidden.empty()) spec.hidden = spec.hidden.block(first, rows, cols);
    for (auto* marked : {&spec.hovered, &spec.pinned, &spec.asked}) {
        if (!*marked) continue;
        **marked = {(*marked)->row - first.row, (*marked)->col - first.col};
        const Cell at = **marked;
        if (at.row < 0 || at.col < 0 || at.row >= rows || at.col >= cols) marked->reset();
    }
}

void StageGrid::showInstead(const MatrixView& values, std::optional<MatrixView> mask,
                            const DigitRoom& room, MatrixSource source) {
    source_ = source;
    const Cell first{first_row_, first_col_};
    const auto part = [&](const MatrixView& whole) {
        return whole.block(first, spec.values.rows(), spec.values.cols());
    };
    if (mask) mask = part(*mask);
    spec.mask = mask;
    spec.lifted.reset();
    spec.values = part(values);
    spec.before = {};
    spec.glows = false;
    spec.domain = room.domain;
    spec.bound = room.bound;
    room_ = room;
}

void StageGrid::showHeadOnly(const Scene& scene) {
    const Document& document = scene.document();
    if (document.heads == 1 || !info(id_).is_of_all_heads) return;
    const Index width = spec.values.cols() / document.heads;
    cut({0, width * scene.place().head}, spec.values.rows(), width);
}

void StageGrid::showRowOnly(Index row) { cut({row, 0}, 1, spec.values.cols()); }

void StageGrid::showWindow(const Scene& scene, bool rows_are_keys) {
    const Pane& pane = scene.place().pane;
    const MatrixInfo& matrix = info(id_);
    const Index row = matrix.rows != Axis::token ? pane.dimension
                      : rows_are_keys            ? pane.key
                                                 : pane.query;
    const AxisRange rows = pane.range(row, spec.values.rows());
    const AxisRange cols =
        pane.range(matrix.cols == Axis::token ? pane.key : pane.dimension, spec.values.cols());
    is_cut_ = rows.count < spec.values.rows() || cols.count < spec.values.cols();
    cut({rows.first, cols.first}, rows.count, cols.count);
}

std::string StageGrid::range() const {
    if (spec.domain == Domain::weights) return "0 \u2026 1";
    if (!spec.hidden.empty()) return "\u2026";
    // A bound has two digits; beyond 1e22 the nearest double may have further ones.
    const std::string digits = fmt::format("{:.1e}", spec.bound);
    const std::string end = formatShort(std::strtod(digits.c_str(), nullptr));
    return fmt::format("\u2212{} \u2026 {}", end, end);
}

Target StageGrid::target(const Scene& scene, Cell shown) const {
    return {id_, info(id_).per_head ? scene.place().head : 0, whole(shown)};
}

void StageGrid::resize(const CellFit& fit) {
    spec.font = fit.font;
    spec.decimals = fit.decimals;
    spec.gap = fit.gap;
    spec.pad = fit.font != nullptr ? fit.font->FontSize * fit.pad / 2 : 0;
    spec.cell = {fit.width(room()), fit.height};
    spec.longest_label = fit.longest_label;
}

std::vector<Rect> StageGrid::litRects() const {
    std::vector<Rect> rects;
    for (const CellRange& range : lit_) {
        const Cell first{std::max<Index>(range.row, 0), std::max<Index>(range.col, 0)};
        const Cell last{std::min(range.row + range.rows, spec.values.rows()) - 1,
                        std::min(range.col + range.cols, spec.values.cols()) - 1};
        if (first.row > last.row || first.col > last.col) continue;
        rects.push_back({cellRect(spec, first).min, cellRect(spec, last).max});
    }
    return rects;
}

/// Returns the areas that are read together with a cell: the row of its query, or the column where
/// columns are queries, with its label; and the lit cells.
std::vector<Rect> StageGrid::readWith(const Scene& scene, Cell cell) const {
    std::vector<Rect> rects = litRects();
    const Rect all = gridRect(spec);
    const Rect one = cellRect(spec, cell);
    if (isTurned(id_, scene.preferences().conventions)) {
        const float label = scene.look.px(kColumnLabel);
        rects.push_back(one.betweenY(all.min.y - label, all.max.y));
    } else {
        const float label = scene.look.px(kRowLabel);
        rects.push_back(one.betweenX(all.min.x - label, all.max.x));
    }
    return rects;
}

std::vector<Verdict> StageGrid::verdicts(const Mask& mask) const {
    std::vector<Verdict> verdicts;
    if (id_ != MatrixId::mask || !spec.is_seen) return verdicts;
    for (Index query = 0; query < spec.values.rows(); ++query) {
        for (Index key = 0; key < spec.values.cols(); ++key) {
            verdicts.push_back(verdictOf(mask, whole({query, key})));
        }
    }
    return verdicts;
}

void StageGrid::notePointed(const Scene& scene) const {
    pointAtMatrix(scene, {id_, info(id_).per_head ? scene.place().head : 0, source_});
}

GridEvents StageGrid::draw(Painter& painter, const Scene& scene) {
    spec.lit = lit_;
    const std::vector<Verdict> verdicts = this->verdicts(scene.document().mask);
    spec.verdicts = verdicts;
    GridEvents events = matrixGrid(painter, spec);
    spec.verdicts = {};
    if (events.clicked && answersWith(scene, target(scene, *events.clicked))) {
        events = {.hovered = events.hovered, .wants_tooltip = events.wants_tooltip};
    }
    if (events.hovered) {
        const Target pointed = target(scene, *events.hovered);
        scene.hands.hovered_next = pointed;
        notePointed(scene);
        const bool is_to_come = isBlank(spec, *events.hovered) && !isHidden(spec, *events.hovered);
        if (events.wants_tooltip && !is_to_come) {
            const std::vector<Rect> in_sight = readWith(scene, *events.hovered);
            nameInTooltip(scene, cellRect(spec, *events.hovered), pointed, {.in_sight = in_sight});
        }
    }
    return events;
}

void pointAtMatrix(const Scene& scene, const PointedMatrix& matrix) {
    Hands& hands = scene.hands;
    hands.pointed_next = matrix;
    if (!hands.isIdle() || !ImGui::IsMouseClicked(ImGuiMouseButton_Right)) return;
    const ImVec2 at = ImGui::GetMousePos();
    hands.copy_menu = CopyMenu{.matrix = matrix, .x = at.x, .y = at.y};
}

int shownDecimals(const Scene& scene) {
    int decimals = std::min(scene.decimals, scene.motion.drawn.figure_decimals);
    for (const DrawnGrid& grid : scene.motion.drawn.grids) {
        const bool has_digits = grid.digits > 0 && info(grid.id).domain != Domain::allowed;
        if (has_digits) decimals = std::min(decimals, grid.decimals);
    }
    return std::max(decimals, std::min(scene.preferences().decimals, kLeastShownDecimals));
}

void noteFigureDecimals(const Scene& scene, const CellFit& fit) {
    int& fewest = scene.motion.drawn.figure_decimals;
    if (fit.font != nullptr) fewest = std::min(fewest, fit.decimals);
}

bool isPointing(const Scene& scene) {
    return scene.hands.hovered || scene.place().locked || scene.hands.hovered_token;
}

bool answersWith(const Scene& scene, const Target& target) {
    if (isPicking(scene.state)) {
        // The number is not dragged, too.
        ImGui::ClearActiveID();
        scene.emit(PickCell{target});
        return true;
    }
    const auto* const task = scene.state.lesson.asks<CellTask>();
    const bool is_open = task != nullptr && scene.state.lesson.isOpen();
    if (!is_open || !canAnswerIn(*task, target.id)) return false;
    scene.emit(AnswerTask{AnsweredCell{target.id, target.head, target.cell}});
    return true;
}

void chooseToken(const Scene& scene, Index token) {
    const auto* const task = scene.state.lesson.asks<CellTask>();
    const bool is_answer = task != nullptr && task->asks_token && scene.state.lesson.isOpen();
    scene.emit(is_answer ? Action(AnswerTask{AnsweredToken{token}}) : SelectToken{token});
}

void toggleLock(const Scene& scene, const Target& target) {
    const bool is_locked = scene.place().locked == target;
    scene.emit(Change(&Place::locked, is_locked ? std::nullopt : std::optional(target)));
}

void nameInTooltip(const Scene& scene, const Rect& item, const Target& target,
                   TooltipOptions options) {
    const Document& document = scene.document();
    if (!scene.hands.isIdle()) return;
    const std::vector<std::string>& labels = scene.shown().wholeLabels();
    std::string words = withSigns(cellName(document, labels, target.id, target.head, target.cell,
                                           scene.preferences().conventions));
    const Quantity named{
        .id = target.id, .row = target.cell.row, .col = target.cell.col, .head = target.head};
    if (!isShown(scene.state, named)) {
        const std::string hidden = scene.said(whyHidden(scene.state, named));
        options.pale = hidden;
        return showTooltip(scene.look, item, words, options);
    }
    if (target.id != MatrixId::mask) {
        const MatrixView values = scene.matrix(target.id);
        words += " = " + shortestDigits(values(target.cell), values.kind());
    }
    const std::string masked = maskWords(scene, target);
    options.pale = masked;
    showTooltip(scene.look, item, words, options);
}

std::vector<CellRange> litCells(const Scene& scene, MatrixId id) {
    std::vector<CellRange> cells;
    if (const auto token = scene.hands.hovered_token; token && !scene.place().locked) {
        const MatrixView values = scene.matrix(id);
        if (info(id).rows == Axis::token) cells.push_back({id, 0, *token, 0, 1, values.cols()});
        return cells;
    }
    const auto target = explainedTarget(scene.state);
    if (!target) return cells;
    const Index head = info(id).per_head ? scene.place().head : 0;
    if (target->id == id) cells.push_back({id, head, target->cell.row, target->cell.col, 1, 1});
    const auto light = [&](const std::vector<CellRange>& ranges) {
        for (const CellRange& range : ranges) {
            if (range.id == id && range.head == head) cells.push_back(range);
        }
    };
    light(scene.inputs);
    if (scene.dependents != nullptr) light(*scene.dependents);
    return cells;
}

bool mayDepend(const Scene& scene, MatrixId id) {
    return scene.dependents != nullptr && !isGiven(scene.document(), id);
}

void panelHeading(Painter& painter, ImVec2 at, std::string_view text, Color color) {
    painter.textAt(painter.look().fonts.caption, color, at, text);
}

std::vector<std::string> dimensionLabels(Index count) {
    std::vector<std::string> labels;
    for (Index k = 1; k <= count; ++k) labels.push_back(std::to_string(k));
    return labels;
}

std::string maskWords(const Wording& wording, const Variant& variant, Cell cell,
                      const std::vector<std::string>& labels, std::optional<Side> side) {
    const Mask& mask = variant.document().mask;
    const Verdict verdict = verdictOf(mask, cell);
    const Verbatim name{side == Side::a ? "A" : "B"};
    std::string words;
    if (verdict.is_painted && verdict.allows()) {
        addLine(words, wording.text(say::mask::AllowedByHand{
                           .where = whereIn<say::mask::AllowedByHand>(side), .side = name}));
    } else if (verdict.is_painted) {
        addLine(words, wording.text(say::mask::BlockedByHand{
                           .where = whereIn<say::mask::BlockedByHand>(side), .side = name}));
    }
    for (const Objection& objection : objectionsTo(mask, cell, labels)) {
        const Message& rule = objection.rule;
        const Message line =
            verdict.allows()
                ? Message(say::mask::Against{.rule = rule, .reason = objection.why})
                : Message(say::mask::BlockedBy{.where = whereIn<say::mask::BlockedBy>(side),
                                               .side = name,
                                               .rule = rule,
                                               .reason = objection.why});
        addLine(words, wording.text(line));
    }
    return words;
}

std::string maskWords(const Scene& scene, const Target& target) {
    const Variant& shown = scene.shown();
    const bool is_mask = target.id == MatrixId::mask;
    const Wording wording = scene.wording();
    const MatrixView lifted = liftedMask(scene.state);
    if (!lifted.empty() && shown.trace().isFromMaskOn(target.id) && lifted(target.cell) == 0) {
        return wording.text(say::mask::Lifted{});
    }
    if (!is_mask && !shown.isHatched(target.id)) return "";
    std::string words = maskWords(wording, shown, target.cell, shown.wholeLabels(), std::nullopt);
    const bool is_blocked = shown.trace().view(MatrixId::mask)(target.cell) == 0;
    const bool is_weight = info(target.id).domain == Domain::weights;
    if (is_blocked && is_weight && scene.matrix(target.id)(target.cell) > 0)
        addLine(words, wording.text(say::mask::Leak{}));
    if (is_mask) addLine(words, wording.text(say::mask::HowToPaint{}));
    return words;
}

}  // namespace lookback
