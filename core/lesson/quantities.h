#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "core/document/matrix_id.h"

namespace lookback {

/// What a lesson is about.
enum class LessonSubject : std::uint8_t { document, experiment };

/// A named quantity of expressions, other than a matrix of the document.
enum class QuantityId : std::uint8_t {
    n,
    d_in,
    d_k,
    d_v,
    heads,
    value,
    divisor,
    softcap,
    largest,
    smallest,
    leaks,
    row_sum,
    column_sum,
    influence,
    verdict,
    method,
    order,
    softmax,
    dtype,
    encoding,
    library,
    rules,
    tokens,
    loss,
    training_loss,
    held_out_loss,
    floor,
    written,
    steps,
    context,
    batch,
    learning_rate,
    vocabulary,
    place_mode,
    place_step,
    place_row,
    place_col,
    place_head,
    place_training_step,
    place_presenting,
    it,
    row,
    col,
    token,
    all,
    answer,
    answer_row,
    answer_col,
    right,
};

/// Where a quantity is known.
enum class QuantityRoom : std::uint8_t {
    document,    ///< of a document and of its variants
    experiment,  ///< of an experiment
    place,       ///< where one stands
    candidate,   ///< only in the condition on a cell or token
    answer,      ///< only in replies
    right,       ///< only behind the answer
};

/// A row of the table of quantities.
struct QuantityInfo {
    QuantityId id;
    std::string_view name;  ///< as expressions spell it
    QuantityRoom room;
    bool is_word = false;      ///< words, else numbers
    std::size_t indices = 0;   ///< most indices: 0 for a single value, 1 for a list, 2 for a matrix
    bool has_model = false;    ///< of model A or B, named behind it
    bool needs_index = false;  ///< it is never read as a whole
};

/// In the order of the enumerators.
[[nodiscard]] std::span<const QuantityInfo> quantityTable();
[[nodiscard]] const QuantityInfo& info(QuantityId id);

/// The words that a quantity may be; empty: any.
[[nodiscard]] std::vector<std::string_view> knownWords(QuantityId id);

/// The places of an expression, which decide what it may name.
struct ExpressionScope {
    LessonSubject subject = LessonSubject::document;
    bool has_candidate = false;  ///< in the condition of a task about cells or tokens
    bool has_answer = false;     ///< in a reply
    bool has_right = false;      ///< behind the answer

    bool operator==(const ExpressionScope&) const = default;
};

/// Whether an expression in this scope may name the quantity.
[[nodiscard]] bool isKnown(const QuantityInfo& quantity, const ExpressionScope& scope);

}  // namespace lookback
