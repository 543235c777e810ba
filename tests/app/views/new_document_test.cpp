// Journeys: a document from nothing, whole sentences, the title, widths and heads, padding, Invert.
#include "core/document/edit.h"
#include "tests/app/lab_under_test.h"
#include "tests/app/menus.h"
#include "tests/app/trains.h"

#include "imgui_internal.h"

using namespace lookback;
using namespace lookback::test;

namespace {

using Words = std::vector<std::string>;

}  // namespace

TEST_CASE("a whole document is made from nothing, and undo brings the one before back") {
    LabUnderTest lab("write-a-poem");
    lab.ui.key(ImGuiMod_Ctrl | ImGuiKey_N);
    lab.ui.step(2);
    REQUIRE(lab.hands().open<NewSheet>() != nullptr);
    lab.ui.type("The cat sat on the \"New York\"");
    lab.ui.step();
    CHECK(lab.showsLines("6 tokens."));
    CHECK(lab.showsLines("They mean nothing until they are trained."));
    lab.ui.click("New/##more heads");
    lab.ui.click("New/##less d_k");
    lab.ui.click("New/###make");
    lab.ui.step(2);
    CHECK_FALSE(lab.hands().hasSheet());
    CHECK(lab.document().tokens == Words{"The", "cat", "sat", "on", "the", "New York"});
    CHECK(shapeOf(lab.document()) == DocumentShape{.d_model = 4, .d_k = 3, .d_v = 4, .heads = 2});
    CHECK(isUpToDate(lab.state()));
    CHECK_FALSE(lab.state().document_work.is_saved);
    lab.ui.key(ImGuiMod_Ctrl | ImGuiKey_Z);
    CHECK(lab.isAsOpened());
}

TEST_CASE("the sheet of the new document takes its title, which may stay empty") {
    LabUnderTest lab("write-a-poem");
    for (const std::string title : {"", "A class of mine"}) {
        lab.ui.key(ImGuiMod_Ctrl | ImGuiKey_N);
        lab.ui.step(2);
        lab.ui.type("the cat sat");
        lab.ui.key(ImGuiKey_Tab);
        lab.ui.step(2);
        lab.ui.type(title);
        lab.ui.key(ImGuiKey_Enter);
        lab.ui.step(2);
        CHECK_FALSE(lab.hands().hasSheet());
        CHECK(lab.document().title == title);
        CHECK(lab.document().n() == 3);
    }
    CHECK(lab.shows("A class of mine"));
}

TEST_CASE("on the slide a document is made from nothing, and the slide stays") {
    for (const ImVec2 size : windows({kProjector, ImVec2{1280, 720}})) {
        LabUnderTest lab("write-a-poem", size);
        lab.ui.key(ImGuiKey_F5);
        lab.ui.key(ImGuiMod_Ctrl | ImGuiKey_N);
        lab.ui.step(2);
        REQUIRE(lab.hands().open<NewSheet>() != nullptr);
        lab.ui.key(ImGuiKey_Escape);
        lab.ui.step(2);
        CHECK_FALSE(lab.hands().hasSheet());
        CHECK(lab.place().presenting);
        lab.ui.key(ImGuiMod_Ctrl | ImGuiKey_N);
        lab.ui.step(2);
        lab.ui.type("the cat sat on the mat");
        lab.ui.step(2);
        const ImRect sheet = ImGui::FindWindowByName("New")->Rect();
        CHECK(sheet.Max.y <= size.y);
        CHECK(lab.ui.find("New/###make").rect.Max.y <= sheet.Max.y);
        lab.ui.key(ImGuiKey_Enter);
        lab.ui.step(2);
        CHECK(lab.document().n() == 6);
        CHECK(lab.place().presenting);
        CHECK(lab.step() == "Embeddings");
    }
}

TEST_CASE("a seed that is no number is named on the sheet, which stays open") {
    LabUnderTest lab("write-a-poem");
    lab.act(Change(&Hands::sheet, NewSheet{.sentence = "a b", .seed = "many"}));
    lab.ui.step(2);
    lab.ui.click("New/###make");
    lab.ui.step();
    REQUIRE(lab.hands().open<NewSheet>() != nullptr);
    CHECK_FALSE(lab.hands().open<NewSheet>()->message.empty());
    lab.ui.key(ImGuiKey_Escape);
    CHECK_FALSE(lab.hands().hasSheet());
    CHECK(lab.isAsOpened());
}

TEST_CASE("a whole sentence is typed beside the heading") {
    LabUnderTest lab("write-a-poem");
    const auto before = lab.document().embeddings.get().row(2).eval();
    lab.ui.click("Edit/##type-sentence");
    lab.ui.step(2);
    REQUIRE(lab.hands().doing<SentenceTyping>() != nullptr);
    CHECK(lab.hands().doing<SentenceTyping>()->text == "Write a poem");
    CHECK(lab.showsLines("They mean nothing until they are trained."));
    lab.ui.type("my \"very long\" poem");
    lab.ui.key(ImGuiKey_Enter);
    CHECK(lab.document().tokens == Words{"my", "very long", "poem"});
    CHECK(lab.document().embeddings.get().row(2) == before);
    CHECK(lab.hands().isIdle());
    lab.ui.key(ImGuiMod_Shift | ImGuiKey_F2);
    lab.ui.step(2);
    CHECK(lab.hands().doing<SentenceTyping>()->text == "my \"very long\" poem");
    lab.ui.type("gone");
    lab.ui.key(ImGuiKey_Escape);
    CHECK(lab.document().tokens == Words{"my", "very long", "poem"});
    lab.undoAll();
    CHECK(lab.isAsOpened());
}

