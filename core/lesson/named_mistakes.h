#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "core/lesson/evaluate.h"

namespace lookback {

/// Mistakes that lessons have in common.
enum class NamedMistake : std::uint8_t {
    not_scaled,
    scaled_twice,
    no_mask,
    wrong_triangle,
    transposed,
    not_normalized,
    over_columns,
    after_softmax,
    exponent_forgotten,
    other_head,
    before_output,
    off_by_one,
    sign_lost,
    before_the_last_step,
};

/// A row of the table of mistakes.
struct NamedMistakeInfo {
    NamedMistake mistake;
    std::string_view name;  ///< as files spell it
    /// The variant of the document in which the cell has the wrong number; `present`: `compute`
    /// tells.
    DocumentVariant variant = DocumentVariant::present;
    /// The wrong number. @param asked the cell of the task
    Result<double> (*compute)(const LessonFacts& facts, const CellRange& asked) = nullptr;
    /// The wrong number of any task about a number, for which the program has a reply of its own.
    Result<double> (*compute_any)(const LessonFacts& facts, const Expression& of) = nullptr;
};

/// In the order of the enumerators.
[[nodiscard]] std::span<const NamedMistakeInfo> namedMistakes();
[[nodiscard]] const NamedMistakeInfo& info(NamedMistake mistake);

/// The number that a mistake gives for a task; most are about one cell of the document. Errors: the
/// task is about something else; the mistake is not possible there, as another head where there is
/// one.
/// @param of the task's expression
[[nodiscard]] Result<double> mistakenNumber(NamedMistake mistake, const Expression& of,
                                            const LessonFacts& facts);

/// The program's own reply to one of the two mistakes of any number task, with the operands of this
/// task. @param answer as it was given, a number or a share @param right the right number
[[nodiscard]] Message mistakeReply(NamedMistake mistake, const Argument& answer, double right,
                                   const Expression& of, const LessonFacts& facts);

}  // namespace lookback
