#include "app/views/stage_figure.h"

#include <algorithm>

#include <fmt/format.h>

#include "app/widgets/formula.h"
#include "core/base/text.h"

namespace lookback {
namespace {

constexpr float kTitle = 26;
constexpr float kColumnLabels = 22;
constexpr float kSecondRow = 13;  ///< where the labels take turns
constexpr float kSign = 58;
constexpr float kLongestLabel = 90;
constexpr const char* kArrow = "\u2192";

Rect sized(const GridSpec& spec) {
    GridSpec at_origin = spec;
    at_origin.at = {0, 0};
    return gridRect(at_origin);
}

Ink inkOf(Role role) {
    switch (role) {
        case Role::query: return Ink::query;
        case Role::key: return Ink::key;
        case Role::value: return Ink::value;
        case Role::weights: return Ink::weights;
        case Role::plain: break;
    }
    return Ink::plain;
}

}  // namespace

StageFigure::StageFigure(const Scene& scene, Painter& painter, MatrixId result,
                         const Progress& progress)
    : scene_(scene),
      painter_(painter),
      result_(result),
      arithmetic_(stage(result).arithmetic(scene.document())) {
    addOperands(scene.document(), result);
    StageGrid& shown = parts_.back().grid;
    const Cell first = shown.first();
    const auto within = [&](Cell cell) { return Cell{cell.row - first.row, cell.col - first.col}; };
    shown.spec.newest = static_cast<float>(scene.view.motion);
    if (progress.newest && arithmetic_ != Arithmetic::given) {
        shown.spec.newest_cell = within(*progress.newest);
    }
    if (progress.has_focus) shown.spec.focus = within(*progress.newest);
}

void StageFigure::addOperands(const Document& document, MatrixId result) {
    const Stage& row = stage(result);
    switch (arithmetic_) {
        case Arithmetic::given: break;
        case Arithmetic::dot:
        case Arithmetic::score:
        case Arithmetic::weighted_sum:
            add(row.left(document), "");
            add(row.right(document), "");
            parts_[0].title_below = true;
            parts_[0].column_labels = info(parts_[0].grid.id()).cols == Axis::token;
            parts_[1].row_labels = arithmetic_ == Arithmetic::weighted_sum;
            parts_[1].grid.spec.transposed = arithmetic_ == Arithmetic::score;
            break;
        case Arithmetic::sum:
            add(row.left(document), "");
            add(row.right(document), "+");
            break;
        case Arithmetic::masking:
        case Arithmetic::zeroing:
            add(row.left(document), "");
            add(MatrixId::mask, arithmetic_ == Arithmetic::zeroing ? "\u00b7" : "");
            break;
        case Arithmetic::rotation:
        case Arithmetic::quotient:
        case Arithmetic::bias:
        case Arithmetic::softmax:
        case Arithmetic::renormalising:
        case Arithmetic::copy:
        case Arithmetic::rule: add(row.left(document), ""); break;
    }
    add(result, parts_.empty() || isProduct() ? "" : kArrow);
    if (isProduct()) {
        parts_[2].title_below = true;
        parts_[2].row_labels = false;
        parts_[2].column_labels = false;
    }
}

void StageFigure::add(MatrixId id, const std::string& sign) {
    Part part{StageGrid(scene_, id), true, true, false, sign, {}};
    // The output is made of all heads together.
    if (result_ != MatrixId::output) part.grid.showHeadOnly(scene_);
    const bool is_right_operand =
        isProduct() && arithmetic_ != Arithmetic::dot && parts_.size() == 1;
    part.grid.showWindow(scene_, is_right_operand);
    part.column_labels = info(id).cols == Axis::token;
    part.row_labels = info(id).rows == Axis::token;
    parts_.push_back(std::move(part));
}

bool StageFigure::isProduct() const {
    return arithmetic_ == Arithmetic::dot || arithmetic_ == Arithmetic::score ||
           arithmetic_ == Arithmetic::weighted_sum;
}

bool StageFigure::isCut() const {
    return std::any_of(parts_.begin(), parts_.end(),
                       [](const Part& part) { return part.grid.isCut(); });
}

float StageFigure::labelWidth() const {
    float width = 0;
    for (const std::string& label : scene_.labels()) {
        width = std::max(width, painter_.width(scene_.look.fonts.strong_small, label));
    }
    return std::min(std::ceil(width) + 1, scene_.look.px(kLongestLabel));
}

float StageFigure::labelsBeside(const Part& part) const {
    return part.row_labels ? labelWidth() + scene_.look.px(8) : 0;
}

float StageFigure::labelsAbove(const Part& part) const {
    if (!part.column_labels && !part.grid.spec.transposed) return 0;
    const int rows = columnLabelRows(painter_, part.grid.spec, columnLabelsOf(part));
    return scene_.look.px(rows == 2 ? kColumnLabels + kSecondRow : kColumnLabels);
}

std::span<const std::string> StageFigure::rowLabelsOf(const Part& part) const {
    return std::span(scene_.labels()).subspan(static_cast<std::size_t>(part.grid.first().row));
}

/// Above a transposed operand stand the labels of its rows.
std::span<const std::string> StageFigure::columnLabelsOf(const Part& part) const {
    const GridSpec& spec = part.grid.spec;
    const Index first = spec.transposed ? part.grid.first().row : part.grid.first().col;
    const Index count = spec.transposed ? spec.values.rows() : spec.values.cols();
    return std::span(scene_.labels())
        .subspan(static_cast<std::size_t>(first), static_cast<std::size_t>(count));
}

ImVec2 StageFigure::arrange(const CellFit& fit) {
    is_dense_ = fit.operand > 0;
    for (Part& part : parts_) {
        part.grid.resize(fit);
        if (!is_dense_ || &part == &parts_.back()) continue;
        part.grid.spec.font = nullptr;
        part.grid.spec.cell.x = fit.operand;
    }
    if (!isProduct()) return arrangeRow();
    // The right operand and the result share their columns, so they share their width.
    GridSpec& right = parts_[1].grid.spec;
    const float width = std::max(right.cell.x, parts_[2].grid.spec.cell.x);
    right.cell.x = parts_[2].grid.spec.cell.x = width;
    if (is_dense_) right.cell.y = fit.operand;
    return arrangeProduct();
}

ImVec2 StageFigure::arrangeProduct() {
    const Look& look = scene_.look;
    Part& left = parts_[0];
    Part& right = parts_[1];
    Part& result = parts_[2];
    const Rect left_size = sized(left.grid.spec);
    const Rect right_size = sized(right.grid.spec);
    const Rect result_size = sized(result.grid.spec);
    const float beside = labelsBeside(left);
    const float beside_right = labelsBeside(right);
    const float title = titleHeight();
    // In a dense figure the operands' titles stand in the empty corner; the result is the step's.
    const float corner =
        is_dense_ ? std::max(titleWidth(left), titleWidth(right)) + look.px(10) - beside : 0;
    const float left_column = std::max({left_size.width(), titleWidth(left), corner});
    const float right_column =
        std::max({result_size.width(), titleWidth(right), titleWidth(result)});
    const float gap = std::max(look.px(scene_.compact ? 20 : 30), beside_right + look.px(16));
    const float x = beside + left_column + gap;
    const float top = (is_dense_ ? 0 : title) + labelsAbove(right);
    const float y = top + right_size.height() +
                    std::max(look.px(scene_.compact ? 8 : 14), labelsAbove(left) + look.px(4));
    const float result_x = x + std::floor((right_column - result_size.width()) / 2);
    left.grid.spec.at = {beside + std::floor((left_column - left_size.width()) / 2), y};
    right.grid.spec.at = {result_x, top};
    result.grid.spec.at = {result_x, y};
    const float bottom = y + std::max(left_size.height(), result_size.height());
    if (is_dense_) {
        const float end = beside + left_column;
        left.title = {{end - titleWidth(left), y - title}, {end, y}};
        right.title = {{end - titleWidth(right), y - 2 * title}, {end, y - title}};
        result.title = {};
        return {x + right_column, bottom};
    }
    left.title = {{beside, bottom}, {beside + left_column, bottom + title}};
    right.title = {{x, 0}, {x + right_column, title}};
    result.title = {{x, bottom}, {x + right_column, bottom + title}};
    return {x + right_column, bottom + title};
}

ImVec2 StageFigure::arrangeRow() {
    const Look& look = scene_.look;
    float x = 0;
    float above = 0;
    float height = 0;
    for (const Part& part : parts_) above = std::max(above, labelsAbove(part));
    signs_.clear();
    for (Part& part : parts_) {
        const Rect size = sized(part.grid.spec);
        const float y = titleHeight() + above;
        const float column = std::max(size.width(), titleWidth(part));
        if (!part.sign.empty()) {
            signs_.push_back({{x, y}, {x + look.px(kSign), y + size.height()}});
            x += look.px(kSign);
        } else if (x > 0) {
            x += look.px(24);
        }
        x += labelsBeside(part);
        part.grid.spec.at = {x + std::floor((column - size.width()) / 2), y};
        part.title = {{x, 0}, {x + column, titleHeight()}};
        x += column;
        height = std::max(height, y + size.height());
    }
    return {x, height + look.px(scene_.compact ? 4 : 10)};
}

/// A stroke over the mask gives every cell it passes what its first cell became.
void StageFigure::paint(const GridEvents& events) {
    const Mask& mask = scene_.document().mask;
    auto& painting = scene_.view.painting;
    if (events.clicked) painting = !allows(mask, events.clicked->row, events.clicked->col);
    if (!painting) return;
    if (events.hovered && ImGui::IsMouseDown(ImGuiMouseButton_Left) &&
        allows(mask, events.hovered->row, events.hovered->col) != *painting) {
        scene_.emit(PaintCell{*events.hovered, *painting});
    }
    if (ImGui::IsMouseReleased(ImGuiMouseButton_Left)) {
        painting.reset();
        scene_.emit(FinishDrag{});
    }
}

void StageFigure::lock(const Target& target) {
    scene_.emit(scene_.view.locked == target ? Lock{} : Lock{target});
}

TextLine StageFigure::titleOf(const Part& part) {
    const MatrixInfo& matrix = info(part.grid.id());
    TextLine line{{std::string(matrix.title) + " ", inkOf(matrix.role), true, 0, false}};
    for (Piece& piece : parseSymbols(matrix.symbol, inkOf(matrix.role))) {
        piece.bold = true;
        line.push_back(std::move(piece));
    }
    if (part.grid.spec.transposed) line.push_back({"T", inkOf(matrix.role), true, 1, false});
    return line;
}

float StageFigure::titleWidth(const Part& part) const {
    return setLine(painter_, sentenceFonts(scene_.look), {0, 0}, FLT_MAX, titleOf(part), 0, false)
        .width;
}

float StageFigure::titleHeight() const { return scene_.look.px(scene_.compact ? 22 : kTitle); }

std::optional<Cell> StageFigure::draw(ImVec2 at) {
    const auto shift = [at](Rect& box) {
        box = {{box.min.x + at.x, box.min.y + at.y}, {box.max.x + at.x, box.max.y + at.y}};
    };
    std::size_t sign = 0;
    std::optional<Cell> clicked;
    // Figures that stand side by side may have operands in common.
    ImGui::PushID(info(result().id()).name.data());
    for (Part& part : parts_) {
        part.grid.spec.at = {part.grid.spec.at.x + at.x, part.grid.spec.at.y + at.y};
        shift(part.title);
        if (!part.sign.empty() && sign < signs_.size()) {
            shift(signs_[sign]);
            painter_.text(scene_.look.fonts.title, painter_.colors().soft, signs_[sign++],
                          part.sign, Align::center);
        }
        const bool is_result = &part == &parts_.back();
        part.grid.spec.dim_others = !is_result && !part.grid.lit().empty();
        const GridEvents events = part.grid.draw(painter_, scene_);
        if (part.grid.id() == MatrixId::mask) {
            paint(events);
        } else if (is_result) {
            clicked = events.clicked;
        } else if (events.clicked) {
            lock(part.grid.target(scene_, *events.clicked));
        }
        drawTitle(part);
        drawLabels(part);
    }
    ImGui::PopID();
    return clicked;
}

void StageFigure::drawTitle(const Part& part) {
    if (part.title.width() <= 0) return;
    const TextLine line = titleOf(part);
    const LineFonts fonts = sentenceFonts(scene_.look);
    const SetLine size = setLine(painter_, fonts, {0, 0}, FLT_MAX, line, 0, false);
    const float center = part.title.center().x - size.width / 2;
    const float y = part.title.center().y - size.height / 2;
    setLine(painter_, fonts, {std::floor(center), std::floor(y)}, FLT_MAX, line);
}

void StageFigure::drawLabels(const Part& part) {
    const GridSpec& spec = part.grid.spec;
    const Index token = scene_.state.token() - part.grid.first().row;
    if (part.row_labels) rowLabels(painter_, spec, rowLabelsOf(part), labelWidth(), token);
    if (labelsAbove(part) > 0) {
        const auto target = targetOf(scene_.state);
        const Index first = spec.transposed ? part.grid.first().row : part.grid.first().col;
        std::optional<Index> asked;
        if (target && info(target->id).cols == Axis::token) asked = target->cell.col - first;
        columnLabels(painter_, spec, columnLabelsOf(part), asked);
    }
}

}  // namespace lookback
