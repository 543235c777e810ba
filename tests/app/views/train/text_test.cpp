// The text in the panel of Train: typed in place, or pasted.
#include "core/words/say.h"
#include "tests/app/train_panel_under_test.h"
#include "tests/app/trains.h"

using namespace lookback;
using namespace lookback::test;

TEST_CASE("the text is typed in place: a step of undo when it is left, none after Esc") {
    TrainPanelUnderTest lab;
    lab.openSections();
    lab.act(Change(&TrainPlace::step, 3));
    const Experiment before = lab.now();
    const TrainPlace place = lab.state().train_place;
    constexpr std::string_view kTyped = "one two three four five six seven eight nine";

    lab.overwrite(kText, kTyped);
    for (const ImGuiKey key : {ImGuiKey_L, ImGuiKey_T, ImGuiKey_H, ImGuiKey_Space,
                               ImGuiKey_LeftArrow, ImGuiKey_Home, ImGuiKey_End}) {
        lab.ui.key(key);
    }
    CHECK(lab.state().train_place == place);
    CHECK_FALSE(lab.place().playing);
    CHECK(lab.now() == before);
    lab.ui.key(ImGuiMod_Ctrl | ImGuiKey_Enter);
    lab.ui.step(2);
    CHECK(lab.now().text == kTyped);
    lab.ui.key(kUndo);
    lab.ui.step(2);
    CHECK(lab.now() == before);

    lab.overwrite(kText, kTyped);
    lab.ui.key(ImGuiKey_Escape);
    lab.ui.step(2);
    CHECK(lab.now() == before);
    CHECK(lab.place().mode == Mode::train);

    lab.overwrite(kText, kTyped);
    lab.ui.key(ImGuiKey_Enter);
    lab.ui.type("ten");
    lab.click("Edit/##steps");
    CHECK(lab.now().text == std::string(kTyped) + "\nten");
    lab.ui.key(ImGuiKey_Escape);

    lab.overwrite(kText, "too short");
    REQUIRE_FALSE(lab.tooltip().empty());
    CHECK(lab.tooltip()[0].starts_with("text: no training window of 8 tokens fits"));
    lab.ui.key(ImGuiMod_Ctrl | ImGuiKey_Enter);
    lab.ui.step(2);
    CHECK(lab.now().text == std::string(kTyped) + "\nten");
    CHECK(english().text(lab.state().notice).find("no training window") != std::string::npos);
}

TEST_CASE("a text is pasted, readable whatever it was; a long one is shown by its first lines") {
    TrainPanelUnderTest lab;
    lab.openSections();
    const Experiment before = lab.now();
    lab.copy("one two three caf\xE9 five six\r\nseven eight nine ten");
    lab.click("Edit/##paste");
    CHECK(lab.now().text == "one two three caf\uFFFD five six\nseven eight nine ten");
    CHECK(lab.ui.exists(kText));
    lab.ui.key(kUndo);
    CHECK(lab.now() == before);

    std::string longer = "the first line of many\n";
    while (longer.size() <= 100'000) longer += "and so on and so on and so on\n";
    lab.copy(longer);
    lab.click("Edit/##paste");
    CHECK(lab.now().text == longer);
    CHECK_FALSE(lab.ui.exists(kText));
    CHECK(lab.shows("the first line of many"));
    CHECK(lab.shows("is too long to edit here"));
    lab.overwrite("Edit/##context", "0");
    REQUIRE_FALSE(lab.tooltip().empty());
    CHECK(lab.tooltip()[0].find("from 1 to 4096") != std::string::npos);
    lab.ui.key(ImGuiKey_Escape);
    lab.ui.key(kUndo);
    CHECK(lab.now() == before);
}

TEST_CASE("line breaks and tabs of a sentence are signs, in its field and in headings") {
    TrainPanelUnderTest lab;
    Experiment experiment = lab.now();
    experiment.unit = TextUnit::characters;
    experiment.starts = WindowStarts::anywhere;
    experiment.text.clear();
    for (int k = 0; k < 12; ++k) experiment.text += "\nab\tcd";
    experiment.context = 6;
    lab.act(SetExperiment{std::make_shared<const Experiment>(experiment)});
    trainToTheEnd(lab);
    CHECK(lab.state().train_place.probe.empty());
    CHECK(lab.ui.read().find("\u00b6ab\u21e5cd") != std::string::npos);
    for (const LayoutProbe::Text& text : lab.texts()) {
        CHECK(text.text.find_first_of("\n\t") == std::string::npos);
    }
    CHECK(lab.shows("\u21e5"));
    // A typed sign is read as what it stands for.
    lab.act(Change(&TrainPlace::probe, std::string("d\u00b6a\u21e5")));
    trainToTheEnd(lab);
    CHECK(lab.ui.read().find("d\u00b6a\u21e5") != std::string::npos);
}
