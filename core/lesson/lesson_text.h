#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/base/local_text.h"
#include "core/lesson/evaluate.h"
#include "core/words/filled_text.h"

namespace lookback {

/// How a slot writes its value.
enum class SlotForm : std::uint8_t { number, count, decimals, brief, percent, token };

/// The value of one slot of a text.
struct LessonSlot {
    SlotForm form = SlotForm::number;
    int decimals = 4;
    PatternSlot::Kind kind = PatternSlot::Kind::any;  ///< whether it counts, or chooses
    Expression expression{};
};

/// A text of a lesson, in one language or several, with expressions in its slots.
struct LessonText {
    LocalText source{};                              ///< as the file has it
    std::shared_ptr<const TextPatterns> patterns{};  ///< null: no text
    std::vector<LessonSlot> slots{};                 ///< in the order of the patterns' slots

    [[nodiscard]] bool empty() const { return patterns == nullptr; }
    /// The other fields follow from the source.
    bool operator==(const LessonText& other) const { return source == other.source; }
};

/// Parses a text of a lesson. Errors: every version of it that cannot be read, `where` is its
/// language or empty; slots that not all versions have.
[[nodiscard]] Checked<LessonText> parseLessonText(const LocalText& source,
                                                  const ExpressionScope& scope);

/// The text with the values of its slots. A slot that has no value, as one beyond the last token,
/// reads "?".
[[nodiscard]] FilledText filled(const LessonText& text, const LessonFacts& facts,
                                const LocalNames& names = {});

/// The text without values: each slot reads "…", for numbers that are still to be computed.
[[nodiscard]] FilledText unfilled(const LessonText& text);

/// Every slot that has no value, with its expression as `where`.
[[nodiscard]] std::vector<Error> slotFaults(const LessonText& text, const LessonFacts& facts,
                                            const LocalNames& names = {});

}  // namespace lookback
