#pragma once

#include <fmt/format.h>

#include "core/explain/explained_cell.h"

namespace lookback {

/// Writes sums, folded in the middle where they are long. Masked terms that contribute nothing are
/// written in grey where there is room, and counted where there is not.
class SumWriter {
public:
    SumWriter(std::size_t most_terms, bool& folded) : most_(most_terms), folded_(folded) {}

    /// @param silent one entry a term: masked and nothing.
    /// @param term writes term k; its second argument tells that a plus sign stands before it.
    template <class Term>
    void write(TextLine& line, const std::vector<bool>& silent, Term term) const {
        std::vector<std::size_t> shown;
        std::size_t left_out = 0;
        for (std::size_t k = 0; k < silent.size(); ++k) {
            if (silent.size() > most_ && silent[k]) {
                ++left_out;
            } else {
                shown.push_back(k);
            }
        }
        const std::size_t first = most_ > 3 ? most_ - 2 : 1;
        const bool fold = shown.size() > most_ && shown.size() > first + 1;
        for (std::size_t k = 0; k < shown.size(); ++k) {
            if (k > 0) line << " + ";
            if (fold && k == first) {
                const std::size_t more = shown.size() - first - 1;
                line << foldPiece(fmt::format("\u2026 {} more \u2026", more), Ink::soft) << " + ";
                k = shown.size() - 1;
            }
            term(line, shown[k], k > 0);
        }
        if (left_out == 0) return;
        if (!shown.empty()) line << " + ";
        line << foldPiece(fmt::format("{} masked", left_out), Ink::masked);
    }

private:
    [[nodiscard]] Piece foldPiece(std::string text, Ink ink) const {
        folded_ = true;
        return {.text = std::move(text), .ink = ink, .fold = true};
    }

    std::size_t most_;
    bool& folded_;
};

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
