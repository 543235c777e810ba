#pragma once

#include <string>
#include <vector>

#include "core/document/document.h"

namespace lookback {

/// Characters that a label keeps of a word.
inline constexpr std::size_t kLongestWord = 24;

/// Characters that a whole label (tooltips) keeps of a word.
inline constexpr std::size_t kLongestWholeWord = 200;

/// The tokens as labels that tell repeated ones apart: the, cat, the₂. An empty token reads ∅, a
/// long one is its beginning with an ellipsis. Words from right to left are isolated (U+2068,
/// U+2069): the text around them keeps its order.
[[nodiscard]] std::vector<std::string> tokenLabels(const std::vector<std::string>& tokens);

/// Labels with up to kLongestWholeWord characters of a token, for tooltips.
[[nodiscard]] std::vector<std::string> wholeLabels(const std::vector<std::string>& tokens);

}  // namespace lookback
