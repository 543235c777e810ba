// Matrices whose digits have no room as a whole show a part around the cell in focus, and a mask is
// large enough to be painted.
#include <algorithm>

#include <fmt/format.h>

#include "app/look/fonts.h"
#include "core/base/text.h"
#include "core/document/edit.h"
#include "tests/app/lab_under_test.h"
#include "tests/core/documents.h"

using namespace lookback;
using namespace lookback::test;

namespace {

/// Goes to the step that applies the mask.
void goToMask(LabUnderTest& lab) { lab.goTo("Mask"); }

ImVec2 cellOfMask(const LabUnderTest& lab) {
    const ImVec2 size = lab.ui.find("Centre/mask").rect.GetSize();
    const auto n = static_cast<float>(lab.document().n());
    return {size.x / n, size.y / n};
}

Document partDocument(Index tokens, Index width) {
    return randomDocument({.tokens = tokens, .d_in = width, .d_k = width, .d_v = width});
}

/// Returns the numbers of a matrix in the figure: their count and the size of the smallest type.
struct PartNumbers {
    Index count = 0;
    float type = 1000;
};

PartNumbers numbersIn(const LabUnderTest& lab, const ImRect& box) {
    PartNumbers found;
    for (const LayoutProbe::Text& text : lab.texts()) {
        if (!box.Contains(text.drawn.center())) continue;
        ++found.count;
        found.type = std::min(found.type, text.drawn.height() / kMonoLine);
    }
    return found;
}

}  // namespace

TEST_CASE("a mask of 16 presented tokens has cells of 24 px") {
    for (const Index tokens : {9, 12, 16}) {
        LabUnderTest lab(partDocument(tokens, 4), kProjector);
        lab.ui.key(ImGuiKey_F5);
        goToMask(lab);
        const ImVec2 cell = cellOfMask(lab);
        CAPTURE(tokens);
        CHECK(cell.x >= 24);
        CHECK(cell.y >= 24);
        if (tokens == 12) CHECK(cell.y * 12 >= 540);
    }
}

TEST_CASE("a mask of up to 40 tokens can be painted in the Lab") {
    for (const Index tokens : {9, 16, 24, 40}) {
        for (const ImVec2 size : windows({kLaptop, kUsual, kProjector})) {
            LabUnderTest lab(partDocument(tokens, 4), size);
            goToMask(lab);
            const ImVec2 cell = cellOfMask(lab);
            CAPTURE(tokens);
            CAPTURE(size.x);
            CHECK(cell.x >= 12);
            CHECK(cell.y >= 12);
            const Cell first{1, 2};
            const bool was_allowed = allows(lab.document().mask, 1, 2);
            lab.ui.clickAt(lab.figureCell("Centre/mask", first, tokens, tokens));
            CHECK(allows(lab.document().mask, 1, 2) != was_allowed);
        }
    }
}

TEST_CASE("the panel shows the columns that the wheel, the dots and the focus choose") {
    LabUnderTest lab(partDocument(4, 16), kUsual);
    const std::string cell = lab.cell(MatrixId::w_query, {0, 0});
    const auto shown = [&] { return lab.textIn(lab.ui.find(cell).rect); };
    const auto number = [&](Index col) {
        return formatNumber(lab.number(MatrixId::w_query, {0, col}), 2);
    };
    CHECK(shown() == number(0));
    lab.ui.hover(cell);
    lab.ui.hold(ImGuiMod_Shift);
    lab.ui.wheel(-1);
    lab.ui.wheel(-1);
    lab.ui.letGo(ImGuiMod_Shift);
    CHECK(shown() == number(2));
    lab.ui.click("Edit/earlier_columns");
    CHECK(shown() == number(0));
    // The last query is computed from the last column of the weights.
    lab.goTo("Queries");
    lab.ui.step(3);
    CHECK(shown() != number(0));
    const Index first = [&] {
        for (Index col = 0; col < 16; ++col) {
            if (shown() == number(col)) return col;
        }
        return Index{-1};
    }();
    REQUIRE(first > 0);
    lab.dragCell(MatrixId::w_query, {0, 0}, 30);
    const Cell changed{0, first};
    CHECK(lab.number(MatrixId::w_query, changed) !=
          partDocument(4, 16).weights.query(changed.row, changed.col));
}

