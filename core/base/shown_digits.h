#pragma once

#include <cmath>
#include <optional>
#include <string>

namespace lookback {

/// Most digits that operands of shown arithmetic get beyond the decimals, so that their digits give
/// the digits of the result.
inline constexpr int kMostMoreDigits = 3;

/// True where a number has these digits, but for the noise of arithmetic in double precision.
/// @param write writes a number
template <class Write>
[[nodiscard]] bool readsAs(double value, const std::string& digits, Write write) {
    const double noise = 1e-12 * std::abs(value) + 1e-15;
    return write(value) == digits || write(value + noise) == digits ||
           write(value - noise) == digits;
}

/// The fewest further digits with which shown operands give the result; nothing where none do: the
/// sign before the result is then "≈".
/// @param holds whether operands with so many digits beyond the decimals give it
template <class Holds>
[[nodiscard]] std::optional<int> fewestMoreDigits(Holds holds) {
    for (int more = 0; more <= kMostMoreDigits; ++more) {
        if (holds(more)) return more;
    }
    return std::nullopt;
}

/// The sign before a result, as a message writes it.
[[nodiscard]] inline std::string signOfResult(bool holds) { return holds ? "=" : "\u2248"; }

}  // namespace lookback
