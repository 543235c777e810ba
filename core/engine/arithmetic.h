#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace lookback {

/// How a cell of a stage is computed from its operands.
enum class Arithmetic : std::uint8_t {
    given,           ///< typed in or looked up
    sum,             ///< left + right
    dot,             ///< row of left times column of right
    score,           ///< row of left times row of right
    rotation,        ///< a pair of left, turned by an angle
    quotient,        ///< left / number
    capping,         ///< number * tanh(left / number)
    bias,            ///< left - slope * distance
    rule,            ///< allowed or blocked
    masking,         ///< left, changed where the mask blocks
    softmax,         ///< exp(left) / sum of exp over the row
    column_softmax,  ///< exp(left) / sum of exp over the column
    zeroing,         ///< left where allowed, 0 where blocked
    renormalising,   ///< left / sum of its row
    copy,            ///< left, unchanged
    weighted_sum,    ///< weights of the row times the values of each token
    kinds,           ///< the number of kinds, not a kind
};
inline constexpr auto kArithmeticKinds = static_cast<std::size_t>(Arithmetic::kinds);

/// A table with one row for each kind, in the order of the enumerators. Each layer that treats
/// kinds differently has one: attention (spread), explain, narrator (claims), the lab (figures).
/// `Row` has a field `kind`.
template <class Row>
using ArithmeticTable = std::array<Row, kArithmeticKinds>;

/// True where row i is of kind i and none of the `entries` is null. A static_assert beside each
/// table uses it: a kind without a row, or a row without an entry, does not compile.
template <class Row, class... Entry>
[[nodiscard]] constexpr bool isComplete(const ArithmeticTable<Row>& table,
                                        Entry Row::*... entries) {
    for (std::size_t k = 0; k < table.size(); ++k) {
        if (table[k].kind != static_cast<Arithmetic>(k)) return false;
        if (((table[k].*entries == nullptr) || ...)) return false;
    }
    return true;
}

template <class Row>
[[nodiscard]] constexpr const Row& rowOfKind(const ArithmeticTable<Row>& table, Arithmetic kind) {
    return table[static_cast<std::size_t>(kind)];
}

}  // namespace lookback
