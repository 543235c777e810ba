#include "app/views/leak/verdict_box.h"

#include <algorithm>

#include <fmt/format.h>

#include "app/state/model/sentences.h"
#include "app/widgets/button.h"
#include "app/widgets/formula.h"

namespace lookback {
namespace {

constexpr float kHeadline = 26;
constexpr float kVerdictBoxUsualLines = 3;
constexpr float kVerdictBoxTint = 0.1f;  ///< of the colour of what it says

LineFonts fontsOf(const Scene& scene) {
    const Fonts& fonts = scene.look.fonts;
    return scene.compact ? LineFonts{fonts.small_text, fonts.strong_small, fonts.mono_small}
                         : sentenceFonts(scene.look);
}

/// A verdict begins with the headline of its kind.
std::string afterHeadline(std::string_view text) {
    return std::string(text.substr(std::min(text.size(), text.find(". ") + 2)));
}

}  // namespace

VerdictBox::VerdictBox(const Scene& scene, Painter& painter, Side side, const LeakAnswer& answer,
                       bool is_current)
    : scene_(scene), painter_(painter), side_(side), answer_(answer), is_current_(is_current) {
    if (answer.fault) {
        is_good_ = false;
        headline_ = "Not tested.";
        words_ = {{asSentence(answer.fault->where + ": " + answer.fault->message)}};
    } else if (!answer.verdict) {
        headline_ = "Searching \u2026";
        words_ = {{"Every hidden word gets other embeddings, and each output is computed anew."}};
    } else {
        const LeakVerdict& verdict = *answer.verdict;
        is_good_ = verdict.kind != LeakKind::leaks;
        headline_ = info(verdict.kind).label;
        words_ = {{afterHeadline(verdict.text)}};
        brief_ = {{afterHeadline(verdict.brief)}};
        return;
    }
    brief_ = words_;
}

float VerdictBox::pad() const { return scene_.look.px(scene_.compact ? 8 : 12); }

float VerdictBox::height(float width, bool brief) {
    const LineFonts fonts = fontsOf(scene_);
    const float words =
        setLine(painter_, fonts, {0, 0}, width - 2 * pad(), brief ? brief_ : words_, 0, false)
            .height;
    return 2 * pad() + scene_.look.px(kHeadline) +
           std::max(words, kVerdictBoxUsualLines * lineHeight(fonts));
}

void VerdictBox::draw(const Rect& box, bool brief) {
    const Look& look = scene_.look;
    const Theme& c = look.colors();
    const bool is_pending = !answer_.fault && !answer_.verdict;
    const Color tone = is_pending ? c.soft : is_good_ ? c.good : c.bad;
    const Color ground = mix(c.panel, tone, kVerdictBoxTint);
    painter_.fill(box, ground, look.px(7));
    painter_.outline(box, mix(c.panel, tone, 0.4f), look.px(7), std::max(1.0f, look.px(1)));
    const Rect line{{box.min.x + pad(), box.min.y + pad()},
                    {box.max.x - pad(), box.min.y + pad() + look.px(kHeadline)}};
    painter_.textAt(look.fonts.strong, readable(c, tone, ground), line.min, headline_);
    if (!is_current_ && !is_pending) {
        painter_.text(look.fonts.small_text, readable(c, c.soft, ground), line, "searching \u2026",
                      Align::right);
    }
    setLine(painter_, fontsOf(scene_), {line.min.x, line.max.y}, line.width(),
            brief ? brief_ : words_);
    if (is_current_) exampleButton(line);
}

/// What is kept apart from the document does not change with it.
void VerdictBox::exampleButton(const Rect& line) {
    const VariantKind kind = scene_.place().compared.of(side_).kind;
    if (kind == VariantKind::snapshot || kind == VariantKind::file) return;
    if (!answer_.verdict || !answer_.verdict->example) return;
    const LeakExample& example = *answer_.verdict->example;
    const Look& look = scene_.look;
    const char* const label = side_ == Side::a ? "Show it##a" : "Show it##b";
    const float width = buttonWidth(painter_, label);
    const float top = line.min.y - look.px(5);
    const Rect place{{line.max.x - width, top}, {line.max.x, top + look.px(28)}};
    const std::string tip = fmt::format(
        "Gives {} the embedding that was found: the output of {} moves. Undo takes it back.",
        scene_.labels()[static_cast<std::size_t>(example.token)],
        scene_.labels()[static_cast<std::size_t>(example.output)]);
    if (!button(painter_, place, label, {.tooltip = tip})) return;
    scene_.emit(SetEmbedding{example.token, example.embedding});
    scene_.emit(SelectToken{example.output});
}

}  // namespace lookback
