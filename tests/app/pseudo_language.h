#pragma once

#include <string>
#include <string_view>

#include "core/words/language.h"

namespace lookback::test {

/// English with words that are 40% longer, and letters that English does not have: room that other
/// languages need.
[[nodiscard]] const Language& pseudoLanguage();

/// A pattern in the pseudo-language: its words are longer, its slots the same.
[[nodiscard]] std::string inPseudoLanguage(std::string_view pattern);

}  // namespace lookback::test
