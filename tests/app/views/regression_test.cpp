// What once went wrong, in the words of what a person did.
#include <algorithm>

#include "core/document/edit.h"
#include "tests/app/lab_under_test.h"

using namespace lookback;
using namespace lookback::test;

TEST_CASE("the last token may vanish while one points at its row") {
    LabUnderTest lab("write-a-poem");
    lab.goTo("Scores");
    lab.ui.click(lab.chip(2));
    lab.ui.move(lab.figureCell("Centre/scores", {2, 2}, 3, 3));
    lab.ui.step(2);
    REQUIRE(lab.hands().hovered.has_value());
    lab.ui.key(ImGuiKey_Delete);
    CHECK(lab.document().n() == 2);
    CHECK(isUpToDate(lab.state()));
}

TEST_CASE("a token may vanish while a number of its embedding is dragged") {
    LabUnderTest lab("write-a-poem");
    lab.ui.click(lab.chip(2));
    const ImVec2 from = lab.center(MatrixId::embeddings, {2, 1});
    lab.ui.move(from);
    lab.ui.press();
    lab.ui.move({from.x + 30, from.y});
    lab.ui.key(ImGuiKey_Delete);
    lab.ui.move({from.x + 60, from.y});
    lab.ui.release();
    CHECK(faults(lab.document()).empty());
    CHECK(isUpToDate(lab.state()));
    lab.undoAll();
    CHECK(lab.isAsOpened());
}

TEST_CASE("undo in the middle of a drag takes back the drag") {
    LabUnderTest lab("write-a-poem");
    const ImVec2 from = lab.center(MatrixId::w_query, {0, 0});
    lab.ui.move(from);
    lab.ui.press();
    lab.ui.move({from.x + 30, from.y});
    lab.ui.key(ImGuiMod_Ctrl | ImGuiKey_Z);
    CHECK(lab.isAsOpened());
    lab.ui.release();
    lab.ui.step(2);
    CHECK(lab.isAsOpened());
    CHECK(isUpToDate(lab.state()));
}

TEST_CASE("a step with folded sums has buttons of its own for each fold") {
    LabUnderTest lab("causal-two-ways");
    lab.goTo("Softmax");
    std::vector<ImGuiID> folds;
    for (const UiItem& item : lab.ui.items()) {
        if (item.label == "unfold") folds.push_back(item.id);
    }
    for (std::size_t a = 0; a < folds.size(); ++a) {
        for (std::size_t b = a + 1; b < folds.size(); ++b) CHECK(folds[a] != folds[b]);
    }
}

TEST_CASE("a long sum is written out after a click on its fold") {
    LabUnderTest lab("numpy-from-scratch");
    lab.goTo("Scores");
    const auto fold = [&] {
        const auto& items = lab.ui.items();
        const auto found = std::find_if(items.begin(), items.end(),
                                        [](const UiItem& item) { return item.label == "unfold"; });
        return found == items.end() ? std::nullopt : std::optional(*found);
    };
    REQUIRE(fold().has_value());
    lab.ui.clickAt(fold()->center());
    lab.ui.step(2);
    CHECK(lab.place().unfolded);
    CHECK(!fold().has_value());
    lab.ui.key(ImGuiKey_U);
    lab.ui.step(2);
    CHECK(!lab.place().unfolded);
    lab.ui.move({5, 5});  // nothing but the focus is explained
    CHECK(fold().has_value());
}

TEST_CASE("Ctrl that is let go in the frame in which Z goes down still counts") {
    LabUnderTest lab("write-a-poem");
    lab.dragCell(MatrixId::w_query, {0, 0}, 40);
    REQUIRE(!lab.isAsOpened());
    ImGuiIO& io = ImGui::GetIO();
    io.AddKeyEvent(ImGuiMod_Ctrl, true);
    lab.ui.step();
    io.AddKeyEvent(ImGuiKey_Z, true);
    io.AddKeyEvent(ImGuiMod_Ctrl, false);
    io.AddKeyEvent(ImGuiKey_Z, false);
    lab.ui.step(3);
    CHECK(lab.isAsOpened());
}
