#pragma once

#include <string>
#include <string_view>

namespace lookback {

/// One line of text as it is drawn from left to right: Hebrew, Arabic and their neighbours in the
/// order in which they stand side by side, Arabic letters in the shapes in which they join. The
/// line as a whole runs from left to right; isolated words (U+2068) run as they want to, and the
/// marks that isolate them are gone.
[[nodiscard]] std::string visualOrder(std::string_view text);

/// A text in which every letter of `text` stands in all the shapes that it may take, wherever a
/// line is cut off: what fonts have to learn.
[[nodiscard]] std::string everyShape(std::string_view text);

}  // namespace lookback
