#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "imgui.h"

namespace lookback {

/// Words in lines of at most `width` pixels, each at least one character long. Lines end with words
/// where they can. The lines are parts of `text`.
[[nodiscard]] std::vector<std::string_view> brokenLines(ImFont* font, std::string_view text,
                                                        float width);

/// The same as one text.
[[nodiscard]] std::string inLines(ImFont* font, std::string_view text, float width);

}  // namespace lookback
