#pragma once

#include <span>

#include "core/base/gives_up.h"
#include "core/language/unit_text.h"
#include "core/language/writing.h"

namespace lookback {

/// How many beginnings of lines a twin is given to go on from.
inline constexpr std::size_t kMostBeginnings = 8;

/// What a twin made of the beginning of a line.
struct LineWritten {
    std::vector<Unit> units;  ///< with the beginning, without a line break
    bool is_of_text = false;  ///< the text has this very line, held out or not
};

/// What a twin writes greedily from the first units of the text's lines: the first eight that
/// differ, in the order of the text. It stops where it has written a line of the text (of words,
/// which have no line breaks) or a line break (of characters), and no later than the longest line
/// with this beginning ends, or after 100 units.
template <class Scalar>
[[nodiscard]] std::vector<LineWritten> linesWritten(const Experiment& experiment, const Twin& twin,
                                                    const UnitText& text,
                                                    const Parameters<Scalar>& parameters,
                                                    const GivesUp& gives_up = {});

/// Units that `linesWritten` writes at most.
[[nodiscard]] Index unitsToWrite(const UnitText& text);

/// How many of them are lines of the text.
[[nodiscard]] Index linesOfText(const std::vector<LineWritten>& lines);

/// Whether written units could stand in a text.
enum class LineStanding : std::uint8_t {
    none,   ///< no: there are no such lines
    begun,  ///< so far it could: the last line is begun as one of the text
    whole,  ///< it is lines of the text, whole ones
};

/// Compares units with the lines of a text, held out or not: line after line, in any order. Where
/// windows start `anywhere`, or the first unit begins no line, the first may be the end of a line.
/// @param units at least one
[[nodiscard]] LineStanding lineStanding(const UnitText& text, WindowStarts starts,
                                        std::span<const Unit> units);

}  // namespace lookback
