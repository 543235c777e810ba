#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "app/look/colormap.h"
#include "app/views/generate/next_word_parts.h"
#include "app/views/train/train_views.h"
#include "app/widgets/tooltip.h"
#include "core/base/text.h"

namespace lookback {
namespace {

constexpr int kLotDecimals = 4;

/// All chances side by side, from 0 to 1, and the lot that falls into one of them.
class LotStrip {
public:
    LotStrip(const WritingScene& writing, Painter& painter, const Rect& box)
        : writing_(writing),
          look_(writing.look),
          painter_(painter),
          word_(writing.toldTwin().next()),
          strip_{box.min, {box.max.x, box.min.y + look_.px(22)}},
          words_{{box.min.x, strip_.max.y + look_.px(6)}, box.max} {}

    void draw() {
        const Theme& c = look_.colors();
        if (!writing_.isReached(WordPart::chances)) {
            painter_.fill(strip_, c.blank, look_.px(4));
            return;
        }
        segments();
        say();
    }

private:
    [[nodiscard]] bool isChosen() const { return writing_.isReached(WordPart::choice); }

    [[nodiscard]] float x(double sum) const {
        const auto share = static_cast<float>(std::clamp(sum, 0.0, 1.0));
        return std::floor(strip_.min.x + share * strip_.width());
    }

    /// Chances that are less than a pixel have their room all the same, without a segment.
    void segments() {
        double sum = 0;
        bool is_even = false;
        for (std::size_t unit = 0; unit < word_.chances.size(); ++unit) {
            const double chance = word_.chances[unit];
            if (std::isnan(chance)) return;
            const Rect box{{x(sum), strip_.min.y}, {x(sum + chance) - 1, strip_.max.y}};
            sum += chance;
            if (box.width() < 1) continue;
            segment(static_cast<Unit>(unit), box, is_even);
            is_even = !is_even;
        }
    }

    void segment(Unit unit, const Rect& box, bool is_even) {
        const Theme& c = look_.colors();
        const bool is_chosen = isChosen() && unit == word_.unit;
        const Color color = twinColor(c, writing_.told);
        const Color ground = is_chosen ? c.highlight : mix(c.panel, color, is_even ? 0.42f : 0.26f);
        painter_.fill(box, ground, look_.px(3));
        const std::string name = writing_.nameOf(unit);
        ImFont* const font = look_.fonts.small_text;
        if (painter_.width(font, name) + look_.px(8) <= box.width()) {
            painter_.text(font, is_chosen ? c.on_highlight : inkOn(c, ground), box, name,
                          Align::center);
        }
    }

    /// Where the lot fell, under its needle.
    void say() {
        const Theme& c = look_.colors();
        if (!isChosen()) {
            painter_.textFitted(look_.fonts.small_text, c.soft, words_,
                                word_.lot ? "All chances side by side: a lot will fall into one."
                                          : "All chances side by side: the largest will be taken.");
            return;
        }
        const std::string name = inQuotes(writing_.nameOf(word_.unit));
        if (!word_.lot) {
            painter_.textFitted(look_.fonts.small_text, c.ink, words_,
                                fmt::format("The largest chance is taken: {} becomes {} {}.", name,
                                            writing_.noun(), writing_.nextNumber()));
            return;
        }
        const float at = x(*word_.lot);
        const float half = std::max(1.0f, look_.px(1.2f));
        painter_.fill(
            {{at - half, strip_.min.y - look_.px(6)}, {at + half, strip_.max.y + look_.px(4)}},
            c.ink);
        const std::string words = fmt::format("u = {} falls into {}: the lot that chooses {} {}",
                                              formatNumber(*word_.lot, kLotDecimals), name,
                                              writing_.noun(), writing_.nextNumber());
        const float wide = painter_.width(look_.fonts.small_text, words);
        const float left = std::max(std::min(at + look_.px(8), words_.max.x - wide), words_.min.x);
        painter_.textFitted(look_.fonts.small_text, c.ink, {{left, words_.min.y}, words_.max},
                            words);
    }

    const WritingScene& writing_;
    const Look& look_;
    Painter& painter_;
    const WordWritten& word_;
    Rect strip_;
    Rect words_;
};

}  // namespace

void drawLotStrip(const WritingScene& writing, Painter& painter, const Rect& box) {
    LotStrip(writing, painter, box).draw();
}

}  // namespace lookback
