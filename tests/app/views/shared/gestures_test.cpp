// A gesture ends in one place, wherever the hand lets go and whatever happened to its widget.
#include "app/state/commands/commands.h"
#include "core/document/edit.h"
#include "tests/app/lab_under_test.h"

using namespace lookback;
using namespace lookback::test;

namespace {

constexpr Cell kFirst{0, 0};

/// So many steps can be undone.
int undoSteps(LabUnderTest& lab) {
    int steps = 0;
    for (; lab.state().document_work.history.canUndo(); ++steps) lab.carryOut(Undo{});
    for (int k = 0; k < steps; ++k) lab.carryOut(Redo{});
    return steps;
}

/// Presses on a cell of the mask and draws over the next one.
void beginStroke(LabUnderTest& lab) {
    lab.goTo("Mask");
    lab.ui.move(lab.figureCell("Centre/mask", {0, 1}, 3, 3));
    lab.ui.press();
    lab.ui.move(lab.figureCell("Centre/mask", {0, 2}, 3, 3));
    REQUIRE(lab.hands().doing<MaskPainting>() != nullptr);
    REQUIRE(lab.state().document_work.history.isDragging());
}

/// Presses on the first query weight and draws it so many pixels to the right.
void beginDrag(LabUnderTest& lab, float pixels) {
    const ImVec2 at = lab.center(MatrixId::w_query, kFirst);
    lab.ui.move(at);
    lab.ui.press();
    lab.ui.move({at.x + pixels / 2, at.y});
    lab.ui.move({at.x + pixels, at.y});
    REQUIRE(lab.hands().doing<NumberDrag>() != nullptr);
}

}  // namespace

TEST_CASE("a stroke over the mask ends where a key takes its step away") {
    LabUnderTest lab;
    beginStroke(lab);
    lab.ui.key(ImGuiKey_RightArrow);
    lab.ui.step(2);
    CHECK(lab.hands().isIdle());
    CHECK_FALSE(lab.state().document_work.history.isDragging());
    lab.ui.move({900, 500});
    lab.ui.release();
    lab.ui.step(2);
    CHECK(undoSteps(lab) == 1);
    CHECK(lab.document().mask.flips == std::vector<Cell>{{0, 1}, {0, 2}});
}

TEST_CASE("a stroke and a drag end where the window loses the focus") {
    LabUnderTest lab;
    beginStroke(lab);
    ImGui::GetIO().AddFocusEvent(false);
    lab.ui.step(2);
    CHECK(lab.hands().isIdle());
    CHECK_FALSE(lab.state().document_work.history.isDragging());
    ImGui::GetIO().AddFocusEvent(true);
    lab.ui.release();
    lab.ui.step(2);
    beginDrag(lab, 40);
    ImGui::GetIO().AddFocusEvent(false);
    lab.ui.step(2);
    CHECK(lab.hands().isIdle());
    CHECK(undoSteps(lab) == 2);
}

TEST_CASE("a drag ends where the button is let go outside of the window") {
    LabUnderTest lab;
    beginDrag(lab, 40);
    lab.ui.move({-50, 2000});
    lab.ui.release();
    lab.ui.step(2);
    CHECK(lab.hands().isIdle());
    CHECK_FALSE(lab.state().document_work.history.isDragging());
    CHECK(undoSteps(lab) == 1);
}

TEST_CASE("Esc in a drag that is back at its start gives the number back and undoes nothing else") {
    LabUnderTest lab;
    lab.act(SetNumber{MatrixId::w_key, kFirst, 2.5});
    const Document before = lab.document();
    const ImVec2 at = lab.center(MatrixId::w_query, kFirst);
    beginDrag(lab, 30);
    lab.ui.move(at);
    lab.ui.key(ImGuiKey_Escape);
    lab.ui.step();
    CHECK(lab.hands().isIdle());
    CHECK(lab.document() == before);
    lab.ui.move({at.x + 60, at.y});  // the button is still down
    CHECK(lab.document() == before);
    lab.ui.release();
    lab.ui.step(2);
    CHECK(lab.document() == before);
    CHECK(undoSteps(lab) == 1);
}

TEST_CASE("an undo in the middle of a drag ends it: the hand has to press anew") {
    LabUnderTest lab;
    const Document before = lab.document();
    const ImVec2 at = lab.center(MatrixId::w_query, kFirst);
    beginDrag(lab, 30);
    lab.ui.key(ImGuiMod_Ctrl | ImGuiKey_Z);
    CHECK(lab.hands().isIdle());
    lab.ui.move({at.x + 60, at.y});
    CHECK(lab.document() == before);
    lab.ui.release();
    beginDrag(lab, 30);
    CHECK(lab.document() != before);
}

TEST_CASE("what is being typed is taken where its panel goes away") {
    LabUnderTest lab;
    lab.typeInto(MatrixId::w_query, kFirst, "2.5");
    lab.act(SetPresenting{true});
    lab.ui.step(2);
    CHECK(lab.hands().isIdle());
    CHECK(lab.number(MatrixId::w_query, kFirst) == 2.5);

    lab.act(SetPresenting{false});
    lab.ui.step(2);
    lab.ui.doubleClick(lab.chip(0));
    lab.ui.step(2);
    lab.ui.type("Sing");
    lab.act(SetPresenting{true});
    lab.ui.step(2);
    CHECK(lab.document().tokens[0] == "Sing");
}

TEST_CASE("opening a document drops what the hands were about, and where one stood") {
    LabUnderTest lab;
    lab.goTo("Scores");
    lab.act(SetPresenting{true});
    lab.carryOut(SetPresenting{false});
    lab.act(command("draw").action(lab.state()));
    lab.carryOut(Change(&Place::locked, Target{MatrixId::scores, 0, kFirst}));
    lab.carryOut(Change(&Place::head, 0));
    const Document other = lessonDocument("numpy-from-scratch");
    lab.act(FileOpened{"/tmp/other.lookback.json", other});
    CHECK(lab.document() == other);
    CHECK_FALSE(lab.hands().hasSheet());
    const Index row = lab.document().dIn();  // the second token is read
    CHECK(lab.place() == Place{.cell = row, .revealed = row});
}

TEST_CASE("opening a document while presenting goes on presenting") {
    LabUnderTest lab;
    lab.goTo("Scores");
    lab.act(SetPresenting{true});
    lab.act(OpenLesson{"the-cat-sat", false});
    const Index row = lab.document().dIn();  // the second token is read
    CHECK(lab.place() == Place{.presenting = true, .cell = row, .revealed = row});
}

TEST_CASE("the mask that Masked brings back belongs to the document") {
    LabUnderTest lab;
    lab.carryOut(SetMaskRules{{MaskRule{.kind = MaskKind::strict_causal}}});
    const Mask strict = lab.document().mask;
    lab.act(SetMasked{false});
    lab.act(OpenLesson{"the-cat-sat", false});
    lab.act(SetMasked{false});
    lab.act(SetMasked{true});
    CHECK(lab.document().mask == lessonDocument("the-cat-sat").mask);
    lab.undoAll();
    lab.redoAll();
    for (int k = 0; k < 3; ++k) lab.act(Undo{});  // back in the first document, unmasked
    REQUIRE_FALSE(isMasked(lab.document()));
    lab.act(SetMasked{true});
    CHECK(lab.document().mask == strict);
}
