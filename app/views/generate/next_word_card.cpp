#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "app/look/theme.h"
#include "app/views/experiment/experiment_views.h"
#include "app/views/generate/generate_views.h"
#include "app/views/generate/next_word_parts.h"
#include "app/views/shared/card.h"
#include "app/views/shared/stage_grid.h"
#include "app/widgets/formula.h"
#include "messages/generate.h"

namespace lookback {
namespace {

constexpr std::size_t kMostBars = 8;
constexpr std::size_t kLeastBars = 3;
constexpr float kNextWordCardHeading = 24;
constexpr float kNextWordCardHead = 26;  ///< the line with the letter of a twin
constexpr float kStrip = 46;             ///< the probabilities with the words below them
constexpr float kCompactStrip = 41;
constexpr float kCompactKept = 198;
constexpr float kKept = 280;      ///< height that is left for the card of kept rows, if possible
constexpr float kWideLine = 760;  ///< of this width the arithmetic has room in one line

/// The card with the numbers of the present step within the next word.
class NextWordCard {
public:
    NextWordCard(const Scene& scene, Painter& painter, const Rect& rest)
        : scene_(scene),
          look_(scene.look),
          painter_(painter),
          writing_(scene),
          rest_(rest),
          bar_(look_.px(scene.compact ? 18 : 23)),
          gap_(look_.px(scene.compact ? 7 : 13)) {}

    float draw() {
        const float pad = experimentPad(scene_);
        const float box = boxHeight();
        const float fixed =
            2 * pad + headingHeight() + headHeight() + gap_ + box + gap_ + stripHeight();
        const float room =
            (rest_.height() - fixed - look_.px(scene_.compact ? kCompactKept : kKept)) / bar_;
        const auto bars = static_cast<std::size_t>(
            std::clamp(room, static_cast<float>(kLeastBars), static_cast<float>(kMostBars)));
        const float area = static_cast<float>(bars) * bar_;
        const float height = fixed + area;
        const Rect card = rest_.top(height);
        drawPageCard(scene_, painter_, card);
        left_ = card.min.x + cardSide(scene_);
        right_ = card.max.x - cardSide(scene_);
        float y = card.min.y + pad;
        panelHeading(painter_, {left_, y},
                     writing_.said(saidOf<say::generate::Next>(writing_.unit())),
                     look_.colors().soft);
        y += headingHeight();
        columns(y, area, bars);
        y += headHeight() + area + gap_;
        arithmetic({{left_, y}, {right_, y + box}});
        y += box + gap_;
        drawLotStrip(writing_, painter_, {{left_, y}, {right_, y + stripHeight()}});
        return height;
    }

private:
    [[nodiscard]] float headingHeight() const {
        return look_.px(scene_.compact ? 20 : kNextWordCardHeading);
    }
    [[nodiscard]] float headHeight() const {
        return look_.px(scene_.compact ? 24 : kNextWordCardHead);
    }

    [[nodiscard]] float stripHeight() const {
        return look_.px(scene_.compact ? kCompactStrip : kStrip);
    }

    void columns(float y, float area, std::size_t bars) {
        const std::vector<std::size_t> twins = writing_.shownTwins();
        const float between = cardGap(scene_);
        const auto count = static_cast<float>(twins.size());
        const float wide = (right_ - left_ - between * (count - 1)) / count;
        for (std::size_t k = 0; k < twins.size(); ++k) {
            const float from = left_ + static_cast<float>(k) * (wide + between);
            const float to = from + wide;
            head(twins[k], {{from, y}, {to, y + look_.px(22)}});
            content(twins[k], {{from, y + headHeight()}, {to, y + headHeight() + area}}, bars);
        }
    }

    /// Draws the letter of a twin and the subject of the numbers below.
    void head(std::size_t twin, const Rect& line) {
        const float chip = twinChip(painter_, line.min, line.height(), twin);
        const Rect room = line.fromX(chip + look_.px(8));
        painter_.textFitted(look_.fonts.text, look_.colors().soft, room,
                            headWords(twin, room.width()));
    }

