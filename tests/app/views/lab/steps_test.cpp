// Journeys: stepping through the computation by keys, buttons and the timeline.
#include <fmt/format.h>

#include "core/engine/steps.h"
#include "core/words/say.h"
#include "tests/app/lab_under_test.h"

using namespace lookback;
using namespace lookback::test;

namespace {

std::size_t stepCalled(const LabUnderTest& lab, std::string_view title) {
    for (std::size_t at = 0; at < lab.state().steps().size(); ++at) {
        if (english().text(lab.state().steps()[at].title) == title) return at;
    }
    FAIL("no step is called ", std::string(title));
    return 0;
}

/// Where a step and a share of its cells stand on the timeline.
ImVec2 onTimeline(const LabUnderTest& lab, std::size_t step, float share = 0.5f) {
    const ImRect track = lab.ui.find("Steps/timeline").rect;
    const float slot = track.GetWidth() / static_cast<float>(lab.state().steps().size());
    return {track.Min.x + slot * (static_cast<float>(step) + share), track.Min.y + 14};
}

Index cells(const LabUnderTest& lab) { return cellCount(lab.document(), lab.state().step()); }

/// Presses Next by `next` until softmax is on the screen.
template <class Next>
void stepToSoftmax(Next next) {
    LabUnderTest lab("write-a-poem");
    const std::size_t softmax = stepCalled(lab, "Softmax");
    for (std::size_t step = 1; step <= softmax; ++step) {
        next(lab);
        lab.ui.wait(0.5);
        CHECK(lab.place().step == step);
        CHECK(lab.shows(fmt::format("Step {} of {}", step + 1, lab.state().steps().size())));
        CHECK(lab.shows(lab.step()));
    }
    CHECK(lab.step() == "Softmax");
}

}  // namespace

TEST_CASE("Right steps to softmax") {
    stepToSoftmax([](LabUnderTest& lab) { lab.ui.key(ImGuiKey_RightArrow); });
}

TEST_CASE("Page Down steps to softmax") {
    stepToSoftmax([](LabUnderTest& lab) { lab.ui.key(ImGuiKey_PageDown); });
}

TEST_CASE("the Next button steps to softmax") {
    stepToSoftmax([](LabUnderTest& lab) { lab.ui.click("Steps/##next"); });
}

TEST_CASE("a click on the timeline goes to that step with all its cells") {
    LabUnderTest lab("write-a-poem");
    for (const char* title : {"Softmax", "Scores", "Embeddings", "Weighted sum", "Mask"}) {
        CAPTURE(title);
        const std::size_t step = stepCalled(lab, title);
        lab.ui.clickAt(onTimeline(lab, step));
        CHECK(lab.step() == title);
        CHECK(lab.place().cell == cells(lab) - 1);
    }
}

TEST_CASE("a click on a thumbnail of the ribbon goes to its step") {
    LabUnderTest lab("write-a-poem");
    const float right = lab.ui.find("Centre/embeddings##ribbon").rect.Max.x;
    lab.ui.click("Centre/attention_weights##ribbon");
    CHECK(lab.step() == "Softmax");
    lab.ui.click("Centre/scores##ribbon");
    CHECK(lab.step() == "Scores");
    CHECK(lab.ui.find("Centre/embeddings##ribbon").rect.Max.x == right);
}

TEST_CASE("Left, Page Up and Back step back with all cells, Home and End go to the ends") {
    LabUnderTest lab("write-a-poem");
    const std::size_t last = lab.state().steps().size() - 1;
    lab.ui.key(ImGuiKey_End);
    CHECK(lab.place().step == last);
    CHECK(lab.place().cell == cells(lab) - 1);
    lab.ui.key(ImGuiKey_LeftArrow);
    CHECK(lab.place().step == last - 1);
    CHECK(lab.place().cell == cells(lab) - 1);
    lab.ui.key(ImGuiKey_PageUp);
    CHECK(lab.place().step == last - 2);
    lab.ui.click("Steps/##back");
    CHECK(lab.place().step == last - 3);
    lab.ui.key(ImGuiKey_Home);
    CHECK(lab.place().step == 0);
    CHECK(lab.place().cell == 0);
    lab.ui.key(ImGuiKey_End);
    lab.ui.click("Steps/##first");
    CHECK(lab.place().step == 0);
}

TEST_CASE("Down and Up reveal cell after cell and go on into the next step") {
    LabUnderTest lab("write-a-poem");
    lab.goTo("Queries");
    lab.ui.key(ImGuiKey_DownArrow);
    CHECK(lab.step() == "Keys & values");
    CHECK(lab.place().cell == 0);
    const Index count = cells(lab);
    for (Index cell = 1; cell < count; ++cell) {
        lab.ui.key(ImGuiKey_DownArrow);
        CHECK(lab.place().cell == cell);
        CHECK(lab.shows(fmt::format("cell {} of {}", cell + 1, count)));
    }
    lab.ui.key(ImGuiKey_DownArrow);
    CHECK(lab.step() == "Scores");
    CHECK(lab.place().cell == 0);
    lab.ui.key(ImGuiKey_UpArrow);
    CHECK(lab.step() == "Keys & values");
    CHECK(lab.place().cell == count - 1);
    lab.ui.key(ImGuiKey_UpArrow);
    CHECK(lab.place().cell == count - 2);
}

