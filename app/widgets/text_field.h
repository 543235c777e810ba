#pragma once

#include <string>

#include "app/look/painter.h"

namespace lookback {

/// What happened in a text field.
struct FieldEvents {
    bool edited = false;
    bool entered = false;      ///< Enter
    bool cancelled = false;    ///< Esc
    bool tabbed = false;       ///< Tab or Shift+Tab
    bool tabbed_back = false;  ///< Shift+Tab
    bool left = false;         ///< lost the keyboard in another way
};

/// A field in `box` in which one line of any length is typed; `fresh` takes the keyboard and
/// selects all. The text is kept in `text` as it is typed.
FieldEvents textField(Painter& painter, const Rect& box, const char* label, std::string& text,
                      ImFont* font, bool fresh);

}  // namespace lookback