    [[nodiscard]] std::string headWords(std::size_t twin, float room) const {
        const TwinWriting& mine = writing_.moment.twins[twin];
        const Index head = writing_.headNumber();
        const TokenLabel token = writing_.label(mine.units.back());
        const auto about_end = [&](const auto& say) {
            return aboutEndOfSentence(writing_, painter_, look_.fonts.text, mine.read(), room, say);
        };
        switch (writing_.place.part) {
            case WordPart::query:
                return writing_.said(say::generate::QueryOf{.token = token, .head = head});
            case WordPart::scores:
                return writing_.said(say::generate::ScoresOf{.token = token, .head = head});
            case WordPart::weights:
                return writing_.said(say::generate::WeightsOf{.token = token, .head = head});
            case WordPart::logits:
                return about_end([](const TokenLabel& text) {
                    return say::generate::LogitsAfter{.text = text};
                });
            case WordPart::chances:
            case WordPart::choice:
                return about_end(
                    [](const TokenLabel& text) { return say::generate::After{.text = text}; });
            case WordPart::word: break;
        }
        return about_end([](const TokenLabel& text) { return say::generate::Reads{.text = text}; });
    }

    void content(std::size_t twin, const Rect& area, std::size_t bars) {
        const TwinWriting& mine = writing_.moment.twins[twin];
        switch (writing_.place.part) {
            case WordPart::word: return stands(mine, area);
            case WordPart::query:
            case WordPart::scores:
            case WordPart::weights: return drawNumberRow(writing_, painter_, twin, area);
            case WordPart::logits:
            case WordPart::chances:
            case WordPart::choice: break;
        }
        drawNextUnits(writing_, painter_, twin, area, bars);
    }

    void stands(const TwinWriting& mine, const Rect& area) {
        using Last = say::generate::IsLast;
        using NotRead = say::generate::NotRead;
        const TokenLabel token = writing_.label(mine.units.back());
        const bool is_prompt = mine.units.size() == writing_.moment.given;
        const Index left_out = mine.next().first;
        std::vector<Message> words{
            is_prompt ? Message(say::generate::EndsPrompt{.token = token})
                      : Message(Last{.token = token, .unit = unitIn<Last>(writing_.unit())})};
        if (left_out > 0) {
            words.push_back(NotRead{.n = left_out, .unit = unitIn<NotRead>(writing_.unit())});
        }
        const LineFonts fonts = sentenceFonts(look_);
        const auto set = [&](bool draw) {
            const TextLine line = scene_.wording().line(words);
            return setLine(painter_, fonts, area.min, area.width(), line, 0, draw).height;
        };
        if (left_out > 0 && set(false) > area.height()) words.pop_back();
        set(true);
    }

    /// Returns the sizes of type of the arithmetic, the largest first.
    [[nodiscard]] std::array<LineFonts, 3> sizes() const {
        const Fonts& f = look_.fonts;
        return {LineFonts{f.formula, f.formula_bold, f.raised},
                LineFonts{f.formula_small, f.formula_small_bold, f.mono_small},
                LineFonts{f.mono, f.mono_bold, f.mono_small}};
    }

    [[nodiscard]] float boxHeight() const {
        const auto all = sizes();
        const float inside = rest_.width() - 2 * cardSide(scene_);
        const float lines = scene_.compact && inside >= look_.px(kWideLine) ? 1 : 2;
        return std::max(lineHeight(all.front()), lines * lineHeight(all.back())) +
               2 * look_.px(scene_.compact ? 5 : 9);
    }

    /// Draws the arithmetic in the largest type that fits on a line, with as many terms as fit.
    void arithmetic(const Rect& box) {
        const Theme& c = look_.colors();
        painter_.fill(box, c.inset, look_.px(7));
        painter_.outline(box, c.line, look_.px(7), std::max(1.0f, look_.px(1)));
        const float side = look_.px(14);
        const float chip = look_.px(20);
        const float from =
            twinChip(painter_, {box.min.x + side, box.center().y - chip / 2}, chip, writing_.told) +
            look_.px(12);
        const float room = box.max.x - side - from;
        TextLine line;
        LineFonts fonts = sizes().back();
        for (const auto& [size, terms] : {std::pair{0, 2}, {1, 2}, {2, 2}, {2, 1}}) {
            fonts = sizes()[static_cast<std::size_t>(size)];
            line = wordArithmetic(writing_, static_cast<std::size_t>(terms));
            if (measuredLine(painter_, fonts, FLT_MAX, line).width <= room) break;
        }
        const LaidLine laid = layLine(painter_, fonts, room, line);
        drawLine(painter_, fonts, {from, std::floor(box.center().y - laid.height / 2)}, laid);
    }

    const Scene& scene_;
    const Look& look_;
    Painter& painter_;
    WritingScene writing_;
    Rect rest_;
    float bar_;
    float gap_;
    float left_ = 0;
    float right_ = 0;
};

}  // namespace

float drawNextWordCard(const Scene& scene, Painter& painter, const Rect& rest) {
    return NextWordCard(scene, painter, rest).draw();
}

}  // namespace lookback
