#pragma once

#include <string>
#include <vector>

#include "core/base/message.h"
#include "core/io/worksheet_blanks.h"

namespace lookback {

/// Asks for a computed number in words, in one sentence.
/// @param labels of the tokens
[[nodiscard]] Message blankQuestion(const Document& document,
                                    const std::vector<std::string>& labels, const StageCell& place);

}  // namespace lookback
