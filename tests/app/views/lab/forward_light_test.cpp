// Pointing at an embedding or a weight lights what depends on it, as pointing at a result lights
// what it was made from.
#include <map>
#include <set>

#include <fmt/format.h>

#include "app/views/shared/stage_grid.h"
#include "core/document/edit.h"
#include "core/explain/depending_cells.h"
#include "tests/app/lab_under_test.h"

using namespace lookback;
using namespace lookback::test;

namespace {

using Cells = std::set<Cell>;

Cells cellsOf(const std::vector<CellRange>& ranges, MatrixId id) {
    Cells cells;
    for (const CellRange& range : ranges) {
        if (range.id != id) continue;
        for (Index row = 0; row < range.rows; ++row) {
            for (Index col = 0; col < range.cols; ++col) {
                cells.insert({range.row + row, range.col + col});
            }
        }
    }
    return cells;
}

/// The colour of a cell of a result, beside its digits.
ImU32 colorOf(const LabUnderTest& lab, MatrixId id, Cell cell) {
    const MatrixView values = lab.trace().view(id);
    const ImRect all = lab.ui.find(fmt::format("Centre/{}", info(id).name)).rect;
    const float gap = lab.look().px(2);
    return lab.ui.colorAt({all.Min.x + 5 +
                               (all.GetWidth() + gap) / static_cast<float>(values.cols()) *
                                   static_cast<float>(cell.col),
                           all.Min.y + 5 +
                               (all.GetHeight() + gap) / static_cast<float>(values.rows()) *
                                   static_cast<float>(cell.row)});
}

std::map<Cell, ImU32> colorsOf(const LabUnderTest& lab, MatrixId id) {
    std::map<Cell, ImU32> colors;
    const MatrixView values = lab.trace().view(id);
    for (Index row = 0; row < values.rows(); ++row) {
        for (Index col = 0; col < values.cols(); ++col) {
            colors[{row, col}] = colorOf(lab, id, {row, col});
        }
    }
    return colors;
}

/// What of a result does not step back where one points.
Cells bright(const std::map<Cell, ImU32>& at_rest, const std::map<Cell, ImU32>& now) {
    Cells cells;
    for (const auto& [cell, color] : now) {
        if (color == at_rest.at(cell)) cells.insert(cell);
    }
    return cells;
}

}  // namespace

TEST_CASE("pointing at a given number leaves what depends on it bright, in every step") {
    LabUnderTest lab("write-a-poem", kProjector);
    for (const std::string_view step :
         {"Queries", "Keys & values", "Scores", "Softmax", "Weighted sum"}) {
        lab.goTo(step);
        for (const MatrixId result : lab.state().step().results) {
            lab.ui.move({5, 5});
            lab.ui.step(2);
            const auto at_rest = colorsOf(lab, result);
            for (const MatrixId id : kEditableMatrices) {
                if (!isEditable(lab.document(), id)) continue;
                const SharedMatrix& matrix = editable(lab.document(), id);
                for (Index row = 0; row < matrix.rows(); ++row) {
                    CAPTURE(step);
                    CAPTURE(info(id).name);
                    CAPTURE(info(result).name);
                    CAPTURE(row);
                    const Cell cell{row, matrix.cols() - 1};
                    lab.ui.hover(LabUnderTest::cell(id, cell));
                    lab.ui.step(2);
                    Cells expected =
                        cellsOf(dependentsOf(lab.document(), lab.trace(), id, 0, cell), result);
                    Cells lit = bright(at_rest, colorsOf(lab, result));
                    // White stays white.
                    const Cells white = [&] {
                        Cells found;
                        for (const auto& [at, color] : at_rest) {
                            const bool is_hatched = lab.state().shown.isHatched(result) &&
                                                    lab.trace().view(MatrixId::mask)(at) == 0;
                            if (is_hatched || color == lab.look().colors().panel) found.insert(at);
                        }
                        return found;
                    }();
                    for (const Cell& at : white) {
                        expected.erase(at);
                        lit.erase(at);
                    }
                    CHECK(lit == expected);
                }
            }
        }
    }
}

TEST_CASE("a click keeps the light, and a drag takes it away: what changes glows instead") {
    LabUnderTest lab("write-a-poem", kProjector);
    lab.goTo("Scores");
    lab.ui.click(LabUnderTest::cell(MatrixId::embeddings, {2, 0}));
    lab.ui.move({5, 5});
    lab.ui.step(2);
    const auto* const ranges = dependentsOfTarget(lab.state());
    REQUIRE(ranges != nullptr);
    CHECK(cellsOf(*ranges, MatrixId::attention_weights) == Cells{{2, 0}, {2, 1}, {2, 2}});
    lab.ui.key(ImGuiKey_M);
    lab.ui.step();
    const auto* const open = dependentsOfTarget(lab.state());
    REQUIRE(open != nullptr);
    CHECK(cellsOf(*open, MatrixId::attention_weights).size() == 9);
    lab.ui.key(ImGuiKey_Escape);
    lab.ui.step();
    CHECK(dependentsOfTarget(lab.state()) == nullptr);

    const ImVec2 at = lab.center(MatrixId::embeddings, {0, 0});
    lab.ui.move(at);
    lab.ui.step(2);
    CHECK(dependentsOfTarget(lab.state()) != nullptr);
    lab.ui.press();
    lab.ui.move({at.x + 60, at.y});
    lab.ui.step(2);
    CHECK(dependentsOfTarget(lab.state()) == nullptr);
    lab.ui.release();
}

TEST_CASE("what depends on a number is found once, however long one points at it") {
    LabUnderTest lab("causal-two-ways");
    lab.ui.hover(LabUnderTest::cell(MatrixId::embeddings, {1, 0}));
    lab.ui.step(2);
    const auto* const ranges = dependentsOfTarget(lab.state());
    REQUIRE(ranges != nullptr);
    const CellRange* const where = ranges->data();
    lab.ui.step(5);
    CHECK(dependentsOfTarget(lab.state())->data() == where);
}

TEST_CASE("computed cells light what they are made from, and nothing forwards") {
    LabUnderTest lab("write-a-poem", kProjector);
    lab.goTo("Scores");
    lab.ui.move(lab.figureCell("Centre/scores", {1, 0}, 3, 3));
    lab.ui.step(2);
    CHECK(dependentsOfTarget(lab.state()) == nullptr);
}
