#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "core/base/named_rows.h"

namespace lookback {

/// Every matrix that has a name: the weights, then the stages in the order of the trace.
enum class MatrixId : std::uint8_t {
    w_query,
    w_key,
    w_value,
    w_output,
    embeddings,
    positions,
    encoded,
    query,
    key,
    rotated_query,
    rotated_key,
    value,
    scores,
    scaled_scores,
    capped_scores,
    biased_scores,
    mask,
    masked_scores,
    unmasked_weights,
    masked_weights,
    attention_weights,
    context,
    output,
};
inline constexpr std::size_t kMatrixCount = static_cast<std::size_t>(MatrixId::output) + 1;

/// The colour a matrix keeps everywhere.
enum class Role : std::uint8_t { plain, query, key, value, weights };

/// The meaning of the rows or columns of a matrix.
enum class Axis : std::uint8_t { token, dimension };

/// The values a matrix can take, and so how it is coloured.
enum class Domain : std::uint8_t { signed_numbers, weights, allowed };

struct MatrixInfo {
    MatrixId id;
    std::string_view name;    ///< as files and commands spell it
    std::string_view title;   ///< as a heading: "Queries"
    std::string_view symbol;  ///< in formulas: "Q"; `_x` sets a subscript, `^T` a superscript
    std::string_view entry;   ///< one cell in formulas: "q"
    std::string_view word;    ///< a row, or a row of a weight's product, in sentences: "query"
    Role role;
    Axis rows;
    Axis cols;
    Domain domain;
    bool per_head;                 ///< every head has one
    bool is_of_all_heads = false;  ///< the columns of all heads, side by side
};

inline constexpr std::array<MatrixInfo, kMatrixCount> kMatrices{{
    {MatrixId::w_query, "weights.query", "Query weights", "W_Q", "w", "query", Role::query,
     Axis::dimension, Axis::dimension, Domain::signed_numbers, false, true},
    {MatrixId::w_key, "weights.key", "Key weights", "W_K", "w", "key", Role::key, Axis::dimension,
     Axis::dimension, Domain::signed_numbers, false, true},
    {MatrixId::w_value, "weights.value", "Value weights", "W_V", "w", "value", Role::value,
     Axis::dimension, Axis::dimension, Domain::signed_numbers, false, true},
    {MatrixId::w_output, "weights.output", "Output weights", "W_O", "w", "output", Role::plain,
     Axis::dimension, Axis::dimension, Domain::signed_numbers, false},
    {MatrixId::embeddings, "embeddings", "Embeddings", "X", "x", "embedding", Role::plain,
     Axis::token, Axis::dimension, Domain::signed_numbers, false},
    {MatrixId::positions, "positions", "Positions", "P", "p", "position", Role::plain, Axis::token,
     Axis::dimension, Domain::signed_numbers, false},
    {MatrixId::encoded, "encoded", "Encoded", "X + P", "(x + p)", "embedding with its position",
     Role::plain, Axis::token, Axis::dimension, Domain::signed_numbers, false},
    {MatrixId::query, "query", "Queries", "Q", "q", "query", Role::query, Axis::token,
     Axis::dimension, Domain::signed_numbers, true},
    {MatrixId::key, "key", "Keys", "K", "k", "key", Role::key, Axis::token, Axis::dimension,
     Domain::signed_numbers, true},
    {MatrixId::rotated_query, "rotated_query", "Rotated queries", "Q\u2032", "q\u2032", "query",
     Role::query, Axis::token, Axis::dimension, Domain::signed_numbers, true},
    {MatrixId::rotated_key, "rotated_key", "Rotated keys", "K\u2032", "k\u2032", "key", Role::key,
     Axis::token, Axis::dimension, Domain::signed_numbers, true},
    {MatrixId::value, "value", "Values", "V", "v", "value", Role::value, Axis::token,
     Axis::dimension, Domain::signed_numbers, true},
    {MatrixId::scores, "scores", "Scores", "S", "S", "score", Role::plain, Axis::token, Axis::token,
     Domain::signed_numbers, true},
    {MatrixId::scaled_scores, "scaled_scores", "Scaled scores", "S\u2032", "S\u2032", "score",
     Role::plain, Axis::token, Axis::token, Domain::signed_numbers, true},
    {MatrixId::capped_scores, "capped_scores", "Capped scores", "S_c", "S_c", "score", Role::plain,
     Axis::token, Axis::token, Domain::signed_numbers, true},
    {MatrixId::biased_scores, "biased_scores", "Biased scores", "S_b", "S_b", "score", Role::plain,
     Axis::token, Axis::token, Domain::signed_numbers, true},
    {MatrixId::mask, "mask", "Mask", "M", "M", "mask", Role::plain, Axis::token, Axis::token,
     Domain::allowed, false},
    {MatrixId::masked_scores, "masked_scores", "Masked scores", "S_M", "S_M", "score", Role::plain,
     Axis::token, Axis::token, Domain::signed_numbers, true},
    {MatrixId::unmasked_weights, "unmasked_weights", "Unmasked weights", "A_0", "A_0", "weight",
     Role::weights, Axis::token, Axis::token, Domain::weights, true},
    {MatrixId::masked_weights, "masked_weights", "Masked weights", "A_M", "A_M", "weight",
     Role::weights, Axis::token, Axis::token, Domain::weights, true},
    {MatrixId::attention_weights, "attention_weights", "Attention weights", "A", "A", "weight",
     Role::weights, Axis::token, Axis::token, Domain::weights, true},
    {MatrixId::context, "context", "Context", "A\u00b7V", "c", "context", Role::value, Axis::token,
     Axis::dimension, Domain::signed_numbers, false, true},
    {MatrixId::output, "output", "Output", "Y", "y", "output", Role::plain, Axis::token,
     Axis::dimension, Domain::signed_numbers, false},
}};

[[nodiscard]] constexpr const MatrixInfo& info(MatrixId id) {
    return kMatrices[static_cast<std::size_t>(id)];
}

[[nodiscard]] constexpr bool isWeight(MatrixId id) { return id <= MatrixId::w_output; }

[[nodiscard]] constexpr const MatrixInfo* findMatrix(std::string_view name) {
    return findByName(kMatrices, name);
}

}  // namespace lookback
