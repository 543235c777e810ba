#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "imgui.h"

namespace lookback {

/// Breaks a text into lines of at most `width` pixels and at least one character, between words
/// where that is possible. The lines are parts of `text`.
[[nodiscard]] std::vector<std::string_view> brokenLines(ImFont* font, std::string_view text,
                                                        float width);

/// Returns the lines of `brokenLines` as one text with line feeds between them.
[[nodiscard]] std::string inLines(ImFont* font, std::string_view text, float width);

}  // namespace lookback
