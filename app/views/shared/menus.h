#pragma once

#include <string>

#include "app/views/shared/scene.h"
#include "app/widgets/button.h"

namespace lookback {

/// A menu of the top bar.
struct MenuSpec {
    Menu id;
    std::string label;    ///< of its button, with an id behind ##
    std::string tooltip;  ///< of its button
    void (*items)(const Scene&);
};

[[nodiscard]] MenuSpec documentMenu(const Scene& scene);
[[nodiscard]] MenuSpec maskMenu(const Scene& scene);
[[nodiscard]] MenuSpec maskingMenu(const Scene& scene);
[[nodiscard]] MenuSpec modelMenu(const Scene& scene);
[[nodiscard]] MenuSpec exportMenu();
[[nodiscard]] MenuSpec settingsMenu();

/// The button of a menu, and the menu below it while it is open. A key may ask for it, too, also
/// where `box` has no width and there is no button; in an open menu the arrow keys choose.
void menuButton(const Scene& scene, Painter& painter, const Rect& box, const MenuSpec& spec,
                const ButtonOptions& options);

/// A line of a menu that does what a command does, with its key beside it.
void commandItem(const Scene& scene, std::string_view name);

}  // namespace lookback