TEST_CASE("the panel of a wide document without tokens has dots at its weights only") {
    Document document = partDocument(1, 16);
    removeToken(document, 0);
    const LabUnderTest lab(document, kUsual);
    const auto has_no_area = [](const auto& item) {
        return item.rect.GetWidth() <= 0 || item.rect.GetHeight() <= 0;
    };
    CHECK(std::ranges::none_of(lab.ui.items(), has_no_area));
    const auto dots = [](const auto& item) { return item.label.ends_with("later_columns"); };
    CHECK(std::ranges::any_of(lab.ui.items(), dots));
}

TEST_CASE("beyond eight tokens or dimensions operands show digits around the focus") {
    struct Size {
        Index tokens;
        Index width;
    };
    for (const Size of : {Size{9, 4}, Size{12, 12}, Size{16, 2}, Size{3, 16}, Size{1, 12},
                          Size{16, 16}, Size{32, 8}}) {
        const Document document = partDocument(of.tokens, of.width);
        for (const ImVec2 size : windows({kLaptop, kUsual, kProjector})) {
            for (const bool presenting : {false, true}) {
                if (presenting && size.x < kProjector.x) continue;
                LabUnderTest lab(document, size);
                if (presenting) lab.ui.key(ImGuiKey_F5);
                for (std::size_t step = 0; step < lab.state().steps().size(); ++step) {
                    lab.goTo(step);
                    for (const UiItem& item : lab.ui.items()) {
                        const MatrixInfo* const matrix = findMatrix(item.label);
                        if (item.window != "Centre" || matrix == nullptr) continue;
                        if (matrix->id == MatrixId::mask || item.rect.GetHeight() <= 0) continue;
                        const PartNumbers found = numbersIn(lab, item.rect);
                        CAPTURE(of.tokens);
                        CAPTURE(of.width);
                        CAPTURE(size.x);
                        CAPTURE(presenting);
                        CAPTURE(lab.step());
                        CAPTURE(matrix->name);
                        CHECK(found.count > 0);
                        CHECK(found.type >= (presenting ? 17.4f : 11.4f));
                    }
                }
            }
        }
    }
}

TEST_CASE("presented, a part of the scores is large, and its operands show four dimensions") {
    LabUnderTest lab(partDocument(16, 16), kProjector);
    lab.ui.key(ImGuiKey_F5);
    lab.goTo("Scores");
    const std::vector<DrawnGrid>& grids = lab.motion().drawn.grids;
    REQUIRE(grids.back().id == MatrixId::scores);
    CHECK(grids.back().rows >= 8);
    CHECK(grids.back().cols >= 11);
    CHECK(grids.front().cols >= 4);
}

TEST_CASE("presented, a part of the weighted sum has as many tokens to sum as rows") {
    Document document = partDocument(16, 16);
    // Above so long a sentence there is no room for arcs.
    for (std::size_t k = 0; k < 16; k += 2) document.tokens[k] = "understanding";
    LabUnderTest lab(document, kProjector);
    lab.ui.key(ImGuiKey_F5);
    lab.goTo("Weighted sum");
    const std::vector<DrawnGrid>& grids = lab.motion().drawn.grids;
    REQUIRE(grids.front().id == MatrixId::attention_weights);
    REQUIRE(grids.back().id == MatrixId::context);
    CHECK(grids.front().cols >= 6);
    CHECK(grids.back().rows >= 6);
    CHECK(grids.back().cols >= 8);
}

TEST_CASE("presented, the rows of a part do not touch") {
    constexpr float kLeastLine = 0.85f;  // of the line of the type
    for (const Index tokens : {9, 12, 16}) {
        for (const Index width : {4, 8, 16}) {
            LabUnderTest lab(partDocument(tokens, width), kProjector);
            lab.ui.key(ImGuiKey_F5);
            for (std::size_t step = 0; step < lab.state().steps().size(); ++step) {
                lab.goTo(step);
                CAPTURE(tokens);
                CAPTURE(width);
                CAPTURE(lab.step());
                for (const DrawnGrid& grid : lab.motion().drawn.grids) {
                    if (grid.type > 0) CHECK(grid.cell.y >= kLeastLine * grid.type);
                }
            }
        }
    }
}