TEST_CASE("cells that are not computed yet are blank") {
    LabUnderTest lab("write-a-poem");
    lab.goTo("Queries");
    lab.ui.key(ImGuiKey_RightArrow);
    lab.ui.key(ImGuiKey_RightArrow);
    REQUIRE(lab.step() == "Scores");
    lab.ui.wait(0.5);
    for (Index revealed = 1; revealed <= 9; ++revealed) {
        const ImRect grid = lab.ui.find("Centre/scores").rect;
        for (Index at = 0; at < 9; ++at) {
            const Cell cell{at / 3, at % 3};
            const ImVec2 size{grid.GetWidth() / 3, grid.GetHeight() / 3};
            const ImVec2 corner{grid.Min.x + size.x * static_cast<float>(cell.col),
                                grid.Min.y + size.y * static_cast<float>(cell.row)};
            const std::string text = lab.textIn({corner, {corner.x + size.x, corner.y + size.y}});
            CHECK(text.empty() == (at >= revealed));
        }
        lab.ui.key(ImGuiKey_DownArrow);
        lab.ui.wait(0.5);
    }
}

TEST_CASE("the timeline is scrubbed both ways") {
    LabUnderTest lab("write-a-poem");
    const std::size_t count = lab.state().steps().size();
    lab.ui.move(onTimeline(lab, 0, 0.1f));
    lab.ui.press();
    const auto scrubTo = [&](std::size_t step) {
        for (const float share : {0.05f, 0.5f, 0.95f}) {
            lab.ui.move(onTimeline(lab, step, share));
            CHECK(lab.place().step == step);
            const auto wanted = static_cast<Index>(share * static_cast<float>(cells(lab)));
            CHECK(std::abs(lab.place().cell - wanted) <= 1);
        }
    };
    for (std::size_t step = 0; step < count; ++step) scrubTo(step);
    for (std::size_t step = count; step-- > 0;) scrubTo(step);
    lab.ui.release();
    CHECK(!lab.state().document_work.history.canUndo());
}

TEST_CASE("Space plays and pauses, and playing ends at the end") {
    LabUnderTest lab("write-a-poem");
    lab.ui.key(ImGuiKey_Space);
    CHECK(lab.place().playing);
    CHECK(lab.shows("Pause"));
    const Index before = lab.place().cell;
    lab.ui.wait(1.3);
    CHECK(lab.place().cell == before + 1);
    lab.ui.key(ImGuiKey_Space);
    CHECK(!lab.place().playing);
    const Index paused = lab.place().cell;
    lab.ui.wait(3);
    CHECK(lab.place().cell == paused);
    lab.ui.key(ImGuiKey_End);
    lab.ui.key(ImGuiKey_UpArrow);
    lab.ui.click("Steps/##play");
    lab.ui.wait(2.5);
    CHECK(!lab.place().playing);
    CHECK(lab.place().step + 1 == lab.state().steps().size());
}

TEST_CASE("Play at the end begins anew, as fast as one likes") {
    LabUnderTest lab("write-a-poem");
    lab.ui.key(ImGuiKey_End);
    lab.ui.key(ImGuiKey_Space);
    CHECK(lab.place().playing);
    CHECK(lab.place().step == 0);
    CHECK(lab.place().cell == 0);
    lab.ui.wait(1.3);
    CHECK(lab.place().cell == 1);
    for (int k = 0; k < 2; ++k) lab.ui.key(ImGuiKey_RightBracket);
    CHECK(lab.shows("4 \u00d7"));
    lab.act(GoTo{3, 1});
    lab.ui.wait(1.3);
    CHECK(lab.place().cell >= 4);
    lab.ui.key(ImGuiKey_LeftBracket);
    CHECK(lab.shows("2 \u00d7"));
    CHECK(!lab.state().document_work.history.canUndo());
}

TEST_CASE("nothing moves by itself") {
    LabUnderTest lab("write-a-poem");
    lab.goTo("Scores");
    const auto before = lab.texts();
    lab.ui.wait(5);
    REQUIRE(lab.texts().size() == before.size());
    for (std::size_t k = 0; k < before.size(); ++k) {
        CHECK(lab.texts()[k].text == before[k].text);
        CHECK(lab.texts()[k].drawn.min.x == before[k].drawn.min.x);
        CHECK(lab.texts()[k].drawn.min.y == before[k].drawn.min.y);
    }
}
