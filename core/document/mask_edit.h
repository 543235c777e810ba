#pragma once

#include <cstddef>
#include <vector>

#include "core/base/matrix.h"
#include "core/document/mask.h"

namespace lookback {

// Edits of the rules of a mask.

/// Replaces the rules. Cells painted by hand stay allowed or blocked as they were painted; where
/// the new rules agree, they are no longer painted.
void setRules(Mask& mask, std::vector<MaskRule> rules);

/// Puts a rule in the place of rule `at`, or behind the last; nothing changes where `at` is larger.
void putRule(Mask& mask, std::size_t at, const MaskRule& rule);

/// Puts a rule behind the others, in the place of a rule "no mask".
void addRule(Mask& mask, const MaskRule& rule);

/// Takes rule `at` away; nothing changes where there is none.
void removeRule(Mask& mask, std::size_t at);

/// Blocks what the mask allows, and allows what it blocks, by one custom rule.
/// @param tokens n of the (n, n) mask
void invert(Mask& mask, Index tokens);

/// Allows or blocks cells by hand: the hand counts more than the rules.
/// @param cells in the order of `Cell`, without repeats
void paint(Mask& mask, const std::vector<Cell>& cells, bool allowed);

/// True for the kinds that mark each token: padding, packed documents.
[[nodiscard]] bool marksTokens(MaskKind kind);

/// The rule after a token's mark was changed. Of padding: it becomes padding, or a word again. Of
/// packed documents: it goes to the next document of other tokens; from the last one it goes to a
/// new one, and from one of its own to the first. A token alone stays where it is.
/// @param rule of a kind that marks tokens
[[nodiscard]] MaskRule withNextMark(MaskRule rule, Index token);

/// The cells of the row, column or diagonal of a mask that a stroke from one cell to another means:
/// sideways the row that it began in, up or down the column, aslant the diagonal (one and the same
/// key - query). A stroke that has not left its first cell means the row: all that one token asks.
/// @param tokens n of the (n, n) mask, in which both cells stand
/// @return in the order of `Cell`
[[nodiscard]] std::vector<Cell> strokeCells(Cell from, Cell to, Index tokens);

}  // namespace lookback
