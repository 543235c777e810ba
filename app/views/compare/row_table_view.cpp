#include "app/views/compare/row_table_view.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "app/widgets/grid_labels.h"
#include "app/widgets/tooltip.h"
#include "core/base/text.h"
#include "core/compare/row_finding.h"
#include "core/explain/checks.h"

namespace lookback {
namespace {

constexpr int kEnoughDecimals = 3;

}  // namespace

void RowTableView::draw(ImVec2 at, float width) {
    const float x = at.x + std::floor(std::max(0.0f, width - size_.x) / 2);
    float y = at.y + above_;
    drawTitles(x, y);
    for (std::size_t line = 0; line < table_.lines.size(); ++line) {
        drawLine(line, x, y);
        y += lineHeight(table_.lines[line]) + grid_.spec.gap;
    }
}

void RowTableView::drawTitles(float x, float y) {
    GridSpec& spec = grid_.spec;
    spec.at = {x + look_.px(kMark + kLetters + kNameGap) + name_width_, y};
    const auto target = targetOf(scene_.state);
    std::optional<Index> asked;
    if (target && info(target->id).cols == Axis::token) {
        asked = target->cell.col - grid_.first().col;
    }
    columnLabels(painter_, spec, labels_, asked);
    float right = spec.at.x + cells_;
    for (const Column& column : columns_) {
        right += look_.px(kBetween) + column.width;
        const Rect box{{right - column.width, y - look_.px(20)}, {right, y}};
        painter_.text(look_.fonts.small_text, look_.colors().soft, box, column.title, Align::right);
        ImGui::SetCursorScreenPos(box.min);
        ImGui::InvisibleButton(std::string(column.title).c_str(), {box.width(), box.height()});
        tooltip(look_, column.tooltip);
    }
}

void RowTableView::drawLine(std::size_t at, float x, float y) {
    const RowTableLine& line = table_.lines[at];
    const float bottom = y + lineHeight(line);
    const float cells = x + look_.px(kMark + kLetters + kNameGap) + name_width_;
    ImGui::PushID(static_cast<int>(at));
    drawName(line, {{x, y}, {cells - look_.px(kNameGap / 2), bottom}});
    const Rect box{{cells, y}, {cells + cells_, bottom}};
    if (line.row) {
        drawCells(line, box);
    } else {
        float top = y;
        for (const std::string& words : refusalLines(line)) {
            painter_.text(look_.fonts.small_text, look_.colors().soft,
                          {{cells, top}, {cells + cells_, top + look_.px(kRefusal)}}, words);
            top += look_.px(kRefusal);
        }
    }
    ImGui::PopID();
    drawNumbers(line, box);
}

/// The sides of Compare that show what the line shows.
std::string RowTableView::sideLetters(const RowTableLine& line) const {
    std::string letters;
    for (const Side side : {Side::a, Side::b}) {
        const VariantChoice& shown = scene_.place().compared.of(side);
        const bool is_document = shown.kind == VariantKind::document && line.is_own;
        if (is_document || shown == line.choice) letters += side == Side::a ? "A" : "B";
    }
    return letters;
}

void RowTableView::drawName(const RowTableLine& line, const Rect& box) {
    const Theme& c = look_.colors();
    bool is_hovered = false;
    if (line.row) {
        ImGui::SetCursorScreenPos(box.min);
        if (ImGui::InvisibleButton(line.label.c_str(), {box.width(), box.height()})) choose(line);
        is_hovered = ImGui::IsItemHovered();
        if (is_hovered) ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
        tooltip(look_, line.is_own ? "The document is like this. Click to make it B."
                                   : "Click to make it B, beside A.");
    }
    if (is_hovered) painter_.fill(box, c.hover, look_.px(5));
    if (line.is_own) {
        painter_.list().AddCircleFilled({box.min.x + look_.px(kMark / 2), box.center().y},
                                        look_.px(3.5f), c.query);
    }
    const float letters = box.min.x + look_.px(kMark);
    const float name = letters + look_.px(kLetters);
    painter_.text(look_.fonts.strong_small, c.soft, {{letters, box.min.y}, {name, box.max.y}},
                  sideLetters(line));
    painter_.text(line.is_own ? look_.fonts.strong : look_.fonts.text, line.row ? c.ink : c.soft,
                  {{name, box.min.y}, box.max}, line.label);
}

void RowTableView::drawCells(const RowTableLine& line, const Rect& box) {
    GridSpec& spec = grid_.spec;
    const std::vector<double>& weights = line.row->weights;
    const auto n = static_cast<Index>(weights.size());
    spec.at = box.min;
    spec.values = MatrixView(weights.data(), ScalarKind::float64, 1, n, n)
                      .columns(grid_.first().col, spec.values.cols());
    const GridEvents events = matrixGrid(painter_, spec);
    if (events.hovered) {
        scene_.hands.hovered_next = grid_.target(scene_, *events.hovered);
        if (events.wants_tooltip) nameCell(line, events.hovered->col, box);
    }
    if (events.clicked) choose(line);
}

/// Where decimals would hide that it is not 0, in one digit: `3e−9`.
std::string RowTableView::small(double weight) const {
    const int decimals = scene_.preferences().decimals;
    const bool is_hidden = weight != 0 && std::abs(weight) < 0.5 * std::pow(10, -decimals);
    if (!is_hidden) return formatNumber(weight, decimals);
    return roughNumber(weight, 1);
}

void RowTableView::drawNumbers(const RowTableLine& line, const Rect& box) {
    const Theme& c = look_.colors();
    float right = box.max.x;
    auto column = columns_.begin();
    const auto number = [&](const std::string& text, Color color, ImFont* font) {
        right += look_.px(kBetween) + column->width;
        painter_.text(font, color, {{right - column->width, box.min.y}, {right, box.max.y}}, text,
                      Align::right);
        ++column;
    };
    ImFont* const plain = look_.fonts.mono;
    ImFont* const bold = look_.fonts.mono_bold;
    if (line.row) {
        const bool leaks = !(line.row->blocked == 0);
        number(leaks ? small(line.row->blocked) : "0", leaks ? c.key : c.soft,
               leaks ? bold : plain);
        const DType dtype =
            line.choice.kind == VariantKind::dtype ? line.choice.dtype : scene_.document().dtype;
        const bool is_one = std::abs(line.row->sum - 1) <= sumTolerance(dtype);
        number(is_one ? "1" : formatNumber(line.row->sum, scene_.preferences().decimals),
               is_one ? c.soft : c.bad, is_one ? plain : bold);
    } else {
        for (int k = 0; k < 2; ++k) number("\u2013", c.soft, plain);
    }
    if (!table_.has_enough) return;
    number(line.enough ? enoughText(*line.enough, line.choice.dtype, kEnoughDecimals) : "\u2013",
           c.ink, plain);
}

void RowTableView::nameCell(const RowTableLine& line, Index shown, const Rect& row) {
    if (!scene_.hands.isIdle()) return;
    const std::vector<std::string>& labels = scene_.shown().wholeLabels();
    const Index query = scene_.state.token();
    const Index key = grid_.first().col + shown;
    const DType dtype =
        line.choice.kind == VariantKind::dtype ? line.choice.dtype : scene_.document().dtype;
    const double weight = line.row->weights[static_cast<std::size_t>(key)];
    const std::string words = fmt::format(
        "{}: {} gives {} {}", line.label, inQuotes(labels[static_cast<std::size_t>(query)]),
        inQuotes(labels[static_cast<std::size_t>(key)]), shortestDigits(weight, info(dtype).kind));
    std::string masked;
    if (scene_.shown().isHatched(MatrixId::attention_weights)) {
        if (const auto reason = blockedReason(scene_.document().mask, {query, key}, labels)) {
            masked = fmt::format("Masked: {}.", *reason);
        }
    }
    const std::array in_sight{row};
    showTooltip(look_, cellRect(grid_.spec, {0, shown}), words,
                {.pale = masked, .in_sight = in_sight});
}

void RowTableView::choose(const RowTableLine& line) {
    scene_.emit(SetVariant{Side::b, line.choice});
    scene_.emit(SetCompareView{CompareView::pair});
}

}  // namespace lookback
