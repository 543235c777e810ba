// Generate in the hands of a person: what is chosen, dragged and typed there.
#include <algorithm>

#include <fmt/format.h>

#include "tests/app/generates.h"
#include "tests/core/said.h"

using namespace lookback;
using namespace lookback::test;

TEST_CASE("the temperature is dragged, and every number follows at once") {
    LabUnderTest lab;
    openGenerate(lab);
    const Experiment before = lab.state().experiment();
    const ImRect track = lab.ui.find("Edit/##temperature").rect;
    lab.ui.move(track.GetCenter());
    lab.ui.press();
    for (const float share : {0.3f, 0.6f, 0.9f}) {
        lab.ui.move({track.Min.x + share * track.GetWidth(), track.GetCenter().y});
        lab.ui.step(2);
        CHECK(placeOf(lab).choice.temperature != 1);
        checkAgainstEngine(lab);
    }
    SUBCASE("let go, it stays") {
        lab.ui.release();
        lab.ui.step(2);
        CHECK(placeOf(lab).choice.temperature != 1);
    }
    SUBCASE("Esc gives it back, and the hand has to press anew") {
        lab.ui.key(ImGuiKey_Escape);
        lab.ui.step(2);
        CHECK(placeOf(lab).choice.temperature == 1);
        lab.ui.move({track.Min.x, track.GetCenter().y});
        lab.ui.step(2);
        CHECK(placeOf(lab).choice.temperature == 1);
        lab.ui.release();
    }
    CHECK(lab.state().experiment() == before);
    CHECK(lab.isAsOpened());
}

TEST_CASE("how many of the best count is typed or chosen, and what cannot be is refused") {
    LabUnderTest lab;
    openGenerate(lab);
    const auto type = [&](std::string_view text) {
        lab.ui.click("Edit/##best-typed");
        lab.ui.key(ImGuiMod_Ctrl | ImGuiKey_A);
        lab.ui.type(text);
        lab.ui.key(ImGuiKey_Enter);
        lab.ui.step(2);
    };
    type("4");
    CHECK(placeOf(lab).choice.top_k == 4);
    checkAgainstEngine(lab);
    const WordWritten& word = momentOf(lab).twins[0].next();
    CHECK(std::count_if(word.chances.begin(), word.chances.end(),
                        [](double chance) { return chance > 0; }) == 4);
    for (const char* const refused : {"0", "16", "2.5", "many"}) {
        CAPTURE(refused);
        type(refused);
        CHECK(placeOf(lab).choice.top_k == 4);
        lab.ui.key(ImGuiKey_Escape);
    }
    type("15");
    CHECK(placeOf(lab).choice.top_k == 0);  // all of them
}

TEST_CASE("a prompt is typed in units of the text, and a word that it lacks is refused") {
    LabUnderTest lab;
    openGenerate(lab);
    const TrainingRun& run = runOf(lab);
    change(lab, [](GeneratePlace& place) { place.prompt = "bob greets ann"; });
    CHECK(momentOf(lab).given == 3);
    checkAgainstEngine(lab);
    const auto refused = promptUnits(run, "bob kisses ann");
    REQUIRE_FALSE(refused);
    CHECK(test::said(refused.error()).find("kisses") != std::string::npos);
    lab.ui.click("Edit/##prompt-add");
    lab.ui.step(3);
    const std::vector<std::string>& all = run.text().vocabulary;
    const auto place = std::find(all.begin(), all.end(), "dan") - all.begin();
    lab.ui.click(fmt::format("popup/dan###dan##{}", place));
    lab.ui.step(2);
    CHECK(placeOf(lab).prompt == "bob greets ann dan");
    checkAgainstEngine(lab);
    lab.act(OpenExperiment{"counting"});
    lab.ui.step(2);
    trainToTheEnd(lab);
    CHECK(placeOf(lab).prompt.empty());
    CHECK(momentOf(lab).given == 2);
    checkAgainstEngine(lab);
}

TEST_CASE("a field for the prompt says in whole sentences what it does not take") {
    LabUnderTest lab;
    openGenerate(lab);
    const auto refusal = [&](const char* typed) {
        lab.ui.click("Edit/##prompt-add");
        lab.ui.step(3);
        lab.ui.type(typed);
        lab.ui.step(2);
        const std::string words = lab.tooltip().empty() ? "" : lab.tooltip()[0];
        lab.ui.key(ImGuiKey_Escape);
        lab.ui.key(ImGuiKey_Escape);
        lab.ui.step(2);
        return words;
    };
    CHECK(refusal("kisses") == "\u201ckisses\u201d is not a word of the text.");
    CHECK(refusal(" ") == "Expected at least one token of the text.");
}

TEST_CASE("one twin is shown, or both, and its arithmetic is told") {
    LabUnderTest lab;
    openGenerate(lab);
    CHECK(toldTwin(placeOf(lab), 2) == 0);
    lab.ui.click("Edit/##shown-b");
    lab.ui.step(2);
    CHECK(placeOf(lab).shown == TwinsShown::b);
    CHECK(toldTwin(placeOf(lab), 2) == 1);
    CHECK_FALSE(lab.shows("The line of A"));
    CHECK(lab.shows("The line of B"));
    lab.ui.click("Edit/##shown-both");
    lab.ui.key(ImGuiKey_T);
    lab.ui.step(2);
    CHECK(toldTwin(placeOf(lab), 2) == 1);
}
