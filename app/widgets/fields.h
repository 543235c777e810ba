#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "app/look/look.h"
#include "app/look/painter.h"
#include "core/base/matrix.h"

namespace lookback {

/// Events of a text field in one frame.
struct FieldEvents {
    bool edited = false;
    bool entered = false;      ///< Enter
    bool cancelled = false;    ///< Esc
    bool tabbed = false;       ///< Tab or Shift+Tab
    bool tabbed_back = false;  ///< Shift+Tab
    bool left = false;         ///< lost the keyboard in another way
};

/// A field in `box` in which one line of any length is typed; `fresh` takes the keyboard and
/// selects all. The text is kept in `text` as it is typed. A frame marks the field that has the
/// keyboard. @param is_waiting it has the keyboard as soon as a character is typed
FieldEvents textField(Painter& painter, const Rect& box, const char* label, std::string& text,
                      ImFont* font, bool fresh, bool is_waiting = false);

/// The height of a `textArea` of this width. @param least lines that it has room for
[[nodiscard]] float textAreaHeight(const Look& look, std::string_view text, float width,
                                   std::size_t least);

/// A field in `box` in which a text of several lines is typed, as in `textField`. Lines break
/// between words; the text has no line ends of its own.
FieldEvents textArea(Painter& painter, const Rect& box, const char* label, std::string& text,
                     bool fresh);

/// A field in `box` in which code or numbers of several lines are typed or pasted, with the line
/// ends as they are; it scrolls. Ctrl+Enter enters it.
FieldEvents codeArea(Painter& painter, const Rect& box, const char* label, std::string& text,
                     bool fresh);

// Fields of numbers in a menu: each takes a row and has its label to its right.

/// A field for a number; the part of the label after `##` is not shown. @return the number in the
/// frame in which it is entered, if it is finite
std::optional<double> numberField(const Look& look, std::string_view label, double value);

/// The width of a stepper with its label beside it.
[[nodiscard]] float stepperWidth(const Look& look, std::string_view label);

/// The tooltips of the buttons of a stepper.
struct StepperTips {
    std::string_view less;
    std::string_view more;
};

/// A field for a whole number with a button on each side. @return the number in the frame in which
/// it changes, from `least` to `most`
std::optional<Index> stepper(const Look& look, std::string_view label, Index value, Index least,
                             Index most, const StepperTips& tips);

}  // namespace lookback
