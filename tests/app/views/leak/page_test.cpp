// The Leak test's page: its figure fills the room, and its timeline is that of the nudge.
#include <algorithm>
#include <vector>

#include <fmt/format.h>

#include "tests/app/layout_check.h"
#include "tests/app/leak_under_test.h"
#include "tests/core/documents.h"

using namespace lookback;
using namespace lookback::test;

namespace {

/// Returns the lower edge of the lowest text or cell in the centre.
float lowestInCentre(const LabUnderTest& lab, float timeline, ImVec2 size) {
    float lowest = lab.ui.find("Centre/influence-a").rect.Max.y;
    for (const LayoutProbe::Text& text : lab.texts()) {
        const Rect& box = text.drawn;
        const bool is_in_centre = box.center().x > 340 && box.center().x < size.x - 340;
        if (is_in_centre && box.max.y < timeline) lowest = std::max(lowest, box.max.y);
    }
    return lowest;
}

std::string firstCellOf(const LabUnderTest& lab, Index n) {
    const ImRect grid = lab.ui.find("Centre/influence-a").rect;
    const ImVec2 size{grid.GetWidth() / static_cast<float>(n),
                      grid.GetHeight() / static_cast<float>(n)};
    return lab.textIn({grid.Min, {grid.Min.x + size.x, grid.Min.y + size.y}});
}

Document ownSentence(Index n, Index width) {
    return randomDocument(
        {.tokens = n, .d_in = width, .d_k = width, .d_v = width, .mask = MaskKind::causal});
}

/// Returns the texts that are drawn in an area, from the left to the right.
std::vector<LayoutProbe::Text> textsIn(const LabUnderTest& lab, const ImRect& area) {
    std::vector<LayoutProbe::Text> texts;
    for (const LayoutProbe::Text& text : lab.texts()) {
        const ImVec2 middle = text.drawn.center();
        if (area.Contains(middle)) texts.push_back(text);
    }
    std::ranges::sort(texts, {}, [](const LayoutProbe::Text& text) { return text.drawn.min.x; });
    return texts;
}

}  // namespace

TEST_CASE("a presented leak test has digits up to eight tokens, and its bars have their numbers") {
    for (const ImVec2 size : {kLaptop, kProjector}) {
        for (const Index tokens : {6, 8}) {
            CAPTURE(size.x);
            CAPTURE(tokens);
            LabUnderTest lab(ownSentence(tokens, 8), size);
            static_cast<void>(lab.takeEffects());
            openLeakTest(lab);
            lab.ui.key(ImGuiKey_F5);
            lab.ui.step(2);
            static_cast<void>(answerQuestions(lab));
            CHECK_FALSE(firstCellOf(lab, tokens).empty());
            CHECK(lab.shows("stays still: 0"));
            CHECK(lab.shows("derivatives of blocked pairs are exactly 0."));
            CHECK(layoutFaults(lab).empty());
        }
    }
}

TEST_CASE("rows of eight tokens are 18 px high in a low window, with a sentence of each verdict") {
    LabUnderTest lab(ownSentence(8, 8), kLaptop);
    static_cast<void>(lab.takeEffects());
    openLeakTest(lab);
    static_cast<void>(answerQuestions(lab));
    CHECK(lab.ui.find("Centre/influence-a").rect.GetHeight() / 8 >= 18);
    CHECK(lab.shows("exactly"));
    CHECK(lab.shows("Show example"));
}

TEST_CASE("no number of a move lies over its bar beside cells without digits") {
    for (const Index tokens : {12, 16}) {
        CAPTURE(tokens);
        LabUnderTest lab(ownSentence(tokens, 8), kLaptop);
        static_cast<void>(lab.takeEffects());
        openLeakTest(lab);
        static_cast<void>(answerQuestions(lab));
        const ImRect cells = lab.ui.find("Centre/influence-a").rect;
        const ImRect other = lab.ui.find("Centre/influence-b").rect;
        // The bars begin 12 px to the right of the cells and are at least 24 px long.
        const ImRect bars{{cells.Max.x + 12, cells.Min.y}, {cells.Max.x + 36, cells.Max.y}};
        CHECK(bars.Max.x < other.Min.x);
        for (const LayoutProbe::Text& text : textsIn(lab, bars)) CHECK(text.text == "0");
    }
}

