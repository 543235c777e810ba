#pragma once

#include <array>
#include <iosfwd>
#include <string_view>

#include "core/compare/findings.h"

namespace lookback {

/// What is written of a comparison.
struct CompareReport {
    const Compared& compared;
    MatrixId stage;                         ///< without `comparisonFault`
    const Tensor& difference;               ///< of that stage
    std::span<const std::string> findings;  ///< sentences
    std::string_view a;                     ///< what the two are called
    std::string_view b;
};

/// Everything in one JSON object: the contract's comparison.
void writeCompareJson(std::ostream& out, const CompareReport& report);

/// A line a number: stage, head, row, column, row_token, column_token, a, b, difference; as in a
/// trace. Tokens are those of A.
void writeCompareCsv(std::ostream& out, const CompareReport& report);

/// Both and the difference as a notebook would print them, then the sentences.
void writeCompareText(std::ostream& out, const CompareReport& report);

/// A row of the table of formats of comparisons.
struct CompareFormat {
    std::string_view name;
    std::string_view line;  ///< what it is, in one line
    void (*write)(std::ostream& out, const CompareReport& report);
};

inline constexpr std::array kCompareFormats{
    CompareFormat{"text", "what a notebook would print, and what changed", writeCompareText},
    CompareFormat{"json", "every number exactly, for programs", writeCompareJson},
    CompareFormat{"csv", "a number a line, for spreadsheets", writeCompareCsv},
};

}  // namespace lookback
