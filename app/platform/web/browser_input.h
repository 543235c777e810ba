/// Mouse, wheel, fingers and keys of the page for ImGui.
#pragma once

#include <functional>

#include "app/look/controls.h"

namespace lookback {

/// Who hears that the page has input.
struct Listener {
    std::function<void()> wake;      ///< after each event, and after a change of the page's size
    std::function<bool()> presents;  ///< whether the program presents, so that Esc ends it
    /// Leads the keyboard to the next control, or back. @param enters it comes from outside the
    /// page
    std::function<TabGoes(bool back, bool enters)> tab;
    std::function<bool()>
        drags;  ///< whether the item that the pointer presses is one that is dragged
};

/// Passes all input of the page to ImGui, as long as the page lives.
void listenToBrowser(Listener tell);

}  // namespace lookback
