#pragma once

#include <fmt/format.h>

#include "core/base/text.h"
#include "core/compare/findings.h"
#include "core/explain/sentence.h"

// What the files with the words of findings share.

namespace lookback {

/// Rows that are named one by one; of others it is said how many they are.
inline constexpr std::size_t kMostNamedRows = 3;

/// One sentence about a finding.
class FindingWords {
public:
    FindingWords(const Finding& told, const Compared& of, const std::vector<std::string>& labels,
                 int decimals, const Conventions& conventions)
        : finding(told),
          compared(of),
          labels_(labels),
          decimals_(decimals),
          conventions_(conventions) {}

    const Finding& finding;
    const Compared& compared;

    FindingWords& say(std::string text) {
        line_ << std::move(text);
        return *this;
    }
    FindingWords& bold(std::string text) {
        line_ << Piece{.text = std::move(text), .bold = true};
        return *this;
    }
    /// In which head it is so, where there are several. @param text as a sentence of its own begins
    FindingWords& begin(std::string text);
    FindingWords& token(Index index) {
        return say(inQuotes(labels_[static_cast<std::size_t>(index)]));
    }
    /// The rows as “a”, “b” and 2 others.
    FindingWords& rows();
    /// Where the finding's cell is: `[Write, a]`, or a row and its dimension.
    FindingWords& cell();
    [[nodiscard]] std::string digits(double value) const { return formatNumber(value, decimals_); }
    /// The least number above 0 that can be written.
    [[nodiscard]] double least() const;
    [[nodiscard]] static std::string_view nameOf(Side side) { return side == Side::a ? "A" : "B"; }
    [[nodiscard]] std::string_view side() const { return nameOf(finding.side); }
    [[nodiscard]] std::string_view other() const { return nameOf(otherThan(finding.side)); }
    /// How exactly numbers are the same: dtypes that differ have not the same bits.
    [[nodiscard]] std::string sameness() const;

    /// As these conventions have it.
    [[nodiscard]] TextLine take();

private:
    const std::vector<std::string>& labels_;
    int decimals_;
    Conventions conventions_;
    TextLine line_;
};

// One for each kind of finding.
void tellNoTokensHere(FindingWords& t);
void tellNoWidthHere(FindingWords& t);
void tellOtherWords(FindingWords& t);
void tellAllSame(FindingWords& t);
void tellOnlySigns(FindingWords& t);
void tellNanRows(FindingWords& t);
void tellNotFiniteOn(FindingWords& t);
void tellEndless(FindingWords& t);
void tellHiddenWeight(FindingWords& t);
void tellSumsLost(FindingWords& t);
void tellOtherMask(FindingWords& t);
void tellSameRowsOf(FindingWords& t);
void tellLargestChange(FindingWords& t);

}  // namespace lookback
