#include "app/widgets/grid_labels.h"

#include <algorithm>
#include <cmath>

#include "app/look/drawn_shapes.h"
#include "app/look/theme.h"

namespace lookback {
namespace {

constexpr float kLeastLabelHeight = 11;
constexpr float kLabelRow = 15;
constexpr float kOneRow = 22;               ///< height of a row of labels and the gap below it
constexpr float kGridLabelsSecondRow = 13;  ///< further height of two rows
constexpr float kLabelPad = 4;              ///< the least gap to the right of a label
constexpr float kLeastLabel = 56;           ///< least width of a long word, which identifies it

Color strongInk(const Look& look, Asks named) {
    return named == Asks::query ? look.colors().query : look.colors().ink;
}

/// Draws a label; during a motion, at the position that it has then.
template <class Draw>
void label(Painter& painter, const LabelWay& way, Index at, Draw draw) {
    const DrawnPart drawn(painter);
    draw();
    if (!way) return;
    const ImVec2 by = way(at);
    drawn.move([by](ImVec2 corner, bool) { return ImVec2{corner.x + by.x, corner.y + by.y}; });
}

constexpr int kLegendSteps = 24;
constexpr float kBesideScale = 8;

}  // namespace

void rowLabels(Painter& painter, const GridSpec& spec, std::span<const std::string> labels,
               float width, std::optional<Index> emphasized, const LabelWay& way, Asks named) {
    const Look& look = painter.look();
    for (Index row = 0; row < shownRows(spec); ++row) {
        const float y = spec.at.y + static_cast<float>(row) * (spec.cell.y + spec.gap);
        const bool strong = emphasized == row;
        if (!strong && !areLabelled(look, spec)) continue;
        const Rect box{{spec.at.x - look.px(8) - width, y},
                       {spec.at.x - look.px(8), y + spec.cell.y}};
        label(painter, way, row, [&] {
            painter.textFitted(strong ? look.fonts.strong_small : look.fonts.small_text,
                               strong ? strongInk(look, named) : look.colors().soft, box,
                               labels[static_cast<std::size_t>(row)], Align::right);
        });
    }
}

bool areLabelled(const Look& look, const GridSpec& spec) {
    return spec.cell.y >= look.px(kLeastLabelHeight);
}

float widestLabel(const Painter& painter, std::span<const std::string> labels) {
    float widest = 0;
    for (const std::string& label : labels) {
        widest = std::max(widest, painter.width(painter.look().fonts.strong_small, label));
    }
    return widest;
}

int columnLabelRows(const Look& look, const GridSpec& spec, float widest) {
    if (spec.longest_label > 0) widest = std::min(widest, spec.longest_label);
    const float column = spec.cell.x + spec.gap;
    if (widest <= spec.cell.x - look.px(kLabelPad)) return 1;
    const float most = 2 * column - look.px(6);
    return widest <= most || look.px(kLeastLabel) <= most ? 2 : 0;
}

float columnLabelsHeight(const Look& look, const GridSpec& spec, float widest) {
    return look.px(columnLabelRows(look, spec, widest) == 2 ? kOneRow + kGridLabelsSecondRow
                                                            : kOneRow);
}

void columnLabels(Painter& painter, const GridSpec& spec, std::span<const std::string> labels,
                  std::optional<Index> emphasized, const LabelWay& way, Asks named) {
    const Look& look = painter.look();
    float widest = widestLabel(painter, labels);
    if (spec.longest_label > 0) widest = std::min(widest, spec.longest_label);
    const int rows = columnLabelRows(look, spec, widest);
    const float column = spec.cell.x + spec.gap;
    // Above the last digit, unless the label is too wide for that.
    const float pad = std::clamp(std::floor(spec.cell.x - widest), look.px(kLabelPad),
                                 std::max(spec.pad, look.px(kLabelPad)));
    for (Index col = 0; col < shownCols(spec); ++col) {
        const float x = spec.at.x + static_cast<float>(col) * column;
        const bool strong = emphasized == col;
        // Where not all labels fit, only the emphasised ones are drawn.
        if (rows == 0 && !strong) continue;
        ImFont* const font = strong ? look.fonts.strong_small : look.fonts.small_text;
        const Color color = strong ? strongInk(look, named) : look.colors().soft;
        const std::string& text = labels[static_cast<std::size_t>(col)];
        const bool is_upper = rows == 2 && col % 2 == 0;
        const float bottom = spec.at.y - (is_upper ? look.px(kLabelRow) : 0);
        const float reach = rows == 1   ? 0
                            : rows == 2 ? (column + spec.gap - look.px(6)) / 2
                                        : look.px(60);
        const bool is_right = rows == 1 && !spec.centers_labels;
        const Rect box{{x - reach, bottom - look.px(20)},
                       {x + spec.cell.x + reach - (is_right ? pad : 0), bottom}};
        label(painter, way, col, [&] {
            painter.textFitted(font, color, box, text, is_right ? Align::right : Align::center);
        });
    }
}

float legendWidth(const Painter& painter, std::string_view range, const LegendOptions& options) {
    const Look& look = painter.look();
    const float named = options.name.empty() ? 0
                                             : painter.width(look.fonts.small_text, options.name) +
                                                   look.px(kBesideScale);
    return named + look.px(options.scale + kBesideScale) +
           painter.width(look.fonts.mono_small, range);
}

void drawLegend(Painter& painter, ImVec2 top_right, Domain domain, std::string_view range,
                const LegendOptions& options) {
    const Look& look = painter.look();
    ImFont* font = look.fonts.mono_small;
    const float text = painter.width(font, range);
    const float width = look.px(options.scale);
    const float height = look.px(8);
    const float end = top_right.x - text - look.px(kBesideScale);
    const Rect bar{{end - width, top_right.y}, {end, top_right.y + height}};
    if (!options.name.empty()) {
        painter.text(look.fonts.small_text, look.colors().soft,
                     bar.betweenX(top_right.x - legendWidth(painter, range, options),
                                  bar.min.x - look.px(kBesideScale)),
                     options.name);
    }
    const float step = width / kLegendSteps;
    for (int k = 0; k < kLegendSteps; ++k) {
        const double share = static_cast<double>(k) / (kLegendSteps - 1);
        const double value = domain == Domain::signed_numbers ? 2 * share - 1 : share;
        const float x = bar.min.x + static_cast<float>(k) * step;
        painter.fill(bar.betweenX(x, x + step + 1), cellColor(look.colors(), domain, value, 1));
    }
    painter.outline(bar, look.colors().line);
    painter.text(font, look.colors().soft, bar.betweenX(bar.max.x, top_right.x), range,
                 Align::right);
}

}  // namespace lookback