TEST_CASE("the figure of the leak test fills the page, with digits up to eight tokens") {
    struct Sentence {
        Index tokens;
        Index width;
        float least_cell;
    };
    for (const ImVec2 size : {kLaptop, kUsual, kProjector}) {
        for (const Sentence one : {Sentence{3, 2, 85}, Sentence{6, 4, 40}, Sentence{8, 8, 34},
                                   Sentence{12, 8, 20}, Sentence{16, 8, 15}}) {
            CAPTURE(size.x);
            CAPTURE(one.tokens);
            LabUnderTest lab(ownSentence(one.tokens, one.width), size);
            static_cast<void>(lab.takeEffects());
            openLeakTest(lab);
            static_cast<void>(answerQuestions(lab));
            const auto n = static_cast<float>(one.tokens);
            const ImRect grid = lab.ui.find("Centre/influence-a").rect;
            CHECK(grid.GetWidth() / n >= one.least_cell);
            CHECK(grid.GetHeight() / n >= std::min(one.least_cell, size.y < 800 ? 13.0f : 17.0f));
            if (one.tokens <= 8) CHECK_FALSE(firstCellOf(lab, one.tokens).empty());
            const float timeline = lab.ui.find("Steps/##probe 1").rect.Min.y;
            const float top = 52;
            const float used = lowestInCentre(lab, timeline, size) - top;
            CHECK(used > 0.85f * (timeline - 60 - top));
            CHECK(layoutFaults(lab).empty());
        }
    }
}

TEST_CASE("the timeline of the leak test shows the token that is nudged, and how much") {
    LabUnderTest lab("write-a-poem");
    openLeakTest(lab);
    static_cast<void>(answerQuestions(lab));
    lab.ui.step(2);
    const auto token = [&] {
        const LeakPlace& leak = lab.place().leak;
        return probeIndex(leak, lab.document().n());
    };
    CHECK_FALSE(lab.shows("Step 1 of"));
    CHECK(token() == 2);
    CHECK(lab.showsLines("Nudge of \u201cpoem\u201d in dimension 1: +0.250"));
    lab.ui.key(ImGuiKey_Home);
    lab.ui.step(2);
    CHECK(token() == 0);
    CHECK(lab.showsLines("Nudge of \u201cWrite\u201d in dimension 1: +0.250"));
    lab.ui.key(ImGuiKey_RightArrow);
    lab.ui.step(2);
    CHECK(token() == 1);
    CHECK(lab.place().step == 0);  // the steps of the Lab stay where they are
    lab.ui.click("Steps/##probe 4");
    lab.ui.step(2);
    CHECK(lab.place().leak.probe == Probe::append);
    CHECK(lab.showsLines("Appended token: \u201cagain\u201d"));
    lab.ui.key(ImGuiKey_LeftArrow);
    lab.ui.step(2);
    CHECK(token() == 2);
    CHECK(lab.place().leak.probe == Probe::nudge);
    Nudge nudge = lab.place().leak.nudge;
    nudge.amount = -0.5;
    nudge.dimension.reset();
    lab.act(Change(&LeakPlace::nudge, nudge));
    CHECK(lab.showsLines("Nudge of \u201cpoem\u201d in a random direction: \u22120.500"));
    lab.ui.key(ImGuiKey_F5);
    lab.ui.step(2);
    CHECK(lab.shows("poem \u22120.500"));
    CHECK(layoutFaults(lab).empty());
}

TEST_CASE("Play nudges one token after the other, and ends with the appended one") {
    LabUnderTest lab("write-a-poem");
    openLeakTest(lab);
    lab.ui.key(ImGuiKey_Home);
    lab.ui.key(ImGuiKey_Space);
    CHECK(lab.place().playing);
    for (int second = 0; second < 6 && lab.place().playing; ++second) lab.ui.wait(1);
    CHECK_FALSE(lab.place().playing);
    CHECK(probeIndex(lab.place().leak, lab.document().n()) == 3);
    CHECK(lab.place().step == 0);
}
