#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/matrix_view.h"
#include "core/base/message.h"

namespace lookback {

/// A finite number with `digits` significant digits, written short: `0.0077`, `1.2e9`, `3e−45`.
[[nodiscard]] std::string roughNumber(double value, int digits);

/// ` (did you mean “query”?)`, or nothing where no name is near: the end of a clause.
[[nodiscard]] Argument nearestHint(std::string_view name, std::span<const std::string_view> known);

/// From this size on numbers are written in powers of ten.
inline constexpr double kPowersOfTenFrom = 1e6;

/// A number with `decimals` digits after its point, rounded once from its exact value. Where the
/// standard library has std::to_chars, it is several times as fast as a format string.
/// @param value finite, smaller than 1e30
[[nodiscard]] std::string fixedDigits(double value, int decimals);

/// A number for people: `decimals` digits after the point, a real minus sign (U+2212),
/// `−∞`, `∞`, `NaN`; from a million on in the short form of powers of ten (`−1e9`).
[[nodiscard]] std::string formatNumber(double value, int decimals);

/// An operand of shown arithmetic: as `formatNumber`, with `more` digits. A number other than 0
/// that would read as 0 has `2 + more` significant digits: `1.2e−7`.
[[nodiscard]] std::string formatOperand(double value, int decimals, int more = 0);

/// The number that the digits of `formatOperand` say.
[[nodiscard]] double operandAsShown(double value, int decimals, int more = 0);

/// The answer to a question, which may be a count: whole numbers below a million without decimals
/// (`6`), others with four (`0.7854`).
[[nodiscard]] std::string formatAnswer(double value);

/// A chosen number, in the fewest digits that identify it: `2`, `−2.5`, `−1e9`, `−∞`.
[[nodiscard]] std::string formatShort(double value);

/// The least share of 1 that does not round to 0.0%.
inline constexpr double kLeastShare = 0.0005;

/// The greatest share that reads as 99.9%: one that rounds to 100.0% but is not 1 is "more than"
/// it.
inline constexpr double kMostShare = 0.999;

/// True for a share that is less than 1 but rounds to 100.0%.
[[nodiscard]] bool isAlmostAll(double share);

/// A share of 1 as percent with one decimal: `36.1%`; `<0.1%` for one that is not 0 but rounds to
/// it, `>99.9%` for one that is not 1 but rounds to it.
[[nodiscard]] std::string formatPercent(double share);

/// The shortest decimal digits that read back exactly as this scalar; `nan`, `inf`, `-inf`.
[[nodiscard]] std::string shortestDigits(double value, ScalarKind kind);

/// The text in typographic quotes: “poem”. An empty text reads as “”.
[[nodiscard]] std::string inQuotes(std::string_view text);

/// A foreign text as messages quote it: at most 40 characters, `?` for each control (`oneLine`).
[[nodiscard]] std::string excerpt(std::string_view text);

/// True where the bytes are well-formed UTF-8.
[[nodiscard]] bool isUtf8(std::string_view text);

/// The text, or its beginning with an ellipsis: at most `most` characters.
[[nodiscard]] std::string shortenedTo(std::string_view text, std::size_t most);

/// Foreign text on one line: a question mark for each line break and each control character, of
/// which terminals make escapes.
[[nodiscard]] std::string oneLine(std::string text);

/// True where a text has letters of a script that is written from right to left.
[[nodiscard]] bool hasRightToLeft(std::string_view text);

}  // namespace lookback
