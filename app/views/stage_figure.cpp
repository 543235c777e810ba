#include "app/views/stage_figure.h"

#include <algorithm>

#include <fmt/format.h>

#include "app/widgets/formula.h"
#include "core/base/text.h"

namespace lookback {
namespace {

constexpr float kTitle = 26;
constexpr float kColumnLabels = 22;
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
    : scene_(scene), painter_(painter), arithmetic_(stage(result).arithmetic(scene.document())) {
    addOperands(scene.document(), result);
    GridSpec& spec = parts_.back().grid.spec;
    spec.revealed = arithmetic_ == Arithmetic::given ? -1 : progress.revealed;
    spec.focus = progress.focus;
    spec.newest = static_cast<float>(scene.view.motion);
    if (spec.focus && result == MatrixId::context) spec.focus->col %= scene.document().dV();
    if (result == MatrixId::context && spec.revealed > 0 && scene.document().heads > 1) {
        const Index d_v = scene.document().dV();
        const Index width = d_v * scene.document().heads;
        const Index row = (spec.revealed - 1) / width;
        const Index col =
            std::clamp<Index>((spec.revealed - 1) % width + 1 - scene.view.head * d_v, 0, d_v);
        spec.revealed = row * d_v + col;
    }
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
    part.grid.showHeadOnly(scene_);
    part.column_labels = info(id).cols == Axis::token;
    part.row_labels = info(id).rows == Axis::token;
    parts_.push_back(std::move(part));
}

bool StageFigure::isProduct() const {
    return arithmetic_ == Arithmetic::dot || arithmetic_ == Arithmetic::score ||
           arithmetic_ == Arithmetic::weighted_sum;
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
    const bool tokens = part.column_labels || part.grid.spec.transposed;
    return tokens ? scene_.look.px(kColumnLabels) : 0;
}

ImVec2 StageFigure::arrange(const CellFit& fit) {
    for (Part& part : parts_) {
        part.grid.resize(fit);
        if (fit.small_operands && &part != &parts_.back()) {
            part.grid.spec.font = nullptr;
            part.grid.spec.cell.x = fit.colour_width;
        }
    }
    if (!isProduct()) return arrangeRow();
    // The right operand and the result share their columns, so they share their width.
    const float width = std::max(parts_[1].grid.spec.cell.x, parts_[2].grid.spec.cell.x);
    parts_[1].grid.spec.cell.x = parts_[2].grid.spec.cell.x = width;
    if (fit.small_operands) parts_[1].grid.spec.cell.y = fit.colour_width;
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
    const float left_column = std::max(left_size.width(), titleWidth(left));
    const float right_column =
        std::max({result_size.width(), titleWidth(right), titleWidth(result)});
    const float gap = std::max(look.px(scene_.compact ? 20 : 30), beside_right + look.px(16));
    const float x = beside + left_column + gap;
    const float top = title + labelsAbove(right);
    const float y = top + right_size.height() +
                    std::max(look.px(scene_.compact ? 8 : 14), labelsAbove(left) + look.px(4));
    const float result_x = x + std::floor((right_column - result_size.width()) / 2);
    left.grid.spec.at = {beside + std::floor((left_column - left_size.width()) / 2), y};
    right.grid.spec.at = {result_x, top};
    result.grid.spec.at = {result_x, y};
    const float bottom = y + std::max(left_size.height(), result_size.height());
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
    const TextLine line = titleOf(part);
    const LineFonts fonts = sentenceFonts(scene_.look);
    const SetLine size = setLine(painter_, fonts, {0, 0}, FLT_MAX, line, 0, false);
    const float center = part.title.center().x - size.width / 2;
    const float y = part.title.center().y - size.height / 2;
    setLine(painter_, fonts, {std::floor(center), std::floor(y)}, FLT_MAX, line);
}

void StageFigure::drawLabels(const Part& part) {
    const GridSpec& spec = part.grid.spec;
    const Index token = scene_.state.token();
    if (part.row_labels) rowLabels(painter_, spec, scene_.labels(), labelWidth(), token);
    if (labelsAbove(part) > 0) {
        const auto target = targetOf(scene_.state);
        std::optional<Index> asked;
        if (target && info(target->id).cols == Axis::token) asked = target->cell.col;
        columnLabels(painter_, spec, scene_.labels(), asked);
    }
}

}  // namespace lookback
