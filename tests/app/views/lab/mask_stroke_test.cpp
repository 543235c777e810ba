// Strokes over the mask: cells, and with Shift whole rows, columns and diagonals; what a cell says
// of who blocks it; and the key beside the matrix.
#include <algorithm>
#include <array>

#include "app/look/painter.h"
#include "core/document/mask_edit.h"
#include "tests/app/mask_rules.h"
#include "tests/app/menus.h"
#include "tests/app/stripes.h"

using namespace lookback;
using namespace lookback::test;

namespace {

ImVec2 cellOfMask(const LabUnderTest& lab, Cell cell) {
    const Index n = lab.document().n();
    return lab.figureCell("Centre/mask", cell, n, n);
}

/// The mask that the document was opened with, and one line that says what a hand says.
Mask withLine(const Mask& mask, Cell from, Cell to, Index tokens, bool allowed) {
    Mask painted = mask;
    paint(painted, strokeCells(from, to, tokens), allowed);
    return painted;
}

ImRect around(ImVec2 middle, float by) {
    return {{middle.x - by, middle.y - by}, {middle.x + by, middle.y + by}};
}

}  // namespace

TEST_CASE("with Shift a stroke paints the line that the hand turns to, and undo takes it back") {
    LabUnderTest lab("causal-two-ways");
    lab.goTo("Mask");
    const Document before = lab.document();
    const Index n = before.n();
    const Cell from{2, 2};
    REQUIRE(allowed(lab, from));
    lab.ui.move(cellOfMask(lab, from));
    lab.ui.hold(ImGuiMod_Shift);
    lab.ui.press();
    lab.ui.step();
    CHECK(lab.document().mask == withLine(before.mask, from, from, n, false));
    // Sideways the row, down the column, aslant the diagonal: each gives back the one before.
    for (const Cell to : {Cell{2, 4}, Cell{5, 2}, Cell{4, 4}, Cell{1, 1}, Cell{0, 2}, Cell{2, 0}}) {
        lab.ui.move(cellOfMask(lab, to));
        lab.ui.step();
        CHECK(lab.document().mask == withLine(before.mask, from, to, n, false));
        CHECK(isUpToDate(lab.state()));
    }
    lab.ui.letGo(ImGuiMod_Shift);
    lab.ui.move(cellOfMask(lab, {2, 5}));
    lab.ui.release();
    lab.ui.step();
    const Mask painted = withLine(before.mask, from, {2, 5}, n, false);
    CHECK(lab.document().mask == painted);
    lab.ui.key(ImGuiMod_Ctrl | ImGuiKey_Z);
    CHECK(lab.document() == before);
    CHECK(!lab.state().document_work.history.canUndo());
    lab.ui.key(ImGuiMod_Ctrl | ImGuiMod_Shift | ImGuiKey_Z);
    CHECK(lab.document().mask == painted);
}

TEST_CASE("a click with Shift takes the row, and Esc gives a stroke back") {
    LabUnderTest lab("causal-two-ways");
    lab.goTo("Mask");
    const Mask before = lab.document().mask;
    lab.ui.hold(ImGuiMod_Shift);
    lab.ui.clickAt(cellOfMask(lab, {1, 4}));
    lab.ui.letGo(ImGuiMod_Shift);
    const Mask opened = withLine(before, {1, 4}, {1, 4}, 6, true);
    CHECK(lab.document().mask == opened);
    lab.ui.move(cellOfMask(lab, {3, 1}));
    lab.ui.hold(ImGuiMod_Shift);
    lab.ui.press();
    lab.ui.move(cellOfMask(lab, {5, 1}));
    lab.ui.step();
    CHECK(lab.document().mask == withLine(opened, {3, 1}, {5, 1}, 6, false));
    lab.ui.letGo(ImGuiMod_Shift);
    lab.ui.key(ImGuiKey_Escape);
    CHECK(lab.document().mask == opened);
    lab.ui.release();
    lab.ui.step();
    CHECK(lab.document().mask == opened);
    lab.undoAll();
    CHECK(lab.isAsOpened());
}

TEST_CASE("keys paint the row, the column and the diagonal of the pair in focus") {
    LabUnderTest lab("causal-two-ways");
    lab.goTo("Softmax");
    lab.act(FocusCell{6 * 3 + 1});
    const Mask before = lab.document().mask;
    const auto press = [&](ImGuiKeyChord key, Cell to) {
        lab.ui.key(key | ImGuiKey_X);
        CHECK(lab.document().mask == withLine(before, {3, 1}, to, 6, false));
        lab.ui.key(ImGuiMod_Ctrl | ImGuiKey_Z);
        CHECK(lab.document().mask == before);
    };
    press(ImGuiMod_Shift, {3, 1});
    press(ImGuiMod_Alt, {4, 1});
    press(ImGuiMod_Alt | ImGuiMod_Shift, {4, 2});
}

