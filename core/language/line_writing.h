#pragma once

#include <span>

#include "core/base/gives_up.h"
#include "core/language/unit_text.h"
#include "core/language/writing.h"

namespace lookback {

/// Beginnings of lines that a twin continues, at most.
inline constexpr std::size_t kMostBeginnings = 8;

/// A line that a twin wrote from its beginning.
struct LineWritten {
    std::vector<Unit> units;  ///< with the beginning, without a line break
    bool is_of_text = false;  ///< the text has this very line, held out or not
};

/// The lines that a twin writes greedily from the first units of the text's lines: the first eight
/// different units, in the order of the text. It stops where it has written a line of the text (of
/// words, which have no line breaks) or a line break (of characters), and no later than the longest
/// line with this beginning ends, or after 100 units.
template <class Scalar>
[[nodiscard]] std::vector<LineWritten> linesWritten(const Experiment& experiment, const Twin& twin,
                                                    const UnitText& text,
                                                    const Parameters<Scalar>& parameters,
                                                    const GivesUp& gives_up = {});

/// Units that `linesWritten` writes at most.
[[nodiscard]] Index unitsToWrite(const UnitText& text);

/// The number of written lines that are lines of the text.
[[nodiscard]] Index linesOfText(const std::vector<LineWritten>& lines);

/// Whether written units could stand in a text.
enum class LineStanding : std::uint8_t {
    none,   ///< no: the text has no such lines
    begun,  ///< so far: the last line begins like a line of the text
    whole,  ///< yes: whole lines of the text
};

/// Compares units with the lines of a text, held out or not: line after line, in any order. Where
/// windows start `anywhere`, or the first unit begins no line, the first may be the end of a line.
/// @param units at least one
[[nodiscard]] LineStanding lineStanding(const UnitText& text, WindowStarts starts,
                                        std::span<const Unit> units);

}  // namespace lookback
