/// Numbers as texts hold them.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/base/result.h"

namespace lookback {

/// True for 0 to 9, in any locale.
[[nodiscard]] bool isDecimalDigit(char c);

/// A number at the beginning of a text, and the bytes that it takes.
struct NumberText {
    double value = 0;
    std::size_t bytes = 0;
};

/// Reads the longest number at the beginning of a text: digits with a sign (U+2212 is a minus,
/// too), a decimal mark and an exponent, or `nan`, `inf`, `infinity` in any case. The nearest
/// double, in any locale; infinite beyond the range. Nothing where no number begins, or one of more
/// than 1000 characters.
[[nodiscard]] std::optional<NumberText> firstNumber(std::string_view text, char decimal = '.');

/// True for a whole number with commas between groups of three digits, `1,000`, which may be meant
/// as 1.000, too.
[[nodiscard]] bool isGrouped(std::string_view number);

/// The text without white space at its ends.
[[nodiscard]] std::string_view trimmed(std::string_view text);

/// A place for messages: `line 3`.
[[nodiscard]] std::string lineName(std::size_t line);

/// A name as a text writes it before its numbers (`W_q =`, `print(X)`, `Query weights:`): without
/// the signs around it and the mark of a list. Empty where it begins with neither a letter nor a
/// sign or number that computes with it, `2*X`, or has more than eight words or 60 characters.
[[nodiscard]] std::string cleanName(std::string_view label);

}  // namespace lookback
