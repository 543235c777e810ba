// Journeys: looking. Hover and lock.
#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "app/views/shared/scene.h"
#include "app/views/shared/stage_grid.h"
#include "core/document/edit.h"
#include "core/explain/explain.h"
#include "tests/app/lab_under_test.h"

using namespace lookback;
using namespace lookback::test;

namespace {

using Lit = std::set<std::pair<Index, Index>>;

/// The cells of a matrix that the views light.
Lit litOnScreen(LabUnderTest& lab, MatrixId id) {
    Hands hands = lab.hands();
    Motion motion;
    Actions actions;
    const Scene scene{.state = lab.state(),
                      .look = lab.look(),
                      .hands = hands,
                      .motion = motion,
                      .actions = actions,
                      .inputs = inputsOfTarget(lab.state())};
    Lit cells;
    for (const CellRange& range : litCells(scene, id)) {
        for (Index row = 0; row < range.rows; ++row) {
            for (Index col = 0; col < range.cols; ++col) {
                cells.emplace(range.row + row, range.col + col);
            }
        }
    }
    return cells;
}

/// The cells that the target was made from, and itself.
Lit litByRight(const LabUnderTest& lab, const Target& target, MatrixId id) {
    Lit cells;
    const MatrixView values = matrixById(lab.document(), lab.trace(), id);
    const auto inputs = inputsOf(lab.document(), lab.trace(), target.id, target.head, target.cell);
    for (Index row = 0; row < values.rows(); ++row) {
        for (Index col = 0; col < values.cols(); ++col) {
            const bool is_input =
                std::any_of(inputs.begin(), inputs.end(), [&](const CellRange& range) {
                    return range.id == id && range.contains({row, col});
                });
            if (is_input || (target.id == id && target.cell == Cell{row, col})) {
                cells.emplace(row, col);
            }
        }
    }
    return cells;
}

void checkLit(LabUnderTest& lab, const Target& target) {
    REQUIRE(lab.hands().hovered.has_value());
    CHECK(*lab.hands().hovered == target);
    for (const MatrixInfo& matrix : kMatrices) {
        if (matrix.id == MatrixId::w_output) continue;
        if (!isParameter(matrix.id) && !lab.trace().has(matrix.id)) continue;
        CAPTURE(matrix.name);
        CHECK(litOnScreen(lab, matrix.id) == litByRight(lab, target, matrix.id));
    }
}

/// The colour of a cell of the Edit panel, in its upper left corner, beside the digits.
ImU32 colorOfCell(LabUnderTest& lab, MatrixId id, Cell cell) {
    const ImRect box = lab.ui.find(LabUnderTest::cell(id, cell)).rect;
    return lab.ui.colorAt({box.Min.x + 4, box.Min.y + 4});
}

}  // namespace

TEST_CASE("pointing at a cell lights exactly the inputs it was made from") {
    LabUnderTest lab("causal-two-ways");
    struct Shown {
        const char* step;
        MatrixId id;
    };
    for (const Shown& shown :
         {Shown{"Queries", MatrixId::query}, Shown{"Scores", MatrixId::scores},
          Shown{"Scale", MatrixId::scaled_scores}, Shown{"Softmax", MatrixId::attention_weights},
          Shown{"Weighted sum", MatrixId::context}}) {
        const auto step = stepCovering(lab.state().steps(), shown.id);
        if (!step) continue;
        lab.goTo(*step);
        const MatrixView values = lab.trace().view(shown.id);
        for (Index row = 0; row < values.rows(); row += 2) {
            for (Index col = 0; col < values.cols(); ++col) {
                CAPTURE(shown.step);
                CAPTURE(row);
                CAPTURE(col);
                lab.ui.move(lab.figureCell(fmt::format("Centre/{}", info(shown.id).name),
                                           {row, col}, values.rows(), values.cols()));
                lab.ui.step(2);
                checkLit(lab, {shown.id, 0, {row, col}});
            }
        }
    }
}

TEST_CASE("what is not lit steps back on the screen") {
    LabUnderTest lab("write-a-poem");
    lab.goTo("Queries");
    lab.ui.move({5, 5});
    const ImU32 other_before = colorOfCell(lab, MatrixId::embeddings, {2, 0});
    const ImU32 input_before = colorOfCell(lab, MatrixId::embeddings, {1, 1});
    lab.ui.move(lab.figureCell("Centre/query", {1, 0}, 3, 2));
    lab.ui.step(2);
    CHECK(colorOfCell(lab, MatrixId::embeddings, {1, 1}) == input_before);
    CHECK(colorOfCell(lab, MatrixId::embeddings, {2, 0}) != other_before);
    const ImU32 column = colorOfCell(lab, MatrixId::w_query, {0, 0});
    const ImU32 beside = colorOfCell(lab, MatrixId::w_query, {0, 1});
    lab.ui.move({5, 5});
    lab.ui.step(2);
    CHECK(colorOfCell(lab, MatrixId::w_query, {0, 0}) == column);
    CHECK(colorOfCell(lab, MatrixId::w_query, {0, 1}) != beside);
}

