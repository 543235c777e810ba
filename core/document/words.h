#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/base/matrix.h"

namespace lookback {

/// Words between white space (ASCII, no-break and ideographic space, ends of lines and paragraphs),
/// in order.
[[nodiscard]] std::vector<std::string> splitWords(std::string_view text);

/// Numbers for a word nobody has given any: the FNV-1a hash (32 bits) of its bytes seeds MT19937,
/// whose outputs modulo 401 give whole hundredths from -2 to 2. The same word, the same numbers.
[[nodiscard]] std::vector<double> drawnEmbedding(std::string_view word, Index width);

}  // namespace lookback
