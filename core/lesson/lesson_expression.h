/// Expressions of lessons: `sum(attention_weights[0][1..2])`, `exp(value) / 3`,
/// `unmasked.scores[n - 1][0]`.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/lesson/mistaken_documents.h"
#include "core/lesson/quantities.h"

namespace lookback {

/// What a node of an expression computes from its operands.
enum class ExpressionKind : std::uint8_t {
    number,
    quantity,  ///< `quantity`, or a matrix
    negative,
    sum,
    difference,
    product,
    quotient,
    power,
    call,  ///< a function of all operands
};

/// An index of a quantity, as nodes of the expression.
struct IndexSpan {
    enum class Kind : std::uint8_t { one, range, every };
    Kind kind = Kind::every;
    std::size_t first = 0;  ///< node of the index, or of the first of a range
    std::size_t last = 0;   ///< node of the last of a range, which is included

    bool operator==(const IndexSpan&) const = default;
};

/// A quantity that an expression reads.
struct QuantityPath {
    DocumentVariant variant = DocumentVariant::present;
    std::optional<MatrixId> matrix{};  ///< a matrix of the document; nothing: `quantity`
    QuantityId quantity = QuantityId::n;
    std::size_t model = 0;  ///< 0 for A, 1 for B
    std::vector<IndexSpan> indices;

    bool operator==(const QuantityPath&) const = default;
};

struct ExpressionNode {
    ExpressionKind kind = ExpressionKind::number;
    double number = 0;
    std::size_t function = 0;  ///< place in the table of functions
    QuantityPath path{};
    std::vector<std::size_t> operands{};  ///< nodes, before this one

    bool operator==(const ExpressionNode&) const = default;
};

/// A parsed expression: nodes behind their operands, the last is the whole.
struct Expression {
    std::string text;  ///< as the file has it
    std::vector<ExpressionNode> nodes;
    bool is_word = false;  ///< its value is words, else numbers

    [[nodiscard]] bool empty() const { return nodes.empty(); }
    /// The quantity that the whole expression is; null where it computes.
    [[nodiscard]] const QuantityPath* asPath() const;

    bool operator==(const Expression&) const = default;
};

/// Longest expression, in bytes.
inline constexpr std::size_t kLongestExpression = 500;

/// Parses an expression. Error: the first fault, `where` is empty; unknown names come with the
/// nearest one.
[[nodiscard]] Result<Expression> parseLessonExpression(std::string_view text,
                                                       const ExpressionScope& scope);

/// The number as an expression.
[[nodiscard]] Expression numberExpression(double number);

}  // namespace lookback
