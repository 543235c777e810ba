#include <algorithm>
#include <cmath>
#include <span>
#include <string_view>
#include <utility>

#include "app/views/lab/figure_part.h"
#include "app/views/lab/stage_figure.h"
#include "app/widgets/formula.h"
#include "app/widgets/grid_labels.h"

namespace lookback {
namespace {

constexpr std::string_view kArrow = "\u2192";
constexpr std::string_view kArrowDown = "\u2193";
constexpr float kStageFigureLayoutTitle = 26;
constexpr float kRaised = 5;
constexpr float kStageFigureLayoutSign = 58;
constexpr float kDenseSign = 34;
constexpr float kWithoutSign = 24;
constexpr Index kShortSentence = 8;  ///< tokens whose mask has digits beside it
constexpr float kPainted = 16;       ///< the least side of cells of the mask, which can be hit, ...
constexpr float kSmallPainted = 12;  ///< ... and of a large one
constexpr float kTiniest = 3;        ///< the same where it cannot be scrolled
constexpr float kMaskShare = 0.5f;   ///< of the figure's width, ...
constexpr float kShortMaskShare = 0.34f;  ///< ... and of a short sentence
constexpr float kWidestOfMask = 2;        ///< width of its cells, in heights
constexpr float kHighestOfMask = 1.3f;    ///< height of its cells, in widths
constexpr float kBesideMask = 28;         ///< gap between a large mask and the other matrices
constexpr float kBelowOperand = 6;
constexpr float kAboveDots = 8;
constexpr float kAboveBias = 8;  ///< between the right operand and a bias below it
constexpr float kPlusRoom = 22;  ///< room for the sign before the symbol of a bias

}  // namespace

void StageFigure::measure() {
    float widest = 0;
    for (Part& part : parts_) {
        if (part.row_labels)
            widest = std::max(widest, widestLabel(painter_, rowLabelsOf(scene_, part.grid)));
        const auto width_of = [&](const TextLine& line) {
            return measuredLine(painter_, sentenceFonts(scene_.look), FLT_MAX, line).width;
        };
        const bool is_turned = part.grid.spec.transposed;
        part.title_width = width_of(titleLine(scene_, part.grid.id(), is_turned));
        part.symbol_width = width_of(symbolLine(scene_, part.grid.id(), is_turned));
        const bool has_labels = part.column_labels || part.grid.spec.transposed;
        part.widest_label =
            has_labels ? widestLabel(painter_, columnLabelsOf(scene_, part.grid)) : 0;
    }
    usual_label_width_ = std::min(std::ceil(widest) + 1, scene_.look.px(kLongestRowLabel));
    label_width_ = usual_label_width_;
}

PartDots StageFigure::dotsOf(const Part& part) const {
    return partDots(scene_.look, part.whole, part.grid);
}

/// Returns the size of the cells with the dots around them; a shared operand has no width.
ImVec2 StageFigure::sizeOf(const Part& part) const {
    GridSpec at_origin = part.grid.spec;
    at_origin.at = {0, 0};
    const Rect cells = gridRect(at_origin);
    const PartDots dots = dotsOf(part);
    const float width = part.is_shared ? 0 : cells.width() + 2 * dots.across;
    return {width, cells.height() + 2 * dots.down};
}

/// Puts the upper left corner of the cells with their dots at a point.
void StageFigure::place(Part& part, ImVec2 corner) const {
    const PartDots dots = dotsOf(part);
    part.grid.spec.at = {corner.x + dots.across, corner.y + dots.down};
}

float StageFigure::labelsBeside(const Part& part) const {
    const bool has_neighbour = !isProduct() && &part != &parts_.front();
    const bool is_brief = is_stacked_ ? part.is_brief : parts_.front().is_brief;
    const bool has_labels = part.row_labels && (hasLargeMask() || !(is_brief && has_neighbour));
    return has_labels ? label_width_ + scene_.look.px(8) : 0;
}

float StageFigure::labelsAbove(const Part& part) const {
    if (!part.column_labels && !part.grid.spec.transposed) return 0;
    // The columns of the result continue those of the operand above it.
    const bool is_below = (hasLargeMask() || is_stacked_) && !isProduct() && parts_.size() > 1;
    if (is_below && &part == &parts_.back() && parts_.front().is_brief) return 0;
    return columnLabelsHeight(scene_.look, part.grid.spec, part.widest_label);
}

float StageFigure::marksBeside(const Part& part) const {
    return isMask(part) ? marks_.beside(part.grid.spec) : 0;
}

float StageFigure::marksAbove(const Part& part) const {
    return isMask(part) ? marks_.above(part.grid.spec) : 0;
}

float StageFigure::titleHeight() const {
    return scene_.look.px(scene_.compact ? 22 : kStageFigureLayoutTitle);
}

/// Returns the room above a title for a raised sign, which would reach into the cells above it:
/// that of A^T, from which the context is computed where columns are queries.
float StageFigure::raisedRoom() const {
    const bool is_raised =
        result_ == MatrixId::context && !scene_.preferences().conventions.rows_are_queries;
    return is_raised ? scene_.look.px(kRaised) : 0;
}

ImVec2 StageFigure::arrange(const CellFit& fit) {
    is_dense_ = fit.operand > 0;
    is_stacked_ = fit.is_stacked;
    label_width_ = fit.longest_label > 0 ? std::min(usual_label_width_, fit.longest_label)
                                         : usual_label_width_;
    corner_ = {};
    if (parts_.size() > 1 && !isProduct()) {
        parts_.back().sign = is_stacked_ || hasLargeMask() ? kArrowDown : kArrow;
    }
    for (Part& part : parts_) {
        const bool is_operand = &part != &parts_.back();
        part.grid.resize(is_operand ? fit.ofOperands() : fit);
        part.is_brief = (fit.is_brief && is_operand) || &part == biasPart();
        if (!is_operand) continue;
        // Rows of operands that stand beside the result continue in its rows.
        part.grid.spec.cell.y = fit.height;
        if (is_dense_) {
            part.grid.spec.font = nullptr;
            part.grid.spec.cell.x = fit.operand;
        }
        part.grid.spec.has_signs = is_dense_ && isMask(part);
        if (isMask(part) && !fit.has_small_mask && scene_.document().n() <= kShortSentence) {
            part.grid.spec.cell.x = std::max(part.grid.spec.cell.x, scene_.look.px(kPainted));
        }
    }
    if (hasLargeMask()) return arrangeBesideMask();
    if (!isProduct()) return is_stacked_ ? arrangeStack() : arrangeRow();
    // The right operand, a bias and the result share their columns, so they share their width.
    GridSpec& right = parts_[1].grid.spec;
    GridSpec& result = parts_.back().grid.spec;
    float width = std::max(right.cell.x, result.cell.x);
    if (Part* const bias = biasPart()) {
        width = std::max(width, bias->grid.spec.cell.x);
        bias->grid.spec.cell.x = width;
    }
    right.cell.x = result.cell.x = width;
    if (is_dense_) right.cell.y = fit.operand;
    if (Part* const bias = biasPart()) bias->grid.spec.cell.y = right.cell.y;
    return arrangeProduct();
}

ImVec2 StageFigure::arrangeProduct() {
    const Look& look = scene_.look;
    Part& left = parts_[0];
    Part& right = parts_[1];
    Part& result = parts_.back();
    Part* const bias = biasPart();
    signs_.clear();
    const ImVec2 left_size = sizeOf(left);
    const ImVec2 right_size = sizeOf(right);
    const ImVec2 result_size = sizeOf(result);
    const float beside = labelsBeside(left);
    const float beside_right = labelsBeside(right);
    const float title = titleHeight();
    // Where digits need the height that a title takes, the title of the right operand is drawn to
    // the left of this matrix, above the left operand.
    const bool in_corner =
        is_dense_ || (left.is_brief && scene_.compact && !scene_.place().presenting);
    const float least_corner = titleWidth(right) + look.px(10) - beside;
    const float left_column =
        std::max({left_size.x, titleWidth(left), in_corner ? least_corner : 0});
    const float right_column =
        std::max({result_size.x, titleWidth(result), in_corner ? 0 : titleWidth(right)});
    const float gap =
        std::max(look.px(left.is_brief ? 12 : 20), beside_right + look.px(left.is_brief ? 10 : 16));
    const float before_columns = beside + left_column + (left.is_shared && !in_corner ? 0 : gap);
    // The symbol of a bias stands before its row.
    const float before_bias =
        bias != nullptr ? look.px(kPlusRoom) + bias->symbol_width + look.px(8) + beside_right : 0;
    const float x = std::max(before_columns, before_bias);
    const float above_left = labelsAbove(left);
    const float between = std::max(look.px(scene_.compact ? 8 : 14), above_left + look.px(4));
    // The dots above the right operand keep away from the legend above the figure.
    const float above_dots =
        labelsAbove(right) == 0 && dotsOf(right).down > 0 ? look.px(kAboveDots) : 0;
    const float right_top = (in_corner ? above_dots : title) + labelsAbove(right);
    const float bias_high = has_bias_room_ ? right.grid.spec.cell.y : 0;
    const float above_bias = has_bias_room_ ? look.px(kAboveBias) : 0;
    // A title is higher than a row of small cells.
    const float below_bias =
        has_bias_room_ ? std::max(between, std::ceil((title - bias_high) / 2)) : between;
    const float below_right = above_bias + bias_high + below_bias;
    const float titles = (has_bias_room_ ? 2 : 1) * title;
    const float y =
        std::max(right_top + right_size.y + below_right, in_corner ? titles + above_left : 0);
    const float top = y - below_right - right_size.y;
    const float result_x = x + std::floor((right_column - result_size.x) / 2);
    place(left, {beside + std::floor((left_column - left_size.x) / 2), y});
    place(right, {result_x, top});
    place(result, {result_x, y});
    float symbols_end = y - above_left;
    if (bias != nullptr) {
        const float bias_top = top + right_size.y + above_bias;
        place(*bias, {result_x, bias_top});
        const float end = result_x - look.px(8);
        const float from = end - bias->symbol_width;
        symbols_end = bias_top + std::floor((bias_high - title) / 2);
        bias->title = {{from, symbols_end}, {end, symbols_end + title}};
        signs_.push_back({{from - look.px(kPlusRoom), symbols_end}, {from, symbols_end + title}});
    }
    const float bottom = y + std::max(left_size.y, result_size.y);
    const float corner = x - beside_right - look.px(8);
    const float below = bottom + raisedRoom();
    left.title = {{beside, below}, {beside + left_column, below + title}};
    result.title = {{x, below}, {x + right_column, below + title}};
    if (in_corner) {
        const bool has_words = right.title_width <= corner;
        const float from = corner - (has_words ? right.title_width : right.symbol_width);
        const float middle = top + std::floor((right_size.y - title) / 2);
        const float from_top = std::max(0.0f, std::min(middle, symbols_end - title));
        right.title = {{from, from_top}, {corner, from_top + title}};
    } else {
        if (!left.is_shared) corner_ = {{beside, 0}, {corner, symbols_end - look.px(8)}};
        // A raised sign would reach into the line above the figure.
        const float down = right.grid.spec.transposed ? look.px(kRaised) : 0;
        right.title = {{x, down}, {x + right_column, title + down}};
    }
    return {x + right_column, below + title};
}

ImVec2 StageFigure::arrangeRow() {
    signs_.clear();
    return arrangeLine(parts_, 0);
}

/// Arranges the operands in a line and the result below them: the columns of the first operand go
/// on in it.
ImVec2 StageFigure::arrangeStack() {
    if (parts_.size() == 1) return arrangeRow();
    signs_.clear();
    alignWithResult();
    widenMask();
    const ImVec2 above = arrangeLine(std::span(parts_).first(parts_.size() - 1), 0);
    const Part& operand = parts_.front();
    Part& result = parts_.back();
    const float title = titleHeight();
    const float labels = labelsBeside(result);
    signs_.push_back({{0, above.y}, {labels, above.y + title}});
    result.title = {{operand.title.min.x, above.y}, {operand.title.max.x, above.y + title}};
    const float y = above.y + title + labelsAbove(result);
    place(result, {operand.grid.spec.at.x - dotsOf(operand).across, y});
    const float bottom = y + sizeOf(result).y + scene_.look.px(scene_.compact ? 4 : 10);
    return {above.x, bottom};
}

/// Gives the columns of the first operand and of the result below it one width.
void StageFigure::alignWithResult() {
    GridSpec& operand = parts_.front().grid.spec;
    GridSpec& result = parts_.back().grid.spec;
    operand.cell.x = result.cell.x = std::max(operand.cell.x, result.cell.x);
}

/// Gives the mask beside the first operand the width that this leaves.
void StageFigure::widenMask() {
    for (Part& part : parts_) {
        if (!isMask(part) || parts_.size() < 3) continue;
        GridSpec& spec = part.grid.spec;
        const Part& operand = parts_.front();
        const float before = labelsBeside(operand) +
                             std::max(sizeOf(operand).x, titleWidth(parts_.back())) +
                             gapBefore(part) + labelsBeside(part) + marksBeside(part);
        const auto cols = static_cast<float>(shownCols(spec));
        const float wide = std::floor((room_.x - before) / cols) - spec.gap;
        spec.cell.x =
            std::clamp(wide, spec.cell.x, std::max(operand.grid.spec.cell.x, spec.cell.x));
    }
}

/// Arranges parts side by side. @param top y of their titles @return their right and lower edge
ImVec2 StageFigure::arrangeLine(std::span<Part> parts, float top) {
    float x = 0;
    float above = 0;
    float bottom = top;
    for (const Part& part : parts) {
        above = std::max(above, labelsAbove(part) + marksAbove(part));
    }
    for (Part& part : parts) {
        const ImVec2 size = sizeOf(part);
        const float y = top + titleHeight() + above;
        float column = std::max(size.x, titleWidth(part));
        if (is_stacked_ && &part == &parts_.front()) {
            column = std::max(column, titleWidth(parts_.back()));
        }
        const float gap = x > 0 ? gapBefore(part) : 0;
        if (!part.sign.empty()) signs_.push_back({{x, y}, {x + gap, y + size.y}});
        x += gap;
        x += labelsBeside(part) + marksBeside(part);
        place(part, {x + std::floor((column - size.x) / 2), y});
        part.title = {{x, top}, {x + column, top + titleHeight()}};
        x += column;
        bottom = std::max(bottom, y + size.y);
    }
    return {x, bottom + scene_.look.px(scene_.compact ? 4 : 10)};
}

/// Returns the width between a matrix and the one to its left; the sign of the operation is drawn
/// there.
float StageFigure::gapBefore(const Part& part) const {
    const bool is_small = is_dense_ || parts_.front().is_brief;
    const float sign = is_small ? kDenseSign : kStageFigureLayoutSign;
    return scene_.look.px(part.sign.empty() ? kWithoutSign : sign);
}

float StageFigure::leastHeight() const {
    if (!hasLargeMask()) return 0;
    const Part& mask = parts_[1];
    const auto rows = static_cast<float>(shownRows(mask.grid.spec));
    const Look& look = scene_.look;
    return titleHeight() + columnLabelsHeight(look, mask.grid.spec, mask.widest_label) +
           marksAbove(mask) + rows * (look.px(kSmallPainted) + 1) + look.px(kBelowOperand);
}

Index StageFigure::sideOfLargeMask() const {
    if (!hasLargeMask()) return 0;
    const ImVec2 size = sizeOf(parts_[1]);
    return static_cast<Index>(std::min(size.x, size.y));
}

/// Gives the cells of a large mask half of the width of the room and all of its height.
void StageFigure::sizeLargeMask() {
    const Look& look = scene_.look;
    Part& mask = parts_[1];
    GridSpec& spec = mask.grid.spec;
    const auto rows = static_cast<float>(shownRows(spec));
    const auto cols = static_cast<float>(shownCols(spec));
    const float least = look.px(scene_.place().presenting ? kTiniest : kSmallPainted);
    spec.font = nullptr;
    spec.has_signs = true;
    spec.gap = 1;
    const float beside = label_width_ + look.px(8) + marksBeside(mask);
    const bool is_short = scene_.document().n() <= kShortSentence;
    const float share = is_short ? kShortMaskShare : kMaskShare;
    const float wide = std::floor((room_.x * share - beside) / cols) - spec.gap;
    spec.cell.x = std::max(wide, least);
    const float around = titleHeight() + labelsAbove(mask) + marksAbove(mask);
    const float high = std::floor((room_.y - around - look.px(kBelowOperand)) / rows) - spec.gap;
    const float most = std::floor(spec.cell.x * kHighestOfMask);
    spec.cell.y = std::clamp(high, least, std::max(most, least));
    spec.cell.x = std::min(spec.cell.x, std::floor(spec.cell.y * kWidestOfMask));
}

/// Arranges a large mask, and beside it the operand above the result.
ImVec2 StageFigure::arrangeBesideMask() {
    const Look& look = scene_.look;
    signs_.clear();
    sizeLargeMask();
    Part& mask = parts_[1];
    Part& operand = parts_.front();
    Part& result = parts_.back();
    alignWithResult();
    const float title = titleHeight();
    const ImVec2 size = sizeOf(mask);
    const float left = labelsBeside(mask) + marksBeside(mask);
    const float top = title + labelsAbove(mask) + marksAbove(mask);
    place(mask, {left, top});
    mask.title = {{left, 0}, {left + size.x, title}};
    const float labels = left + size.x + look.px(kBesideMask);
    const float x = labels + labelsBeside(operand);
    if (!mask.sign.empty()) {
        signs_.push_back({{left + size.x, top}, {labels, top + look.px(kStageFigureLayoutTitle)}});
    }
    const float column =
        std::max({sizeOf(operand).x, sizeOf(result).x, titleWidth(operand), titleWidth(result)});
    float y = 0;
    for (Part* const part : {&operand, &result}) {
        if (part == &result) signs_.push_back({{labels, y}, {x, y + title}});
        part->title = {{x, y}, {x + column, y + title}};
        y += title + labelsAbove(*part);
        place(*part, {x, y});
        y += sizeOf(*part).y + look.px(kBelowOperand);
    }
    return {x + column, std::max(y, top + size.y + look.px(kBelowOperand))};
}

}  // namespace lookback
