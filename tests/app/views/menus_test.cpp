// Menus: they close as one expects, give the keys back, and stay on the screen with all of their
// words.
#include "tests/app/menus.h"
#include "core/document/edit.h"

using namespace lookback;
using namespace lookback::test;

namespace {

constexpr std::array kSubmenus{"###heads", "###positions", "###scale", "###dtype"};
constexpr std::array kMenusSizes{ImVec2{480, 320},  ImVec2{640, 480}, ImVec2{800, 600},
                                 ImVec2{1024, 640}, kLaptop,          kUsual,
                                 kProjector};
constexpr double kMenusTestForHover = 0.5;  ///< seconds

}  // namespace

TEST_CASE("Esc closes the submenu under the pointer, then the menu, and the keys live") {
    for (const char* row : kSubmenus) {
        CAPTURE(row);
        LabUnderTest lab("causal-two-ways");
        lab.goTo("Scores");
        lab.ui.click("Top/##model");
        lab.ui.step(2);
        lab.ui.hover(std::string("popup/") + row);
        lab.ui.wait(kMenusTestForHover);
        REQUIRE(openMenus() == 2);
        lab.ui.key(ImGuiKey_Escape);
        lab.ui.wait(1);  // the pointer rests where it was
        CHECK(openMenus() == 1);
        lab.ui.key(ImGuiKey_Escape);
        lab.ui.wait(1);
        CHECK(openMenus() == 0);
        checkKeysLive(lab);
    }
}

TEST_CASE("after any menu, opened by key or mouse, Esc gives the keys back and does nothing else") {
    for (const KeyedMenu& menu : kMenus) {
        for (const bool by_key : {true, false}) {
            CAPTURE(menu.id);
            CAPTURE(by_key);
            LabUnderTest lab("causal-two-ways");
            lab.goTo("Scores");
            lab.act(Change(&Place::locked, focusedTarget(lab.state())));
            if (by_key) {
                lab.ui.key(ImGuiMod_Ctrl | menu.key);
            } else {
                lab.ui.click(std::string("Top/") + menu.id);
            }
            lab.ui.step(2);
            REQUIRE(openMenus() == 1);
            lab.ui.key(ImGuiKey_Escape);
            CHECK(openMenus() == 0);
            CHECK(lab.place().locked.has_value());
            lab.ui.key(ImGuiKey_Escape);
            CHECK(!lab.place().locked.has_value());
            checkKeysLive(lab);
        }
    }
}

TEST_CASE("Space chooses in a menu and does not play") {
    LabUnderTest lab("write-a-poem");
    lab.ui.key(ImGuiMod_Ctrl | ImGuiKey_2);
    lab.ui.step(2);
    lab.ui.key(ImGuiKey_Space);
    CHECK(openMenus() == 1);  // it stays open while one tries its rules
    CHECK(lab.document().mask.rules.front().kind == maskKinds().front().kind);
    CHECK(!lab.place().playing);
}

TEST_CASE("a menu that nobody draws any more does not keep the keys") {
    LabUnderTest lab("causal-two-ways");
    lab.ui.key(ImGuiMod_Ctrl | ImGuiKey_4);
    lab.ui.step(2);
    lab.carryOut(SetPresenting{true});  // there is no top bar
    lab.ui.step(2);
    CHECK(openMenus() == 0);
    checkKeysLive(lab);
}

TEST_CASE("in a menu opened by key the first row is marked, and Down goes to the second") {
    for (const KeyedMenu& menu : kMenus) {
        if (menu.id == std::string_view("##mask")) continue;  // its rows are no list
        CAPTURE(menu.id);
        LabUnderTest lab("causal-two-ways");
        lab.ui.key(ImGuiMod_Ctrl | menu.key);
        lab.ui.step();
        const ImGuiContext& g = *ImGui::GetCurrentContext();
        std::vector<UiItem> rows;
        for (const UiItem& item : lab.ui.items()) {
            if (item.window.starts_with("##Popup_") && !item.is_window && item.id != 0) {
                rows.push_back(item);
            }
        }
        REQUIRE(rows.size() > 1);
        CHECK(g.NavId == rows[0].id);
        const ImU32 mark = theme(lab.preferences().theme).chip;
        CHECK(lab.ui.colorAt(rows[0].center()) == mark);
        lab.ui.key(ImGuiKey_DownArrow);
        CHECK(g.NavId == rows[1].id);
        CHECK(lab.ui.colorAt(rows[1].center()) == mark);
        closeAll(lab);
    }
}

TEST_CASE("every menu is on the screen with all of its words, at every size and type") {
    for (const ImVec2 size : kMenusSizes) {
        for (const int percent : {100, 160, 250}) {
            CAPTURE(size.x);
            CAPTURE(percent);
            LabUnderTest lab("causal-two-ways", size);
            lab.carryOut(Change<Document>(setPositions, PositionKind::alibi));
            lab.carryOut(SetMaskRules{{newRule(MaskKind::sliding_window, lab.document().n())}});
            lab.act(Change(&Preferences::type_percent, percent));
            for (const KeyedMenu& menu : kMenus) {
                CAPTURE(menu.id);
                lab.ui.key(ImGuiMod_Ctrl | menu.key);
                lab.ui.step(3);
                REQUIRE(openMenus() == 1);
                checkWhole(lab);
                closeAll(lab);
            }
            for (const char* row : kSubmenus) {
                CAPTURE(row);
                lab.ui.key(ImGuiMod_Ctrl | ImGuiKey_4);
                lab.ui.step(3);
                openSubmenu(lab, std::string("popup/") + row);
                checkWhole(lab);
                closeAll(lab);
            }
        }
    }
}

TEST_CASE("the number of a mask is typed, or moved by buttons, by mouse and by key") {
    LabUnderTest lab("causal-two-ways");
    lab.act(SetMaskRules{{newRule(MaskKind::sliding_window, lab.document().n())}});
    const auto number = [&] { return lab.document().mask.rules.front().numbers[0]; };
    lab.ui.click("Top/##mask");
    lab.ui.step(2);
    lab.ui.click("popup/+");
    lab.ui.click("popup/+");
    CHECK(number() == 4);
    lab.ui.click("popup/\u2212");
    CHECK(number() == 3);
    CHECK(openMenus() == 1);
    const ImU32 panel = theme(lab.preferences().theme).panel;
    lab.ui.move({5, 5});
    const ImVec2 corner = lab.ui.find("popup/+").rect.Min;
    CHECK(lab.ui.colorAt({corner.x + 5, corner.y + 15}) == panel);
    lab.ui.doubleClick("popup/##window");
    lab.ui.key(ImGuiMod_Ctrl | ImGuiKey_A);
    lab.ui.type("5");
    lab.ui.key(ImGuiKey_Enter);
    CHECK(number() == 5);
    lab.ui.key(ImGuiKey_Escape);
    lab.ui.step(2);
    CHECK(openMenus() == 0);

    lab.ui.key(ImGuiMod_Ctrl | ImGuiKey_2);
    lab.ui.step(2);
    walkTo(lab, "##less window", ImGuiKey_DownArrow);
    lab.ui.key(ImGuiKey_Enter);
    CHECK(number() == 4);
    closeAll(lab);
    lab.undoAll();
}
