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

}  // namespace lookback