TEST_CASE("bars, arcs and words are pointed at and locked like cells") {
    LabUnderTest lab("write-a-poem");
    lab.act(SelectToken{2});
    const ImRect arcs = lab.ui.find("Meaning/arcs").rect;
    const float third = arcs.GetWidth() / 3;
    const Target first{MatrixId::attention_weights, 0, {2, 0}};
    // Where the arc to "Write" sets out, between the two words.
    lab.ui.move({arcs.Min.x + third / 2 + 1, arcs.Max.y - 30});
    lab.ui.step(2);
    CHECK(lab.hands().hovered == first);
    checkLit(lab, first);
    lab.ui.press();
    lab.ui.release();
    lab.ui.move({5, 5});
    lab.ui.step(2);
    CHECK(lab.place().locked == first);
    lab.ui.click("Meaning/##bar0");
    CHECK(!lab.place().locked);
    lab.ui.click("Meaning/##bar1");
    CHECK(lab.place().locked == Target{MatrixId::attention_weights, 0, {2, 1}});
    lab.ui.key(ImGuiKey_Escape);
    // A word is its token.
    lab.ui.move({arcs.Min.x + third * 1.5f, arcs.Max.y - 5});
    lab.ui.step(2);
    CHECK(lab.hands().hovered_token == 1);
    lab.ui.press();
    lab.ui.release();
    CHECK(lab.state().token() == 1);
    // Above all arcs there is nothing.
    lab.ui.move({arcs.Min.x + 2, arcs.Min.y + 2});
    lab.ui.step(2);
    CHECK(!lab.hands().hovered);
    CHECK(!lab.hands().hovered_token);
}

TEST_CASE("a click locks a number of the edit panel, a double click types it") {
    LabUnderTest lab("write-a-poem");
    const Target weight{MatrixId::w_query, 0, {0, 1}};
    const std::string cell = LabUnderTest::cell(weight.id, weight.cell);
    lab.ui.click(cell);
    lab.ui.step(2);
    CHECK(lab.place().locked == weight);
    lab.ui.wait(1);
    lab.ui.click(cell);
    lab.ui.step(2);
    CHECK(!lab.place().locked);
    lab.ui.wait(1);
    lab.dragCell(weight.id, weight.cell, 20);
    CHECK(!lab.place().locked);
    lab.undoAll();
    lab.ui.wait(1);
    lab.ui.doubleClick(cell);
    lab.ui.step(2);
    REQUIRE(lab.hands().doing<NumberTyping>() != nullptr);
    CHECK(!lab.place().locked);
    lab.ui.key(ImGuiKey_Escape);
    CHECK(lab.isAsOpened());
}

TEST_CASE("what is pointed at moves nothing, and its sentence stays within the card") {
    LabUnderTest lab("write-a-poem", kLaptop);
    lab.goTo("Weighted sum");
    lab.act(SelectToken{2});
    const auto depth = [&] { return ImGui::FindWindowByName("Centre")->ContentSize.y; };
    lab.ui.move({5, 5});
    lab.ui.step(3);
    const float before = depth();
    const float matrix = lab.ui.find("Centre/attention_weights").rect.Min.y;
    lab.ui.hover("Meaning/##bar2");
    lab.ui.step(3);
    REQUIRE(lab.shows("minus the max"));
    CHECK(depth() == before);
    CHECK(lab.ui.find("Centre/attention_weights").rect.Min.y == matrix);
    const auto& texts = lab.texts();
    const auto sentence = std::find_if(
        texts.begin(), texts.end(), [](const auto& text) { return text.text.starts_with("may"); });
    REQUIRE(sentence != texts.end());
    CHECK(sentence->drawn.max.y < ImGui::FindWindowByName("Centre")->Pos.y + depth());
}

TEST_CASE("the output of the panel is locked by a click") {
    LabUnderTest lab("write-a-poem");
    lab.ui.clickAt(lab.figureCell("Meaning/context", {0, 1}, 1, 2));
    lab.ui.step(2);
    CHECK(lab.place().locked == Target{MatrixId::context, 0, {1, 1}});
}

TEST_CASE("a click locks an operand's cell, Esc or a second click lets go") {
    LabUnderTest lab("write-a-poem");
    lab.goTo("Scores");
    const ImVec2 place = lab.figureCell("Centre/query", {2, 1}, 3, 2);
    lab.ui.clickAt(place);
    const Target target{MatrixId::query, 0, {2, 1}};
    REQUIRE(lab.place().locked.has_value());
    CHECK(*lab.place().locked == target);
    lab.ui.move(lab.figureCell("Centre/scores", {0, 0}, 3, 3));
    lab.ui.step(2);
    CHECK(explainedTarget(lab.state()) == target);
    CHECK(lab.shows("q(poem)"));
    lab.ui.key(ImGuiKey_Escape);
    CHECK(!lab.place().locked.has_value());
    lab.ui.clickAt(place);
    REQUIRE(lab.place().locked.has_value());
    lab.ui.clickAt(place);
    CHECK(!lab.place().locked.has_value());
    CHECK(!lab.state().document_work.history.canUndo());
}

TEST_CASE("a click on a cell of the result puts it into the focus") {
    LabUnderTest lab("write-a-poem");
    lab.goTo("Softmax");
    lab.ui.clickAt(lab.figureCell("Centre/attention_weights", {1, 0}, 3, 3));
    CHECK(lab.place().cell == 3);
    CHECK(lab.state().token() == 1);
}
