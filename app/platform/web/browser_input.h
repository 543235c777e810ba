/// Mouse, wheel, fingers and keys of the page for ImGui.
#pragma once

#include <functional>

namespace lookback {

/// Who hears that the page has input.
struct Listener {
    std::function<void()> wake;      ///< after each event, and after a change of the page's size
    std::function<bool()> presents;  ///< whether the program presents, so that Esc ends it
};

/// Passes all input of the page to ImGui, as long as the page lives.
void listenToBrowser(Listener tell);

}  // namespace lookback
