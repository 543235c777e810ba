#pragma once

#include <span>
#include <string>
#include <string_view>

#include "core/language/unit_text.h"

namespace lookback {

/// A unit that stands alone, as a person reads it: a line break is ¶, a space ·, other control
/// characters are question marks.
[[nodiscard]] std::string shownUnit(const std::string& unit);

/// What a person calls one unit: "word" or "character".
[[nodiscard]] std::string_view unitNoun(TextUnit unit);

/// Units on one line: words with spaces between, characters without. A space among characters stays
/// one.
[[nodiscard]] std::string unitLine(const Experiment& experiment, const UnitText& text,
                                   std::span<const Unit> units);

}  // namespace lookback
