#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "app/look/look.h"
#include "app/look/rect.h"

namespace lookback {

/// One line of text in a menu.
struct MenuField {
    const char* label;  ///< its id
    ImFont* font = nullptr;
    std::string_view tooltip{};
    /// Why what is typed cannot be taken, a sentence; empty where it can.
    std::function<std::string(const std::string&)> fault{};
};

/// Draws a field in `box`. @param text what stands in it, then what is typed. While that cannot be
/// taken, it says why. @return true in the frame in which something else that can be taken was
/// entered
[[nodiscard]] bool menuField(const Look& look, const Rect& box, const MenuField& field,
                             std::string& text);

// A menu that lies on the screen with all of its words, at every size of window and type: its rows
// are broken into lines, and it scrolls where it is too high.

/// Begins the menu that was opened by ImGui::OpenPopup(id), at `anchor`, below it where there is
/// room. Call endMenu where it returns true. @param by_key opened in this frame by a key: the first
/// row is marked at once
[[nodiscard]] bool beginMenu(const Look& look, const char* id, const Rect& anchor, bool by_key);
void endMenu();

/// What the inside of the open menu may take at most, from where the next item stands.
[[nodiscard]] float menuWidth(const Look& look);

struct MenuItemOptions {
    std::string_view detail;  ///< to the right, paler: a key, a rule
    bool chosen = false;      ///< has a tick
    bool enabled = true;
    bool stays = false;  ///< the menu stays open
};

/// A row that can be chosen; what stands behind `##` in the label is not shown.
bool menuItem(const Look& look, std::string_view label, const MenuItemOptions& options = {});

/// Words above the rows that they are about.
void menuHeading(const Look& look, std::string_view words);

/// A row with rows of its own: beside the menu in a wide window, else below it, further in. Call
/// endSubmenu where it returns true.
[[nodiscard]] bool beginSubmenu(const Look& look, std::string_view label);
void endSubmenu(const Look& look);

}  // namespace lookback