TEST_CASE("the title is edited in place") {
    LabUnderTest lab("write-a-poem");
    lab.ui.click("Edit/##type-title");
    lab.ui.step(2);
    REQUIRE(lab.hands().doing<TitleTyping>() != nullptr);
    lab.ui.type("My own poem");
    lab.ui.key(ImGuiKey_Enter);
    CHECK(lab.document().title == "My own poem");
    CHECK(lab.shows("My own poem"));
    // A title changes no number: what the lesson says of them stays.
    CHECK(lab.state().is_as_opened);
    lab.ui.key(ImGuiMod_Ctrl | ImGuiKey_Z);
    CHECK(lab.isAsOpened());
}

TEST_CASE("widths have steppers in the model's menu, one step of undo each") {
    LabUnderTest lab("write-a-poem");
    const Weights before = lab.document().weights;
    lab.ui.click("Top/##model");
    openSubmenu(lab, "popup/###shape");
    lab.ui.click("popup/##more d_model");
    CHECK(shapeOf(lab.document()) == DocumentShape{.d_model = 3, .d_k = 2, .d_v = 2, .heads = 1});
    CHECK(lab.document().weights.query.get().topRows(2) == before.query.get());
    closeAll(lab);
    lab.ui.key(ImGuiMod_Ctrl | ImGuiKey_Z);
    CHECK(lab.isAsOpened());
    lab.act(SetShape{.shape = {.d_model = 3, .d_k = 2, .d_v = 2, .heads = 2}, .redraws = true});
    CHECK(lab.document().draw);
    CHECK(lab.document().heads == 2);
    CHECK(isUpToDate(lab.state()));
}

TEST_CASE("padding in the mask's menu is put beside the causal rule, and taken away") {
    LabUnderTest lab("write-a-poem");
    openMaskMenu(lab);
    lab.ui.click("popup/##rule-padding");
    CHECK(lab.document().mask.rules ==
          std::vector<MaskRule>{MaskRule{}, newRule(MaskKind::padding, 3)});
    CHECK(lab.shows("Padding blocks nothing yet."));
    lab.ui.click("popup/##rule-padding");
    CHECK(lab.document().mask.rules == std::vector<MaskRule>{MaskRule{}});
}

TEST_CASE("the mask is inverted in one step of undo") {
    LabUnderTest lab("write-a-poem");
    openMaskMenu(lab);
    lab.ui.click("popup/###invert");
    REQUIRE(lab.document().mask.rules.size() == 1);
    CHECK(lab.document().mask.rules.front().kind == MaskKind::custom);
    CHECK_FALSE(allows(lab.document().mask, 1, 0));
    CHECK(allows(lab.document().mask, 0, 1));
    closeAll(lab);
    lab.ui.key(ImGuiMod_Ctrl | ImGuiKey_Z);
    CHECK(lab.isAsOpened());
}

TEST_CASE("tokens take the embeddings of a trained model, and those that it lacks are marked") {
    LabUnderTest lab("write-a-poem");
    lab.ui.click("Top/##model");
    openSubmenu(lab, "popup/###learned");
    CHECK_FALSE(lab.ui.exists("popup/###learned-0"));  // no model is trained yet
    closeAll(lab);
    lab.act(OpenExperiment{"greetings"});
    lab.ui.step(2);
    for (int moment = 0; moment < 3; ++moment) {
        trainForAMoment(lab);
        lab.ui.step();
    }
    lab.act(SetMode{Mode::lab});
    lab.act(SetSentence{{"ann", "meets", "poem"}});
    const auto before = lab.document().embeddings.get().row(2).eval();
    lab.ui.click("Top/##model");
    openSubmenu(lab, "popup/###learned");
    lab.ui.click("popup/###learned-0");
    closeAll(lab);
    CHECK(lab.document().dIn() == lab.state().experiment().model.d_model);
    CHECK(lab.document().embeddings.get().row(2).head(2) == before);
    CHECK(lab.state().document_work.history.current().unlearned == Words{"poem"});
    CHECK(lab.shows("2 of 3 tokens got the embedding"));
    lab.ui.hover(lab.chip(2));
    lab.ui.wait(1);
    REQUIRE_FALSE(lab.tooltip().empty());
    CHECK(lab.tooltip().front().starts_with("This token keeps its numbers"));
    lab.ui.key(ImGuiMod_Ctrl | ImGuiKey_Z);
    CHECK(lab.document().dIn() == 2);
    CHECK(lab.state().document_work.history.current().unlearned.empty());
}
