#pragma once

#include <span>

#include "core/language/unit_text.h"

namespace lookback {

/// Whether what somebody wrote could stand in a text.
enum class LineStanding : std::uint8_t {
    none,   ///< no: there are no such lines
    begun,  ///< so far it could: the last line is begun as one of the text
    whole,  ///< it is lines of the text, whole ones
};

/// Compares units with the lines of a text, held out or not: line after line, in any order. Where
/// windows start `anywhere`, or the first unit begins no line, the first may be the end of a line.
/// @param units at least one
[[nodiscard]] LineStanding standingOf(const UnitText& text, WindowStarts starts,
                                      std::span<const Unit> units);

}  // namespace lookback
