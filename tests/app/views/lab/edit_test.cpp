// Journeys: changing numbers by dragging and by typing.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "core/document/edit.h"
#include "tests/app/lab_under_test.h"

using namespace lookback;
using namespace lookback::test;

namespace {

constexpr MatrixId kQuery = MatrixId::w_query;
constexpr Cell kCell{0, 1};

/// Drags the number sideways by so many pixels while the modifiers are held. @return its change.
double dragged(LabUnderTest& lab, float pixels, ImGuiKeyChord modifiers = 0) {
    const double before = lab.number(kQuery, kCell);
    lab.ui.hold(modifiers);
    lab.dragCell(kQuery, kCell, pixels);
    lab.ui.letGo(modifiers);
    return lab.number(kQuery, kCell) - before;
}

}  // namespace

TEST_CASE("a lesson opens on its first step and shows what it is") {
    LabUnderTest lab("write-a-poem");
    CHECK(lab.place().step == 0);
    CHECK(lab.shows("Write a poem"));
    CHECK(lab.shows("SENTENCE"));
    CHECK(lab.shows("Numbers equal the notebook\u2019s to 4 decimals"));
    for (Index token = 0; token < 3; ++token) CHECK(lab.ui.exists(lab.chip(token)));
    for (const MatrixId id : {MatrixId::embeddings, kQuery, MatrixId::w_key, MatrixId::w_value}) {
        CHECK(lab.ui.exists(LabUnderTest::cell(id, {0, 0})));
    }
    CHECK(isUpToDate(lab.state()));
}

TEST_CASE("a dragged weight changes the output in the very next frame") {
    LabUnderTest lab("write-a-poem");
    const ImVec2 from = lab.center(kQuery, kCell);
    lab.ui.move(from);
    lab.ui.press();
    Trace before = lab.trace();
    for (int moved = 1; moved <= 12; ++moved) {
        const double old_value = lab.number(kQuery, kCell);
        ImGui::GetIO().AddMousePosEvent(from.x + 10 * static_cast<float>(moved), from.y);
        lab.ui.step(1);  // one frame: what was done in it is computed at its end
        CHECK(lab.number(kQuery, kCell) > old_value);
        CHECK(isUpToDate(lab.state()));
        for (const MatrixId id :
             {MatrixId::query, MatrixId::scores, MatrixId::scaled_scores, MatrixId::masked_scores,
              MatrixId::attention_weights, MatrixId::context}) {
            CAPTURE(info(id).name);
            const Cell changed{2, id == MatrixId::query ? 1 : 0};
            CHECK(lab.trace().view(id)(changed) != before.view(id)(changed));
        }
        before = lab.trace();
    }
    lab.ui.release();
    CHECK(lab.shows("Numbers differ from the notebook\u2019s"));
    lab.ui.key(ImGuiMod_Ctrl | ImGuiKey_Z);
    CHECK(lab.isAsOpened());
    CHECK(!lab.state().document_work.history.canUndo());
}

TEST_CASE("the digits on the screen are those of the document while a number is dragged") {
    LabUnderTest lab("write-a-poem");
    const ImRect box = lab.ui.find(LabUnderTest::cell(kQuery, kCell)).rect;
    const std::string before = lab.textIn(box);
    lab.dragCell(kQuery, kCell, 100);
    lab.ui.step();
    CHECK(lab.textIn(box) != before);
    CHECK(lab.textIn(box) == fmt::format("{:.4f}", lab.number(kQuery, kCell)));
}

TEST_CASE("Esc in the middle of a drag gives the number back") {
    LabUnderTest lab("write-a-poem");
    const ImVec2 at = lab.center(kQuery, kCell);
    lab.ui.move(at);
    lab.ui.press();
    for (float x = 10; x <= 60; x += 10) lab.ui.move({at.x + x, at.y});
    REQUIRE(!lab.isAsOpened());
    lab.ui.key(ImGuiKey_Escape);
    CHECK(lab.isAsOpened());
    lab.ui.move({at.x + 90, at.y});
    lab.ui.release();
    CHECK(lab.isAsOpened());
    CHECK(!lab.state().document_work.history.canUndo());
}

TEST_CASE("Shift drags finer and Ctrl drags coarser") {
    LabUnderTest lab("write-a-poem");
    const double plain = dragged(lab, 60);
    const double finer = dragged(lab, 60, ImGuiMod_Shift);
    const double coarser = dragged(lab, 60, ImGuiMod_Ctrl);
    CHECK(plain == doctest::Approx(0.6).epsilon(1e-5));
    CHECK(finer == doctest::Approx(0.06).epsilon(1e-5));
    CHECK(coarser == doctest::Approx(6).epsilon(1e-5));
    CHECK(dragged(lab, -60) == doctest::Approx(-0.6).epsilon(1e-5));
}

