// Where one stands: what has appeared of a step, and which cell of it is in focus.
#include "core/document/edit.h"
#include "imgui_internal.h"
#include "tests/app/lab_under_test.h"

using namespace lookback;
using namespace lookback::test;

namespace {

Cell focus(const LabUnderTest& lab) { return focusedTarget(lab.state())->cell; }

}  // namespace

TEST_CASE("a click on a cell of a complete step blanks nothing") {
    LabUnderTest lab;
    lab.goTo("Scores");
    lab.ui.clickAt(lab.figureCell("Centre/scores", {1, 0}, 3, 3));
    lab.ui.wait(1);
    CHECK(focus(lab) == Cell{1, 0});
    CHECK(lab.place().revealed == 8);
    CHECK(lab.state().token() == 1);
    const ImRect figure = lab.ui.find("Centre/scores").rect;
    CHECK(lab.textIn({{figure.Min.x, figure.Max.y - 30}, figure.Max}) != "");
    lab.ui.key(ImGuiKey_DownArrow);
    CHECK(focus(lab) == Cell{1, 1});
    CHECK(lab.place().revealed == 8);
    lab.ui.key(ImGuiKey_UpArrow);
    CHECK(focus(lab) == Cell{1, 0});
    CHECK(lab.place().revealed == 8);
}

TEST_CASE("a click on a cell that is still blank makes it appear, with all before it") {
    LabUnderTest lab;
    lab.goTo("Scores");
    lab.act(GoTo{lab.place().step, 1});
    lab.ui.clickAt(lab.figureCell("Centre/scores", {1, 2}, 3, 3));
    CHECK(lab.place().cell == 5);
    CHECK(lab.place().revealed == 5);
    lab.ui.key(ImGuiKey_UpArrow);
    CHECK(lab.place().cell == 4);
    CHECK(lab.place().revealed == 4);
}

TEST_CASE("selecting a token takes the focus of the step to its row") {
    LabUnderTest lab;
    lab.goTo("Softmax");
    CHECK(focus(lab) == Cell{2, 2});
    lab.ui.click(lab.chip(0));
    CHECK(lab.state().token() == 0);
    CHECK(focus(lab) == Cell{0, 2});
    CHECK(lab.place().revealed == 8);
    lab.ui.step();
    CHECK(lab.shows("WITHOUT THE MASK"));
    lab.ui.key(ImGuiMod_Shift | ImGuiKey_RightArrow);
    CHECK(focus(lab) == Cell{1, 2});
}

TEST_CASE("an edit is not told beside the row without the mask, but with the weights themselves") {
    LabUnderTest lab;
    lab.goTo("Softmax");
    lab.ui.click(lab.chip(0));
    lab.ui.click(lab.chip(1));
    lab.act(SetNumber{MatrixId::w_query, {0, 0}, 2});
    lab.ui.step(2);
    REQUIRE(lab.shows("WITHOUT THE MASK"));
    const auto told_in = [&](const char* window) {
        const ImGuiWindow* const part = ImGui::FindWindowByName(window);
        REQUIRE(part != nullptr);
        return lab.textIn(part->Rect()).find("of the weight moved") != std::string::npos;
    };
    CHECK(told_in("Meaning"));
    CHECK_FALSE(told_in("Centre"));
}

TEST_CASE("what had appeared of a step is still there after an edit") {
    LabUnderTest lab;
    lab.goTo("Softmax");
    lab.ui.clickAt(lab.figureCell("Centre/attention_weights", {1, 0}, 3, 3));
    lab.act(SetNumber{MatrixId::w_query, {0, 0}, 2});
    CHECK(focus(lab) == Cell{1, 0});
    CHECK(lab.place().revealed == 8);
}

TEST_CASE("while a number is dragged the arithmetic stays that of the focus and ticks along") {
    LabUnderTest lab;
    lab.goTo("Scores");
    const Target focused = *focusedTarget(lab.state());
    const ImVec2 at = lab.center(MatrixId::w_query, {0, 0});
    lab.ui.move(at);
    lab.ui.step();
    CHECK(explainedTarget(lab.state()) == Target{MatrixId::w_query, 0, {0, 0}});
    lab.ui.press();
    lab.ui.move({at.x + 20, at.y});
    lab.ui.move({at.x + 40, at.y});
    lab.ui.step();
    REQUIRE(lab.hands().doing<NumberDrag>() != nullptr);
    CHECK(explainedTarget(lab.state()) == focused);
    CHECK(lab.shows("S[poem, poem]"));
    lab.ui.release();
}

TEST_CASE("two changes of one frame keep what each of them sets") {
    LabUnderTest lab;
    const Action unfolds = Change(&Place::unfolded, true);
    const Action shows_tables = Change(&Place::compare_view, CompareView::methods);
    lab.act(unfolds);
    lab.act(shows_tables);
    CHECK(lab.place().unfolded);
    CHECK(lab.place().compare_view == CompareView::methods);
    lab.act(Change<Document>(setDType, DType::float16, -1000));
    lab.act(Change(&Document::softcap, 20));
    CHECK(lab.document().dtype == DType::float16);
    CHECK(lab.document().masking.value == -1000);
    CHECK(lab.document().softcap == 20);
    lab.act(Undo{});
    CHECK(lab.document().dtype == DType::float16);
    CHECK_FALSE(lab.document().softcap);
}

TEST_CASE(
    "the token that is read and the cell in focus are in one row after paste, undo and open") {
    const auto agree = [](const LabUnderTest& lab) {
        return focus(lab).row == lab.state().token();
    };
    LabUnderTest lab;
    CHECK(lab.state().token() == 1);
    CHECK(agree(lab));
    for (const char* const step : {"Embeddings", "Scores", "Mask", "Weighted sum"}) {
        CAPTURE(step);
        lab.goTo(step);
        lab.act(SelectToken{0});
        lab.act(SetSentence{{"one", "two", "three", "four", "five", "six"}});
        CHECK(agree(lab));
        lab.act(SelectToken{4});
        lab.act(RemoveToken{1});
        CHECK(agree(lab));
        lab.act(MoveToken{0, 3});
        CHECK(lab.state().token() == 3);
        CHECK(agree(lab));
        lab.act(InsertToken{0, "zero"});
        CHECK(lab.state().token() == 0);
        CHECK(agree(lab));
        while (lab.state().document_work.history.canUndo()) {
            lab.act(Undo{});
            CHECK(agree(lab));
        }
        while (lab.state().document_work.history.canRedo()) {
            lab.act(Redo{});
            CHECK(agree(lab));
        }
        lab.act(OpenLesson{"the-cat-sat", false});
        CHECK(lab.state().token() == 1);
        CHECK(agree(lab));
        lab.act(OpenLesson{"write-a-poem", false});
    }
}

TEST_CASE("on the slide an undo shows no row that is still to come") {
    LabUnderTest lab;
    lab.ui.key(ImGuiKey_F5);
    lab.goTo("Softmax");
    lab.act(SelectToken{2});
    lab.act(SetMasked{false});
    lab.act(GoTo{lab.place().step, 2});
    lab.act(Undo{});
    CHECK(lab.place().revealed == 2);
    CHECK(lab.state().token() == 0);
    CHECK(focus(lab).row == 0);
}
