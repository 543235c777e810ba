#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/matrix.h"
#include "core/base/result.h"
#include "core/language/experiment.h"

namespace lookback {

/// A unit by its place in the vocabulary.
using Unit = std::int32_t;

/// A text as a model reads it: its units, and the starts of its windows. A window is context + 1
/// units in a row.
struct UnitText {
    std::vector<std::string> vocabulary;  ///< every unit once, by code point
    std::vector<Unit> units;              ///< the whole text
    std::vector<Index> lines;             ///< the units that lines begin with
    std::vector<Index> train_starts;      ///< the units that the training windows begin at
    std::vector<Index> held_out_starts;   ///< the units that the held-out windows begin at

    [[nodiscard]] Index vocabularySize() const { return static_cast<Index>(vocabulary.size()); }
};

/// Cuts the text of an experiment.
/// - `words`: the texts between white space. A line break ends a line and is not a unit; lines
///   without a word do not count.
/// - `characters`: every code point, the line break too, which ends its line.
/// - Windows that start with `lines` may run into the next line. The last floor(lines * held_out)
///   lines are held out, and no training window reaches them.
/// - Windows that start `anywhere` begin at every unit, those of the last floor(units * held_out)
///   units every `context` units.
/// @param experiment with a context of 1 or more and held_out from 0 to 1
[[nodiscard]] UnitText cutText(const Experiment& experiment);

/// The sizes of a text that decide whether a model can learn from it.
struct TextSize {
    Index units = 0;       ///< of the whole text
    Index vocabulary = 0;  ///< different units
    bool has_training_window = false;
};

/// The sizes that `cutText` would give, without sorting the vocabulary or listing the windows: a
/// fraction of its time, as every edit of an experiment asks for them.
/// @param experiment as for `cutText`
[[nodiscard]] TextSize sizeOfText(const Experiment& experiment);

/// The units of a typed sentence, which is split as the text is. A line break may be typed as ¶, a
/// tab as ⇥, where the text itself lacks that sign.
/// @param text the experiment's, cut
/// Errors: a sentence without units, and a unit that the text lacks.
[[nodiscard]] Result<std::vector<Unit>> unitsOfSentence(const Experiment& experiment,
                                                        const UnitText& text,
                                                        std::string_view sentence);

/// A sentence of these units on one line, as `unitsOfSentence` takes it.
[[nodiscard]] std::string typedText(const Experiment& experiment, const UnitText& text,
                                    std::span<const Unit> units);

/// A single unit for people: a line break is ¶, a tab ⇥, a space ·, other control characters are
/// question marks.
[[nodiscard]] std::string shownUnit(const std::string& unit);

/// Units on one line: words with spaces between, characters without; a space character stays a
/// space.
[[nodiscard]] std::string unitLine(const Experiment& experiment, const UnitText& text,
                                   std::span<const Unit> units);

}  // namespace lookback
