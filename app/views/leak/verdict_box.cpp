#include "app/views/leak/verdict_box.h"

#include <algorithm>
#include <cmath>

#include "app/look/fonts.h"
#include "app/state/model/app_state.h"
#include "app/state/model/sentences.h"
#include "app/state/update/action.h"
#include "app/widgets/button.h"
#include "app/widgets/tooltip.h"
#include "core/compare/variant_choice.h"
#include "core/document/edit.h"
#include "core/words/say.h"
#include "messages/leak.h"

namespace lookback {
namespace {

constexpr float kHeadline = 26;
constexpr float kVerdictBoxUsualLines = 3;
constexpr float kVerdictBoxMostLines = 4;  ///< with the names of all pairs of tokens
constexpr float kVerdictBoxFoldedLines = 2;
constexpr float kVerdictBoxTint = 0.1f;  ///< share of the colour of the verdict in the ground

LineFonts verdictFonts(const Scene& scene) {
    return scene.compact ? smallSentenceFonts(scene.look) : sentenceFonts(scene.look);
}

/// Gray where the test promises nothing, the color of a fault where an output leaks or a mistaken
/// mask lets later tokens in.
Color Theme::*toneOf(const LeakVerdict& verdict) {
    if (verdict.kind == LeakKind::leaks || verdict.isMaskWrong()) return &Theme::bad;
    const bool is_silent = verdict.kind == LeakKind::nothing_to_leak || verdict.says_nothing;
    return is_silent ? &Theme::soft : &Theme::good;
}

}  // namespace

VerdictBox::VerdictBox(const Scene& scene, Painter& painter, Side side, const LeakAnswer& answer,
                       bool is_current)
    : scene_(scene), painter_(painter), side_(side), answer_(answer), is_current_(is_current) {
    const Wording wording = scene.wording();
    if (answer.fault) {
        tone_ = &Theme::bad;
        headline_ = wording.text(say::leak::NotTested{});
        words_ = wording.line(faultSentence(*answer.fault));
    } else if (!answer.verdict) {
        headline_ = wording.text(say::leak::Searching{});
        words_ = wording.line(say::leak::Search{});
    } else {
        const LeakVerdict& verdict = *answer.verdict;
        tone_ = toneOf(verdict);
        headline_ = wording.text(verdict.label());
        words_ = wording.line(verdict.sentences);
        brief_ = wording.line(verdict.brief);
        first_ = wording.line(verdict.brief.front());
        return;
    }
    first_ = brief_ = words_;
}

float VerdictBox::pad() const { return scene_.look.px(scene_.compact ? 8 : 12); }

std::string VerdictBox::exampleLabel() const {
    return scene_.said(say::leak::Show{}) +
           (side_ == Side::a ? "###show-example-a" : "###show-example-b");
}

/// True where an example can be opened: not for a snapshot or a file, as the example changes the
/// document, on which these do not depend.
bool VerdictBox::hasExample() const {
    const VariantKind kind = scene_.place().compared.of(side_).kind;
    if (kind == VariantKind::snapshot || kind == VariantKind::file) return false;
    return is_current_ && answer_.verdict && answer_.verdict->example;
}

float VerdictBox::headlineWidth() const {
    return painter_.width(scene_.look.fonts.strong, headline_) + scene_.look.px(8);
}

float VerdictBox::foldedWidth(float width) const {
    float beside = 0;
    if (hasExample()) beside = buttonWidth(painter_, exampleLabel()) + scene_.look.px(8);
    if (isOld()) beside = oldWidth() + scene_.look.px(8);
    return width - 2 * foldedPad() - headlineWidth() - beside;
}

float VerdictBox::oldWidth() const {
    return painter_.width(scene_.look.fonts.small_text, scene_.said(say::leak::StillSearching{}));
}

void VerdictBox::drawOld(const Rect& line, Color ground) {
    if (!isOld()) return;
    const Look& look = scene_.look;
    painter_.text(look.fonts.small_text, readable(look.colors(), look.colors().soft, ground), line,
                  scene_.said(say::leak::StillSearching{}), Align::right);
}

float VerdictBox::foldedHeight(float width) const {
    return measuredLine(painter_, smallSentenceFonts(scene_.look), foldedWidth(width), first_,
                        -headlineWidth())
        .height;
}

float VerdictBox::height(float width, VerdictWords words) {
    if (words == VerdictWords::folded) {
        const float least = kVerdictBoxFoldedLines * lineHeight(smallSentenceFonts(scene_.look));
        return 2 * foldedPad() + std::max(foldedHeight(width), least);
    }
    const LineFonts fonts = verdictFonts(scene_);
    const TextLine& line = words == VerdictWords::brief ? brief_ : words_;
    return 2 * pad() + scene_.look.px(kHeadline) +
           std::max(measuredLine(painter_, fonts, width - 2 * pad(), line).height,
                    kVerdictBoxUsualLines * lineHeight(fonts));
}

bool VerdictBox::areFew(float width) {
    const LineFonts fonts = verdictFonts(scene_);
    return measuredLine(painter_, fonts, width - 2 * pad(), words_).height <=
           kVerdictBoxMostLines * lineHeight(fonts);
}

void VerdictBox::draw(const Rect& box, VerdictWords words) {
    const Look& look = scene_.look;
    const Theme& c = look.colors();
    const Color tone = c.*tone_;
    const Color ground = mix(c.panel, tone, kVerdictBoxTint);
    painter_.fill(box, ground, look.px(7));
    painter_.outline(box, mix(c.panel, tone, 0.4f), look.px(7), std::max(1.0f, look.px(1)));
    if (words == VerdictWords::folded) {
        return drawFolded(box.inset(foldedPad(), foldedPad()), ground, tone);
    }
    const Rect line{{box.min.x + pad(), box.min.y + pad()},
                    {box.max.x - pad(), box.min.y + pad() + look.px(kHeadline)}};
    painter_.textAt(look.fonts.strong, readable(c, tone, ground), line.min, headline_);
    drawOld(line, ground);
    const LineFonts fonts = verdictFonts(scene_);
    const TextLine& said = words == VerdictWords::brief ? brief_ : words_;
    setLine(painter_, fonts, {line.min.x, line.max.y},
            balancedWidth(painter_, fonts, line.width(), said), said);
    exampleButton(line);
    if (words == VerdictWords::all) return;
    tooltipOver(look, {{line.min.x, line.max.y}, box.max}, withSigns(words_));
}

void VerdictBox::drawFolded(const Rect& inside, Color ground, Color tone) {
    const Look& look = scene_.look;
    const Theme& c = look.colors();
    const LineFonts fonts = smallSentenceFonts(look);
    const float width = foldedWidth(inside.width() + 2 * foldedPad());
    const float high = foldedHeight(inside.width() + 2 * foldedPad());
    const float top = std::floor(inside.center().y - high / 2);
    painter_.text(look.fonts.strong, readable(c, tone, ground),
                  Rect::at({inside.min.x, top}, {headlineWidth(), lineHeight(fonts)}), headline_);
    const float left = inside.min.x + headlineWidth();
    setLine(painter_, fonts, {left, top},
            balancedWidth(painter_, fonts, width, first_, -headlineWidth()), first_,
            -headlineWidth());
    drawOld(inside.betweenY(top, top + lineHeight(fonts)), ground);
    if (hasExample()) {
        const float middle = std::floor(inside.center().y - look.px(9));
        exampleButton(inside.betweenY(middle, middle + look.px(kHeadline)));
    }
    const Rect said{inside.min, {left + width, inside.max.y}};
    tooltipOver(look, said, headline_ + " " + withSigns(words_));
}

void VerdictBox::exampleButton(const Rect& line) {
    if (!hasExample()) return;
    const LeakExample& example = *answer_.verdict->example;
    const Look& look = scene_.look;
    const std::string label = exampleLabel();
    const float width = buttonWidth(painter_, label);
    const float top = line.min.y - look.px(5);
    const Rect place{{line.max.x - width, top}, {line.max.x, top + look.px(28)}};
    const auto named = [this](Index token) {
        return TokenLabel{scene_.labels()[static_cast<std::size_t>(token)]};
    };
    const std::string tip = scene_.said(
        say::leak::ShowTip{.token = named(example.token), .output = named(example.output)});
    if (!button(painter_, place, label.c_str(), {.tooltip = tip})) return;
    scene_.emit(Change<Document>(setEmbedding, example.token, example.embedding));
    scene_.emit(SelectToken{example.output});
}

}  // namespace lookback
