#include <algorithm>
#include <cmath>

#include "app/views/compare/row_table_view.h"
#include "app/widgets/grid_labels.h"
#include "app/widgets/line_breaks.h"
#include "core/base/text.h"

namespace lookback {
namespace {

constexpr float kRowTableLayoutLeastLine = 24;
constexpr float kLowLine = 20;      ///< in a low window
constexpr float kLeastCells = 220;  ///< where it is read why there is no row

}  // namespace

RowTableView::RowTableView(const Scene& scene, Painter& painter, const RowTable& table)
    : scene_(scene),
      look_(scene.look),
      painter_(painter),
      table_(table),
      grid_(scene, MatrixId::attention_weights) {
    grid_.showRowOnly(scene.state.token());
    grid_.showWindow(scene);
    grid_.spec.before = {};
    grid_.spec.glows = false;
    grid_.spec.transposed = false;  // a line of the table lies on its side, whatever it is called
    const auto labels = scene.labels({grid_.first().col, grid_.spec.values.cols()});
    labels_.assign(labels.begin(), labels.end());
    widest_label_ = widestLabel(painter, labels_);
    for (const RowTableLine& line : table.lines) {
        name_width_ = std::max(name_width_, painter.width(look_.fonts.strong, line.label));
    }
    addColumns();
}

/// As wide as what they may come to hold, so that nothing moves.
void RowTableView::addColumns() {
    const auto add = [&](std::string_view title, std::string_view tip, std::string_view widest) {
        const float width = std::max(painter_.width(look_.fonts.mono, widest),
                                     painter_.width(look_.fonts.small_text, title));
        columns_.push_back({title, tip, std::ceil(width)});
    };
    const std::string weight = formatNumber(0, std::max(scene_.preferences().decimals, 3));
    add("blocked", "What of the row goes to tokens that the mask hides.", weight);
    add("sum", "What the row adds up to.", weight);
    if (!table_.has_enough) return;
    add("enough from", "With this masking value, and all below, blocked tokens get exactly 0.",
        "\u22120000.000");
}

std::vector<std::string> RowTableView::refusalLines(const RowTableLine& line) const {
    std::vector<std::string> lines;
    for (const std::string_view part : brokenLines(look_.fonts.small_text, line.refusal, cells_)) {
        lines.emplace_back(part);
    }
    return lines;
}

float RowTableView::lineHeight(const RowTableLine& line) const {
    if (line.row) return height_;
    return std::max(height_, static_cast<float>(refusalLines(line).size()) * look_.px(kRefusal));
}

float RowTableView::leastLine() const {
    return look_.px(scene_.compact ? kLowLine : kRowTableLayoutLeastLine);
}

void RowTableView::arrange(const CellFit& fit) {
    grid_.resize(fit);
    GridSpec& spec = grid_.spec;
    spec.cell.y = height_ = std::max(spec.cell.y, leastLine());
    spec.at = {0, 0};
    cells_ = gridRect(spec).width();
    const bool refuses = std::any_of(table_.lines.begin(), table_.lines.end(),
                                     [](const RowTableLine& line) { return !line.row; });
    if (refuses) cells_ = std::max(cells_, look_.px(kLeastCells));
    above_ = columnLabelsHeight(look_, spec, widest_label_);
    size_ = {look_.px(kMark + kLetters + kNameGap) + name_width_ + cells_, above_};
    for (const Column& column : columns_) size_.x += look_.px(kBetween) + column.width;
    for (const RowTableLine& line : table_.lines) size_.y += lineHeight(line) + spec.gap;
}

void RowTableView::fitInto(ImVec2 room) {
    const auto fits = [&](const CellFit& tried) {
        arrange(tried);
        // Lines that are as low as their names are no lower with smaller cells.
        return size_.x <= room.x && (size_.y <= room.y || height_ <= leastLine());
    };
    CellFit fit = bestFit(cellFits(look_, look_.fonts.digits, scene_.preferences().decimals,
                                   {.roomy = true, .least_decimals = 1}),
                          fits);
    growCells(look_, fit, fits);
    arrange(fit);
}

}  // namespace lookback
