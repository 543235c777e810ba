// Every mode in every language of the window, and in one whose words are 40% longer: no text is
// cut.
#include <array>

#include <fmt/format.h>

#include "core/words/say.h"
#include "imgui_internal.h"
#include "messages/leak.h"
#include "messages/train.h"
#include "tests/app/generates.h"
#include "tests/app/layout_check.h"
#include "tests/app/pseudo_language.h"

using namespace lookback;
using namespace lookback::test;

namespace {

const std::vector<ImVec2> kLanguageSizes = windows({kLaptop, kUsual, kProjector});

/// Looks at each mode in a language, presented or not.
void lookAtModes(const Language& language) {
    LayoutReport report;
    for (const ImVec2 size : kLanguageSizes) {
        LabUnderTest lab("write-a-poem", size);
        lab.act(Change(&Preferences::language, &language));
        for (const bool presenting : {false, true}) {
            for (const ModeInfo& mode : kModes) {
                lab.act(SetMode{mode.mode});
                lab.act(SetPresenting{presenting});
                lab.ui.step(3);
                if (mode.subject == SubjectKind::experiment) trainToTheEnd(lab);
                const std::size_t steps =
                    mode.subject == SubjectKind::document ? lab.state().steps().size() : 1;
                for (std::size_t step = 0; step < steps; ++step) {
                    if (steps > 1) lab.goTo(step);
                    lab.ui.step(2);
                    report.add(fmt::format("{}, {}, step {}, {}{}", language.id, mode.name, step,
                                           size.x, presenting ? ", presented" : ""),
                               layoutFaults(lab));
                }
            }
        }
    }
    CHECK_MESSAGE(report.empty(), report.text());
}

}  // namespace

TEST_CASE("a pattern in the pseudo-language has longer words and the same slots") {
    CHECK(inPseudoLanguage("Add {token} to it") == "Add\u00e9 {token} to\u00e9 it\u00e9");
    CHECK(inPseudoLanguage("{n, plural, one {# token} other {<b>#</b> tokens}}.") ==
          "{n, plural, one {# token\u00e9\u00ed} other {<b>#</b> tokens\u00e9\u00ed}}.");
}

TEST_CASE("the settings choose the language, and every word of it follows") {
    LabUnderTest lab("write-a-poem");
    REQUIRE(lab.shows("ATTENTION WEIGHTS"));
    lab.ui.click("Top/##settings");
    lab.ui.step(2);
    lab.ui.click("popup/###language-id");
    lab.ui.step(2);
    CHECK(lab.preferences().language->id == "id");
    lab.ui.key(ImGuiKey_Escape);
    lab.ui.step(2);
    CHECK(lab.shows("BOBOT ATTENTION"));
    CHECK_FALSE(lab.shows("ATTENTION WEIGHTS"));
    CHECK(lab.showsLines(lab.document().lesson->notes.front().text.in("id")));
    lab.ui.click("Top/##settings");
    lab.ui.step(2);
    lab.ui.click("popup/###language-en");
    lab.ui.step(2);
    lab.ui.key(ImGuiKey_Escape);
    lab.ui.step(2);
    CHECK(lab.shows("ATTENTION WEIGHTS"));
}

TEST_CASE("the fonts have every character of the messages in every language") {
    const Fonts& fonts = TestFonts::at().fonts;
    for (const Language& language : kLanguages) {
        for (const CatalogueText& text : language.texts()) {
            for (const char* at = text.pattern.data();
                 at < text.pattern.data() + text.pattern.size();) {
                unsigned int letter = 0;
                at += ImTextCharFromUtf8(&letter, at, text.pattern.data() + text.pattern.size());
                CHECK_MESSAGE(
                    fonts.text->FindGlyphNoFallback(static_cast<ImWchar>(letter)) != nullptr,
                    language.id, " ", text.key, ": ", letter);
            }
        }
    }
}

TEST_CASE("no text is cut where words are 40% longer") { lookAtModes(pseudoLanguage()); }

TEST_CASE("the sentence beside a title is whole where words are 40% longer") {
    LabUnderTest lab("write-a-poem", kLaptop);
    lab.act(Change(&Preferences::language, &pseudoLanguage()));
    lab.act(SetMode{Mode::leak});
    lab.ui.step(3);
    CHECK(lab.shows(lab.state().wording().text(say::leak::Question{})));
    lab.act(SetMode{Mode::train});
    lab.ui.step(3);
    trainToTheEnd(lab);
    lab.ui.step(2);
    CHECK(lab.shows(lab.state().wording().text(
        say::train::LossNote{.unit = say::train::LossNote::Unit::other})));
}

TEST_CASE("no text is cut in any language of the window") {
    for (const Language& language : kLanguages) lookAtModes(language);
}
