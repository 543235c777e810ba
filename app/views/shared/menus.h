#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "app/look/rect.h"
#include "app/views/shared/scene.h"

namespace lookback {

/// A menu of the top bar.
struct MenuSpec {
    Menu id;
    std::string name;       ///< its title as a row among other menus
    std::string title;      ///< the text on its button
    std::string shorter{};  ///< shown where `title` has no room; empty: `title`, cut
    bool says_now = false;  ///< the title names the present choice
    std::string brief{};    ///< title beside `name` in a row; empty: `title`
    std::string button;     ///< id of its button and its popup: "##mask"
    std::string tooltip;    ///< of its button
    std::function<void(const Scene&)> items;
    /// The menu opens at the end of the window where it covers less of the figure that it changes.
    bool is_at_edge = false;
    bool is_at_foot = false;  ///< it opens at the foot of the window, below what it changes
    /// Why it does not open: a lesson locks all that it changes. Empty: it opens.
    std::string locked{};
};

[[nodiscard]] MenuSpec exportMenu(const Scene& scene);
[[nodiscard]] MenuSpec settingsMenu(const Scene& scene);

/// Returns the place of the matrices in the focus that have a cell for each pair of tokens; an
/// empty one where this frame has drawn none.
[[nodiscard]] Rect maskedFigures(const Scene& scene);

/// Draws the menu below `anchor` while it is open. @param opens the button was clicked; the key of
/// the menu opens it, too
void drawMenu(const Scene& scene, const MenuSpec& spec, const Rect& anchor, bool opens);

/// A row of a menu that does what a command does, with its key beside it. @param stays the menu
/// stays open
void commandItem(const Scene& scene, std::string_view name, bool stays = false);

}  // namespace lookback
