#include <cmath>

#include "app/views/generate/next_word_arithmetic.h"
#include "app/views/generate/next_word_parts.h"
#include "app/views/train/train_views.h"
#include "app/widgets/chance_bars.h"
#include "core/base/text.h"

namespace lookback {
namespace {

constexpr int kNextUnitsDecimals = 4;

}  // namespace

void drawNextUnits(const WritingScene& writing, Painter& painter, std::size_t twin,
                   const Rect& area, std::size_t most) {
    const WordWritten& word = writing.moment.twins[twin].next();
    const std::vector<Unit> best = bestFirst(word, most);
    const bool are_chances = writing.isReached(WordPart::chances);
    const double largest = word.logits[static_cast<std::size_t>(best.front())];
    std::vector<ChanceBar> bars;
    for (const Unit unit : best) {
        const auto at = static_cast<std::size_t>(unit);
        const double logit = word.logits[at];
        bars.push_back({.name = writing.nameOf(unit),
                        .number = are_chances ? formatPercent(word.chances[at])
                                              : formatNumber(logit, kNextUnitsDecimals),
                        .share = are_chances   ? word.chances[at]
                                 : largest > 0 ? logit / largest
                                               : 0,
                        .is_chosen = writing.isReached(WordPart::choice) && unit == word.unit});
    }
    const float row = std::floor(area.height() / static_cast<float>(most));
    drawChanceBars(painter, area, bars, twinColor(painter.colors(), twin), row);
}

}  // namespace lookback
