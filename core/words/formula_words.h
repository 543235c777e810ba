/// The words in formulas, such as “where” and “row sum of”, in the language of a reader.
#pragma once

#include <string>
#include <string_view>

#include "core/words/say.h"

namespace lookback {

/// Returns a formula, or the sign of a stage, with its English words in a language. Symbols stay.
[[nodiscard]] std::string formulaIn(const Wording& wording, std::string_view formula);

}  // namespace lookback
