#pragma once

#include <span>
#include <string>

#include "core/language/unit_text.h"

namespace lookback {

/// Units on one line, as a person reads them: words with spaces between, characters without; a line
/// break is ¶, other control characters are question marks.
[[nodiscard]] std::string unitLine(const Experiment& experiment, const UnitText& text,
                                   std::span<const Unit> units);

}  // namespace lookback