TEST_CASE("a stroke over a part of a long sentence paints the cells that one sees") {
    LabUnderTest lab(withMask(80, {newRule(MaskKind::causal, 80)}));
    lab.goTo("Mask");
    lab.act(Pan{9, 9, 0});
    const AxisRange shown = lab.place().pane.range(lab.place().pane.query, 80);
    REQUIRE(shown.first > 0);
    const ImVec2 at = lab.figureCell("Centre/mask", {5, 2}, shown.count, shown.count);
    const Cell cell{shown.first + 5, shown.first + 2};
    REQUIRE(allowed(lab, cell));
    lab.ui.clickAt(at);
    CHECK(lab.document().mask.flips == std::vector<Cell>{cell});
}

TEST_CASE("the key shows each rule in the colours of what it blocks") {
    for (const ThemeId theme_id : kThemes) {
        LabUnderTest lab(
            withMask(4, {newRule(MaskKind::causal, 4), marking(MaskKind::padding, 4)}));
        lab.act(Change(&Preferences::theme, theme_id));
        lab.goTo("Mask");
        lab.act(FlipCell{{3, 0}});
        lab.ui.move({5, 5});
        lab.ui.wait(1);
        const Theme& c = theme(theme_id);
        const std::array hatchings{ruleHatching(c, 0), ruleHatching(c, 1), paintedHatching(c)};
        const auto check = [&](const ImRect& box, std::array<bool, 3> wanted) {
            for (std::size_t k = 0; k < hatchings.size(); ++k) {
                CAPTURE(k);
                CHECK(isStriped(lab, box, hatchings[k]) == wanted[k]);
            }
        };
        const auto checkCell = [&](Cell cell, std::array<bool, 3> wanted) {
            CAPTURE(cell.row);
            CAPTURE(cell.col);
            check(around(cellOfMask(lab, cell), 7), wanted);
        };
        checkCell({0, 1}, {true, false, false});
        checkCell({3, 2}, {false, true, false});
        checkCell({0, 3}, {true, true, false});
        checkCell({3, 0}, {false, false, true});
        checkCell({1, 0}, {false, false, false});
        const std::array names{"Causal", "Padding", "1 painted cell"};
        for (std::size_t k = 0; k < names.size(); ++k) {
            const auto is_name = [&](const LayoutProbe::Text& text) {
                return text.text == names[k];
            };
            const auto text = std::find_if(lab.texts().begin(), lab.texts().end(), is_name);
            REQUIRE(text != lab.texts().end());
            const float y = (text->drawn.min.y + text->drawn.max.y) / 2;
            std::array<bool, 3> wanted{};
            wanted[k] = true;
            check(around({text->drawn.min.x - 15, y}, 6), wanted);
        }
        // The corner of a cell that was painted.
        const ImVec2 at = cellOfMask(lab, {3, 0});
        const ImRect mask = lab.ui.find("Centre/mask").rect;
        CHECK(lab.ui.colorAt({mask.Min.x + 2, at.y - mask.GetHeight() / 8 + 4}) == c.painted);
    }
}

TEST_CASE("pointing at a cell of the mask names every rule that blocks it, and the hand") {
    LabUnderTest lab(
        withMask(4, {numbered(MaskKind::sliding_window, 2), marking(MaskKind::padding, 4)}));
    lab.goTo("Mask");
    const auto tipOf = [&](Cell cell) {
        lab.ui.move({5, 5});
        lab.ui.wait(0.2);
        lab.ui.move(cellOfMask(lab, cell));
        lab.ui.wait(0.6);
        return lab.tooltip().size() > 1 ? lab.tooltip()[1] : "";
    };
    const std::string both = tipOf({0, 3});
    CHECK(both.find("Blocked by Sliding window 2: ") != std::string::npos);
    CHECK(both.find("Blocked by Padding: ") != std::string::npos);
    CHECK(both.find("Shift") != std::string::npos);
    CHECK(tipOf({1, 1}).find("Masked") == std::string::npos);
    lab.act(FlipCell{{1, 1}});
    lab.act(FlipCell{{0, 3}});
    CHECK(tipOf({1, 1}).find("Blocked by hand.") != std::string::npos);
    const std::string opened = tipOf({0, 3});
    CHECK(opened.find("Allowed by hand.") != std::string::npos);
    CHECK(opened.find("Breaks the rule Padding: ") != std::string::npos);
}

TEST_CASE("painted cells stay when rules are changed, added and taken away in the menu") {
    LabUnderTest lab(withMask(4, {numbered(MaskKind::sliding_window, 2)}));
    lab.act(FlipCell{{3, 0}});
    REQUIRE(allowed(lab, {3, 0}));
    openMaskMenu(lab);
    lab.ui.click("popup/##also");
    lab.ui.step(3);
    lab.ui.click("popup/##also-padding");
    lab.ui.step(3);
    REQUIRE(lab.document().mask.rules.size() == 2);
    CHECK(allowed(lab, {3, 0}));
    if (openMenus() == 0) openMaskMenu(lab);
    lab.ui.click("popup/+##more window");
    lab.ui.step(2);
    REQUIRE(lab.document().mask.rules.front().numbers[0] == 3);
    CHECK(allowed(lab, {3, 0}));
}
