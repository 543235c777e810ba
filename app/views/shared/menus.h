#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "app/look/rect.h"
#include "app/views/shared/scene.h"

namespace lookback {

/// The submenu of the documents that one worked on lately, but for the one on screen; none where
/// there are none.
void recentMenu(const Scene& scene);

/// A menu of the top bar.
struct MenuSpec {
    Menu id;
    std::string name;                ///< what it is about, where it stands among other menus
    std::string title;               ///< what its button shows
    std::vector<std::string> usual;  ///< titles that its button has room for, whatever is edited
    std::string roomy{};             ///< one more, where the bar has room
    bool says_now = false;           ///< the title says what is chosen
    std::vector<std::string> shorter{};  ///< titles where its button is too narrow, ever shorter
    std::string brief{};  ///< the title as a row among other menus has it; empty: whole
    std::string button;   ///< id of its button and its popup: "##mask"
    std::string tooltip;  ///< of its button
    std::function<void(const Scene&)> items;
    /// It stands at the left edge of the window: what it is about stays in sight.
    bool is_at_edge = false;
};

[[nodiscard]] MenuSpec exportMenu();
[[nodiscard]] MenuSpec settingsMenu();

/// At the end of a title: there are edits that no file has.
inline constexpr std::string_view kUnsavedMark = " \u2022";
inline constexpr std::size_t kLongestTitle = 100;  ///< characters of a title in the top bar

/// Returns the tooltip of a menu's button. @param name of the command whose key opens the menu
[[nodiscard]] std::string menuTooltip(std::string_view what, std::string_view name);

/// The menu, where it is open: below `anchor`, which was just clicked if it `opens`. A key may have
/// asked for it, too; in an open menu the arrow keys choose.
void drawMenu(const Scene& scene, const MenuSpec& spec, const Rect& anchor, bool opens);

/// A row of a menu that does what a command does, with its key beside it. @param stays the menu
/// stays open
void commandItem(const Scene& scene, std::string_view name, bool stays = false);

}  // namespace lookback
