#include "app/views/generate/next_word_parts.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "app/views/generate/next_word_arithmetic.h"
#include "app/views/shared/stage_grid.h"
#include "app/views/train/train_views.h"
#include "app/widgets/grid_labels.h"
#include "app/widgets/tooltip.h"
#include "core/base/text.h"

namespace lookback {
namespace {

constexpr float kNumberRowLeastCell = 10;
constexpr float kNumberRowMostCell = 74;
constexpr float kTwoDecimals = 52;  ///< width of a cell that has room for them
constexpr float kOneDecimal = 44;
constexpr int kNumberRowTooltipDecimals = 6;

/// The stage that belongs to the step within the word.
MatrixId stageOf(WordPart part, const Trace& trace) {
    if (part == WordPart::query) return MatrixId::query;
    if (part == WordPart::weights) return MatrixId::attention_weights;
    return trace.has(MatrixId::scaled_scores) ? MatrixId::scaled_scores : MatrixId::scores;
}

}  // namespace

void drawNumberRow(const WritingScene& writing, Painter& painter, std::size_t twin,
                   const Rect& area) {
    const Look& look = writing.look;
    const Variant& input = writing.moment.twins[twin].input;
    const MatrixId id = stageOf(writing.place.part, input.trace());
    const Index last = input.document().n() - 1;
    const MatrixView whole = input.matrix(id, writing.head).row(last);
    const bool are_words = info(id).cols == Axis::token;
    const float gap = look.px(2);
    const auto room =
        static_cast<Index>((area.width() + gap) / (look.px(kNumberRowLeastCell) + gap));
    // Of a long row its end, which the last word is nearest to.
    const Index count = std::min(whole.cols(), std::max<Index>(room, 1));
    const Index first = whole.cols() - count;
    const std::vector<std::string> all = are_words
                                             ? writing.namesOf(writing.moment.twins[twin].read())
                                             : dimensionLabels(whole.cols());
    const std::vector<std::string> labels(all.begin() + first, all.end());
    GridSpec spec{.values = whole.columns(first, count)};
    spec.name = twin == 0 ? "row-a" : "row-b";
    spec.domain = info(id).domain;
    spec.bound = input.bound(id);
    if (are_words && input.isHatched(MatrixId::masked_scores)) {
        spec.mask = input.trace().view(MatrixId::mask).row(last).columns(first, count);
    }
    spec.gap = gap;
    const float wide = (area.width() + gap) / static_cast<float>(count) - gap;
    spec.cell = {std::floor(std::min(wide, look.px(kNumberRowMostCell))), look.px(30)};
    const float above = columnLabelsHeight(look, spec, widestLabel(painter, labels));
    spec.cell.y = std::min(spec.cell.y, area.height() - above);
    spec.at = {area.min.x, area.min.y + above};
    if (spec.cell.x >= look.px(kOneDecimal)) spec.font = look.fonts.mono_small;
    spec.decimals = spec.cell.x >= look.px(kTwoDecimals) ? 2 : 1;
    columnLabels(painter, spec, labels, std::nullopt);
    const GridEvents events = matrixGrid(painter, spec);
    if (events.clicked) writing.change([&](GeneratePlace& place) { place.told = twin; });
    if (!events.hovered || !events.wants_tooltip) return;
    const std::string& name = labels[static_cast<std::size_t>(events.hovered->col)];
    const std::string words =
        fmt::format("{}, {}: {}", info(id).title, are_words ? inQuotes(name) : name,
                    formatNumber(spec.values(*events.hovered), kNumberRowTooltipDecimals));
    showTooltip(look, cellRect(spec, *events.hovered), words);
}

}  // namespace lookback
