#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/explain/cell_range.h"
#include "core/lesson/lesson_expression.h"
#include "core/lesson/lesson_facts.h"
#include "core/lesson/lesson_functions.h"

namespace lookback {

/// The names that only some places of a lesson have. Absent ones are errors.
struct LocalNames {
    std::optional<double> it{};   ///< number of the cell or token in question
    std::optional<double> row{};  ///< its indices
    std::optional<double> col{};
    std::optional<double> token{};  ///< place of the token in question
    std::span<const double> all{};  ///< numbers of all cells in question
    std::optional<double> answer{};
    std::optional<double> answer_row{};
    std::optional<double> answer_col{};
    std::optional<double> right{};
};

/// What an expression read.
struct ReadQuantities {
    std::vector<CellRange> cells;  ///< of the document and of its variants alike
    std::vector<QuantityId> quantities;

    [[nodiscard]] bool has(QuantityId id) const;
};

/// The value of an expression: numbers, or words.
struct ExpressionValue {
    NumberList numbers{};
    std::vector<std::string> words{};
    bool is_word = false;
    bool is_list = false;
};

/// Evaluates an expression. Errors: an index outside, a stage that the document does not have, a
/// fact that is not known yet.
/// @param reads to which the quantities that it reads are added; null: nowhere
[[nodiscard]] Result<ExpressionValue> evaluate(const Expression& expression,
                                               const LessonFacts& facts,
                                               const LocalNames& names = {},
                                               ReadQuantities* reads = nullptr);

/// The value of an expression that is one number. Errors: those of `evaluate`; it is a list, or
/// words.
[[nodiscard]] Result<double> evaluateNumber(const Expression& expression, const LessonFacts& facts,
                                            const LocalNames& names = {},
                                            ReadQuantities* reads = nullptr);

/// The value of an expression that is one number or a list of them.
[[nodiscard]] Result<NumberList> evaluateNumbers(const Expression& expression,
                                                 const LessonFacts& facts,
                                                 const LocalNames& names = {},
                                                 ReadQuantities* reads = nullptr);

/// The value of an expression that is words; one word is a list of one.
[[nodiscard]] Result<std::vector<std::string>> evaluateWords(const Expression& expression,
                                                             const LessonFacts& facts,
                                                             const LocalNames& names = {},
                                                             ReadQuantities* reads = nullptr);

/// Cells or tokens that a path names.
struct NamedCells {
    bool are_tokens = false;  ///< then `range` is a row: its columns are places of tokens
    CellRange range{};
};

/// The cells of a path to a matrix, or the tokens of a path to `tokens`. Errors: an index outside.
/// @param path an expression that is nothing else (`Expression::asPath`)
[[nodiscard]] Result<NamedCells> cellsOf(const Expression& path, const LessonFacts& facts);

}  // namespace lookback
