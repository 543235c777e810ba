#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "core/base/named_rows.h"

namespace lookback {

/// Every matrix that has a name: the weights and biases, then the stages in the order of the trace.
enum class MatrixId : std::uint8_t {
    w_query,
    w_key,
    w_value,
    w_output,
    b_query,
    b_key,
    b_value,
    b_output,
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
    std::string_view symbol;  ///< in formulas: "Q"; `_x` sets a subscript, `^T` a superscript
    std::string_view entry;   ///< one cell in formulas: "q"
    Role role;
    Axis rows;
    Axis cols;
    Domain domain;
    bool per_head;                 ///< every head has one
    bool is_of_all_heads = false;  ///< the columns of all heads, side by side
};

inline constexpr std::array<MatrixInfo, kMatrixCount> kMatrices{{
    {MatrixId::w_query, "weights.query", "W_q", "w", Role::query, Axis::dimension, Axis::dimension,
     Domain::signed_numbers, false, true},
    {MatrixId::w_key, "weights.key", "W_k", "w", Role::key, Axis::dimension, Axis::dimension,
     Domain::signed_numbers, false, true},
    {MatrixId::w_value, "weights.value", "W_v", "w", Role::value, Axis::dimension, Axis::dimension,
     Domain::signed_numbers, false, true},
    {MatrixId::w_output, "weights.output", "W_o", "w", Role::plain, Axis::dimension,
     Axis::dimension, Domain::signed_numbers, false},
    {MatrixId::b_query, "biases.query", "b_q", "b", Role::query, Axis::dimension, Axis::dimension,
     Domain::signed_numbers, false, true},
    {MatrixId::b_key, "biases.key", "b_k", "b", Role::key, Axis::dimension, Axis::dimension,
     Domain::signed_numbers, false, true},
    {MatrixId::b_value, "biases.value", "b_v", "b", Role::value, Axis::dimension, Axis::dimension,
     Domain::signed_numbers, false, true},
    {MatrixId::b_output, "biases.output", "b_o", "b", Role::plain, Axis::dimension, Axis::dimension,
     Domain::signed_numbers, false},
    {MatrixId::embeddings, "embeddings", "X", "x", Role::plain, Axis::token, Axis::dimension,
     Domain::signed_numbers, false},
    {MatrixId::positions, "positions", "P", "p", Role::plain, Axis::token, Axis::dimension,
     Domain::signed_numbers, false},
    {MatrixId::encoded, "encoded", "X + P", "(x + p)", Role::plain, Axis::token, Axis::dimension,
     Domain::signed_numbers, false},
    {MatrixId::query, "query", "Q", "q", Role::query, Axis::token, Axis::dimension,
     Domain::signed_numbers, true},
    {MatrixId::key, "key", "K", "k", Role::key, Axis::token, Axis::dimension,
     Domain::signed_numbers, true},
    {MatrixId::rotated_query, "rotated_query", "Q\u2032", "q\u2032", Role::query, Axis::token,
     Axis::dimension, Domain::signed_numbers, true},
    {MatrixId::rotated_key, "rotated_key", "K\u2032", "k\u2032", Role::key, Axis::token,
     Axis::dimension, Domain::signed_numbers, true},
    {MatrixId::value, "value", "V", "v", Role::value, Axis::token, Axis::dimension,
     Domain::signed_numbers, true},
    {MatrixId::scores, "scores", "S", "S", Role::plain, Axis::token, Axis::token,
     Domain::signed_numbers, true},
    {MatrixId::scaled_scores, "scaled_scores", "S\u2032", "S\u2032", Role::plain, Axis::token,
     Axis::token, Domain::signed_numbers, true},
    {MatrixId::capped_scores, "capped_scores", "S_c", "S_c", Role::plain, Axis::token, Axis::token,
     Domain::signed_numbers, true},
    {MatrixId::biased_scores, "biased_scores", "S_b", "S_b", Role::plain, Axis::token, Axis::token,
     Domain::signed_numbers, true},
    {MatrixId::mask, "mask", "M", "M", Role::plain, Axis::token, Axis::token, Domain::allowed,
     false},
    {MatrixId::masked_scores, "masked_scores", "S_M", "S_M", Role::plain, Axis::token, Axis::token,
     Domain::signed_numbers, true},
    {MatrixId::unmasked_weights, "unmasked_weights", "A_0", "A_0", Role::weights, Axis::token,
     Axis::token, Domain::weights, true},
    {MatrixId::masked_weights, "masked_weights", "A_M", "A_M", Role::weights, Axis::token,
     Axis::token, Domain::weights, true},
    {MatrixId::attention_weights, "attention_weights", "A", "A", Role::weights, Axis::token,
     Axis::token, Domain::weights, true},
    {MatrixId::context, "context", "A\u00b7V", "c", Role::value, Axis::token, Axis::dimension,
     Domain::signed_numbers, false, true},
    {MatrixId::output, "output", "Y", "y", Role::plain, Axis::token, Axis::dimension,
     Domain::signed_numbers, false},
}};

[[nodiscard]] constexpr const MatrixInfo& info(MatrixId id) {
    return kMatrices[static_cast<std::size_t>(id)];
}

/// True for the weights and biases of the model.
[[nodiscard]] constexpr bool isParameter(MatrixId id) { return id <= MatrixId::b_output; }

/// The bias that goes with a weight.
[[nodiscard]] constexpr MatrixId biasOfWeight(MatrixId weight) {
    constexpr int kStep = static_cast<int>(MatrixId::b_query) - static_cast<int>(MatrixId::w_query);
    return static_cast<MatrixId>(static_cast<int>(weight) + kStep);
}

/// True for the biases: a single row, added to each row of a product.
[[nodiscard]] constexpr bool isBias(MatrixId id) {
    return id >= MatrixId::b_query && id <= MatrixId::b_output;
}

[[nodiscard]] constexpr const MatrixInfo* findMatrix(std::string_view name) {
    return findByName(kMatrices, name);
}

}  // namespace lookback
