#pragma once

#include "core/explain/explained_cell.h"
#include "core/explain/sum_writer.h"

namespace lookback {

/// Which rules decide on a cell of the mask, and why they block it.
[[nodiscard]] std::vector<TextLine> ruleLines(const ExplainContext& context, bool& folded);
/// What the mask says; where true is blocked, with its number: that is the one to mistake.
[[nodiscard]] std::string ruleResult(const ExplainContext& context);

// Formulas of the cells that take a whole row; the others are in arithmetic_lines.cpp.
[[nodiscard]] std::vector<TextLine> softmaxLines(const ExplainContext& context, bool& folded);
[[nodiscard]] std::vector<TextLine> renormalisingLines(const ExplainContext& context, bool& folded);
[[nodiscard]] std::vector<TextLine> weightedSumLines(const ExplainContext& context, bool& folded);

/// The operand at the cell's own place: `S[a, Write]`.
[[nodiscard]] TextLine leftName(const ExplainContext& context);
[[nodiscard]] Piece leftDigits(const ExplainContext& context);

/// A number, in brackets where it is negative and a plus or minus sign stands before it.
[[nodiscard]] Piece inBrackets(std::string digits, Ink ink, bool after_sign);

}  // namespace lookback
