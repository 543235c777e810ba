#pragma once

#include <array>
#include <string>

#include "tests/app/lab_under_test.h"

namespace lookback::test {

/// The buttons of the menus, and their keys.
struct KeyedMenu {
    const char* id;
    ImGuiKey key;
};
inline constexpr std::array kMenus{KeyedMenu{"##mask", ImGuiKey_2}, KeyedMenu{"##mask", ImGuiKey_3},
                                   KeyedMenu{"##model", ImGuiKey_4},
                                   KeyedMenu{"##export", ImGuiKey_E},
                                   KeyedMenu{"##settings", ImGuiKey_Comma}};

/// Menus and submenus that are open.
[[nodiscard]] int openMenus();

/// The keys are the window's: Right goes on to the next step.
void checkKeysLive(LabUnderTest& lab);

/// Clicks the button of the mask's menu.
void openMaskMenu(LabUnderTest& lab);

/// Every letter of the open menus is seen, or comes into sight where the menu scrolls.
void checkWhole(LabUnderTest& lab);

void closeAll(LabUnderTest& lab);

/// The label of what the keyboard has in the open menus; empty where it has nothing there.
[[nodiscard]] std::string markedLabel(const LabUnderTest& lab);

/// Presses an arrow key until the keyboard has the item whose label ends like this.
void walkTo(LabUnderTest& lab, std::string_view end, ImGuiKey arrow);

/// Points at a row with rows of its own, or clicks it where these unfold below it.
void openSubmenu(LabUnderTest& lab, const std::string& row);

}  // namespace lookback::test
