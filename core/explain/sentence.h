#pragma once

#include <utility>

#include <fmt/format.h>

#include "core/base/text.h"
#include "core/explain/explained_cell.h"

namespace lookback {

/// Builds sentences about a cell: plain words, bold essentials, tokens in quotes.
class Sentence {
public:
    explicit Sentence(const ExplainContext& context) : context_(context) {}

    Sentence& say(std::string text) {
        line_ << std::move(text);
        return *this;
    }
    Sentence& bold(std::string text) {
        line_ << Piece{.text = std::move(text), .bold = true};
        return *this;
    }
    Sentence& token(Index index) { return say(inQuotes(context_.names.label(index))); }
    /// The token of the cell's row, in bold.
    Sentence& asker() {
        return say("\u201c").bold(context_.names.label(context_.explained.cell.row)).say("\u201d");
    }
    /// The same tokens as "“Write” and at itself": `and_word` stands before the last one.
    Sentence& tokens(const std::vector<Index>& list, std::string_view and_word);
    /// e to a power.
    Sentence& power(std::string exponent) {
        line_ << "e" << Piece{.text = std::move(exponent), .raised = 1};
        return *this;
    }
    /// Why the mask blocks a key for this row: “poem” comes after “a”.
    Sentence& reason(Index key);

    [[nodiscard]] TextLine take() { return std::move(line_); }

private:
    const ExplainContext& context_;
    TextLine line_;
};

/// A matrix in prose: "attention weights".
[[nodiscard]] std::string proseName(MatrixId id);

/// A share of the weight in percent; "0.0%" only for exactly 0.
[[nodiscard]] std::string share(double weight);

/// Facts about the cell's row of weights.
struct RowFacts {
    std::vector<Index> allowed{};
    std::vector<Index> blocked{};
    double sum = 0;
    double blocked_share = 0;
    bool evenly = true;     ///< all weights that the mask did not remove are equal
    double even_share = 0;  ///< that weight

    RowFacts(const ExplainContext& context, MatrixId weights);
};

/// "“a” may look at “Write” and at itself."
void sayWhomItMaySee(const ExplainContext& context, const RowFacts& row, Sentence& sentence);

/// The sum of a row of weights as text; 1 where it differs from 1 by rounding only.
[[nodiscard]] std::string sumText(const ExplainContext& context, double sum);

/// Where a token stands: "place 2, counted from 0".
[[nodiscard]] std::string placeName(Index token);

// One for each kind of arithmetic.
void meaningOfGiven(const ExplainContext& context, Sentence& sentence);
void meaningOfSum(const ExplainContext& context, Sentence& sentence);
void meaningOfDot(const ExplainContext& context, Sentence& sentence);
void meaningOfScore(const ExplainContext& context, Sentence& sentence);
void meaningOfRotation(const ExplainContext& context, Sentence& sentence);
void meaningOfQuotient(const ExplainContext& context, Sentence& sentence);
void meaningOfCapping(const ExplainContext& c, Sentence& s);
void meaningOfBias(const ExplainContext& context, Sentence& sentence);
void meaningOfRule(const ExplainContext& context, Sentence& sentence);
void meaningOfMasking(const ExplainContext& context, Sentence& sentence);
void meaningOfSoftmax(const ExplainContext& context, Sentence& sentence);
void meaningOfZeroing(const ExplainContext& context, Sentence& sentence);
void meaningOfRenormalising(const ExplainContext& context, Sentence& sentence);
void meaningOfCopy(const ExplainContext& context, Sentence& sentence);
void meaningOfWeightedSum(const ExplainContext& context, Sentence& sentence);

/// Explains the origin of a result that is not finite; writes nothing for finite results.
void explainNonFinite(const ExplainContext& context, Sentence& sentence);

}  // namespace lookback
