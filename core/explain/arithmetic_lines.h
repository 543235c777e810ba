#pragma once

#include <string>
#include <vector>

#include "core/explain/explained_cell.h"

namespace lookback {

// The right-hand sides of an explanation without its result, one function for each kind of
// arithmetic: symbols first, then numbers. They set `folded` where terms of long sums are left out.
[[nodiscard]] CellLines givenLines(const ExplainContext& context, bool& folded);
[[nodiscard]] CellLines sumLines(const ExplainContext& context, bool& folded);
[[nodiscard]] CellLines dotLines(const ExplainContext& context, bool& folded);
[[nodiscard]] CellLines scoreLines(const ExplainContext& context, bool& folded);
[[nodiscard]] CellLines rotationLines(const ExplainContext& context, bool& folded);
[[nodiscard]] CellLines quotientLines(const ExplainContext& context, bool& folded);
[[nodiscard]] CellLines cappingLines(const ExplainContext& context, bool& folded);
[[nodiscard]] CellLines biasLines(const ExplainContext& context, bool& folded);
[[nodiscard]] CellLines ruleLines(const ExplainContext& context, bool& folded);
[[nodiscard]] CellLines maskingLines(const ExplainContext& context, bool& folded);
[[nodiscard]] CellLines softmaxLines(const ExplainContext& context, bool& folded);
[[nodiscard]] CellLines zeroingLines(const ExplainContext& context, bool& folded);
[[nodiscard]] CellLines renormalisingLines(const ExplainContext& context, bool& folded);
[[nodiscard]] CellLines copyLines(const ExplainContext& context, bool& folded);
[[nodiscard]] CellLines weightedSumLines(const ExplainContext& context, bool& folded);

/// The name of the left operand at the cell's place: `S[a, Write]`.
[[nodiscard]] TextLine leftName(const ExplainContext& context);
[[nodiscard]] Piece leftDigits(const ExplainContext& context);

/// A number, in brackets where it is negative and follows a plus or minus sign.
[[nodiscard]] Piece inBrackets(std::string digits, Ink ink, bool after_sign);

/// The mask's cell as a factor that is 1 where allowed: `M[a, b]`, or `(1 − M[a, b])` where true
/// means blocked.
[[nodiscard]] TextLine allowedFactor(const ExplainContext& context);
/// The digits of `allowedFactor`: `1`, `(1 − 0)`.
[[nodiscard]] std::string allowedDigits(const ExplainContext& context);
/// The number of `allowedFactor`: 1 where allowed, else 0.
[[nodiscard]] double allowedNumber(const ExplainContext& context);

}  // namespace lookback
