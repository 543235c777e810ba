// The Leak test's page: its figure fills the room, and its timeline is that of the nudge.
#include <algorithm>

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

}  // namespace

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