TEST_CASE("a drag is one step to undo, and a click on a number is none") {
    LabUnderTest lab("write-a-poem");
    lab.ui.click(LabUnderTest::cell(kQuery, kCell));
    CHECK(!lab.state().document_work.history.canUndo());
    lab.dragCell(kQuery, kCell, 90);
    lab.dragCell(MatrixId::embeddings, {2, 0}, -45);
    lab.ui.key(ImGuiMod_Ctrl | ImGuiKey_Z);
    lab.ui.key(ImGuiMod_Ctrl | ImGuiKey_Z);
    CHECK(!lab.state().document_work.history.canUndo());
    CHECK(lab.isAsOpened());
}

TEST_CASE("a number is typed after a double click and Enter keeps it") {
    struct Typed {
        const char* text;
        double value;
    };
    for (const Typed& typed :
         {Typed{"0.5", 0.5}, Typed{"1/3", 1.0 / 3}, Typed{"sqrt(2)", std::sqrt(2.0)},
          Typed{"\u22122", -2}, Typed{" 7 ", 7}, Typed{"-1e-3", -1e-3}, Typed{"2,75", 2.75},
          Typed{"max(1, 2)", 2}}) {
        CAPTURE(typed.text);
        LabUnderTest lab("numpy-from-scratch");
        lab.typeInto(kQuery, kCell, typed.text);
        REQUIRE(lab.hands().doing<NumberTyping>() != nullptr);
        lab.ui.key(ImGuiKey_Enter);
        CHECK(lab.hands().doing<NumberTyping>() == nullptr);
        CHECK(lab.number(kQuery, kCell) == typed.value);
        CHECK(isUpToDate(lab.state()));
    }
}

TEST_CASE("Tab keeps a number and goes on to the next cell") {
    LabUnderTest lab("write-a-poem");
    lab.typeInto(kQuery, {0, 0}, "1");
    for (const char* text : {"2", "3", "4"}) {
        lab.ui.key(ImGuiKey_Tab);
        lab.ui.step(2);
        REQUIRE(lab.hands().doing<NumberTyping>() != nullptr);
        lab.ui.type(text);
    }
    lab.ui.key(ImGuiKey_Enter);
    CHECK(lab.hands().doing<NumberTyping>() == nullptr);
    Matrix<double> wanted(2, 2);
    wanted << 1, 2, 3, 4;
    CHECK(lab.document().weights.query.get() == wanted);
    lab.typeInto(kQuery, {0, 1}, "9");
    lab.ui.key(ImGuiMod_Shift | ImGuiKey_Tab);
    lab.ui.step(2);
    REQUIRE(lab.hands().doing<NumberTyping>() != nullptr);
    CHECK(lab.hands().doing<NumberTyping>()->cell == Cell{0, 0});
    CHECK(lab.number(kQuery, {0, 1}) == 9);
}

TEST_CASE("Esc gives the number back") {
    LabUnderTest lab("write-a-poem");
    lab.typeInto(kQuery, kCell, "99");
    lab.ui.key(ImGuiKey_Escape);
    lab.ui.step(2);
    CHECK(lab.hands().doing<NumberTyping>() == nullptr);
    CHECK(lab.isAsOpened());
    CHECK(!lab.state().document_work.history.canUndo());
}

TEST_CASE("nonsense keeps the field open and says what is expected") {
    for (const char* nonsense : {"abc", "1//2", "sqrt(-1)", "1/0", "-inf", "nan", ""}) {
        CAPTURE(nonsense);
        LabUnderTest lab("write-a-poem");
        lab.typeInto(kQuery, kCell, nonsense);
        if (*nonsense == '\0') lab.ui.key(ImGuiKey_Backspace);
        lab.ui.key(ImGuiKey_Enter);
        lab.ui.step(3);
        REQUIRE(lab.hands().doing<NumberTyping>() != nullptr);
        std::string said = lab.ui.read();
        std::replace(said.begin(), said.end(), '\n', ' ');  // the ends of lines
        const bool says_what_fits = said.find("xpected a number like 0.5") != std::string::npos ||
                                    said.find("holds finite numbers") != std::string::npos;
        CHECK_MESSAGE(says_what_fits, said);
        CHECK(lab.isAsOpened());
        lab.ui.type("0.25");
        lab.ui.key(ImGuiKey_Enter);
        CHECK(lab.hands().doing<NumberTyping>() == nullptr);
        CHECK(lab.number(kQuery, kCell) == 0.25);
    }
}

TEST_CASE("keys that are typed into a field are no commands") {
    LabUnderTest lab("write-a-poem");
    lab.ui.doubleClick(LabUnderTest::cell(kQuery, kCell));
    lab.ui.step(2);
    for (const ImGuiKey key :
         {ImGuiKey_M, ImGuiKey_RightArrow, ImGuiKey_Delete, ImGuiKey_Space, ImGuiKey_End}) {
        lab.ui.key(key);
    }
    CHECK(isMasked(lab.document()));
    CHECK(lab.place().step == 0);
    CHECK(!lab.place().playing);
    CHECK(lab.document().n() == 3);
}