TEST_CASE("a part follows the focus, and pointing into it points at the whole matrix") {
    LabUnderTest lab(partDocument(24, 4), kLaptop);
    lab.goTo("Softmax");
    for (const Cell cell : {Cell{0, 0}, Cell{11, 3}, Cell{23, 17}}) {
        lab.act(GoTo{lab.place().step, cell.row * 24 + cell.col});
        const auto drawn = std::find_if(
            lab.motion().drawn.grids.begin(), lab.motion().drawn.grids.end(),
            [](const DrawnGrid& grid) { return grid.id == MatrixId::attention_weights; });
        REQUIRE(drawn != lab.motion().drawn.grids.end());
        CHECK(drawn->rows < 24);
        CHECK(drawn->first.row <= cell.row);
        CHECK(cell.row < drawn->first.row + drawn->rows);
        CHECK(drawn->first.col <= cell.col);
        CHECK(cell.col < drawn->first.col + drawn->cols);
        lab.ui.move(lab.figureCell("Centre/attention_weights",
                                   {cell.row - drawn->first.row, cell.col - drawn->first.col},
                                   drawn->rows, drawn->cols));
        lab.ui.step(2);
        REQUIRE(lab.hands().hovered.has_value());
        CHECK(lab.hands().hovered->cell == cell);
    }
}

TEST_CASE("the wheel moves a part, with Shift sideways") {
    for (const bool presenting : {false, true}) {
        LabUnderTest lab(partDocument(24, 4), presenting ? kProjector : kUsual);
        if (presenting) lab.ui.key(ImGuiKey_F5);
        lab.goTo("Softmax");
        const auto first = [&] {
            const std::vector<DrawnGrid>& grids = lab.motion().drawn.grids;
            const auto drawn = std::find_if(grids.begin(), grids.end(), [](const DrawnGrid& grid) {
                return grid.id == MatrixId::attention_weights;
            });
            REQUIRE(drawn != grids.end());
            return drawn->first;
        };
        const Cell before = first();
        const Index shown = lab.place().revealed;
        lab.ui.move(lab.ui.find("Centre/attention_weights").center());
        lab.ui.wheel(1);
        lab.ui.step(2);
        const Cell above = first();
        CHECK(above.row < before.row);
        CHECK(above.col == before.col);
        lab.ui.hold(ImGuiMod_Shift);
        lab.ui.wheel(1);
        lab.ui.letGo(ImGuiMod_Shift);
        lab.ui.step(2);
        CHECK(first().row == above.row);
        CHECK(first().col < above.col);
        for (int k = 0; k < 12; ++k) lab.ui.wheel(-1);
        lab.ui.step(2);
        CHECK(first().row == before.row);
        CHECK(lab.place().revealed == shown);
        CHECK(!lab.state().document_work.history.canUndo());
    }
}

TEST_CASE("going from cell to cell moves no part on the screen") {
    LabUnderTest lab(partDocument(12, 4), kLaptop);
    for (const char* const step : {"Scores", "Softmax", "Weighted sum"}) {
        lab.goTo(step);
        const MatrixId result = lab.state().step().results.front();
        const std::string item = fmt::format("Centre/{}", info(result).name);
        const ImRect before = lab.ui.find(item).rect;
        for (Index cell = 0; cell < lab.trace().view(result).rows(); ++cell) {
            lab.act(FocusCell{cell * lab.trace().view(result).cols() + cell % 3});
            const ImRect now = lab.ui.find(item).rect;
            CAPTURE(step);
            CAPTURE(cell);
            CHECK(now.Min.x == before.Min.x);
            CHECK(now.Min.y == before.Min.y);
            CHECK(now.Max.x == before.Max.x);
            CHECK(now.Max.y == before.Max.y);
        }
    }
}
