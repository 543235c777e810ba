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
    /// Returns why a typed text is refused, a sentence; empty: the text is accepted.
    std::function<std::string(const std::string&)> fault{};
};

/// Draws a field in `box`. While the typed text is refused, the reason is shown. @param text the
/// text before editing, then the typed text @return true in the frame in which a changed, accepted
/// text is entered
[[nodiscard]] bool menuField(const Look& look, const Rect& box, const MenuField& field,
                             std::string& text);

// A menu that lies on the screen with all of its words, at every size of window and type: its rows
// are broken into lines, and it scrolls where it is too high.

/// Begins the menu that was opened by ImGui::OpenPopup(id), at `anchor`, below it where there is
/// room. Call endMenu where it returns true. @param by_key opened in this frame by a key: the first
/// row is marked at once. @param subject rectangle of the figure that the menu changes, empty:
/// none; the menu is drawn below `anchor` or at the other edge of the screen, whichever covers less
/// of it
[[nodiscard]] bool beginMenu(const Look& look, const char* id, const Rect& anchor, bool by_key,
                             const Rect& subject = {});
void endMenu();

/// Closes every open menu.
void closeMenus();

/// Returns the largest width, in pixels, of an item of the open menu.
[[nodiscard]] float menuWidth(const Look& look);

struct MenuItemOptions {
    std::string_view detail;  ///< to the right, paler: a key, a rule
    bool chosen = false;      ///< has a tick
    bool enabled = true;
    bool stays = false;  ///< the menu stays open
};

/// Draws a row that can be chosen; the part of the label after `##` is not shown.
bool menuItem(const Look& look, std::string_view label, const MenuItemOptions& options = {});

/// Draws a heading above rows of a menu.
void menuHeading(const Look& look, std::string_view words);

/// Begins a submenu: its rows stand beside the menu in a wide window, else indented below its
/// label. Call endSubmenu where it returns true.
[[nodiscard]] bool beginSubmenu(const Look& look, std::string_view label);
void endSubmenu(const Look& look);

}  // namespace lookback
