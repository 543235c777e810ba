#pragma once

#include <array>
#include <iosfwd>
#include <string_view>

#include "core/compare/findings.h"
#include "messages/reports.h"

namespace lookback {

/// A comparison of one stage, as the formats write it.
struct CompareReport {
    const Compared& compared;
    MatrixId stage;                         ///< without `comparisonFault`
    const Tensor& difference;               ///< of that stage
    std::span<const std::string> findings;  ///< sentences
    std::string_view a;                     ///< names of A and B
    std::string_view b;
};

/// Writes one JSON object with both stages, the difference and the findings.
void writeCompareJson(std::ostream& out, const CompareReport& report);

/// Writes a line for each number: stage, head, row, column, row_token, column_token, a, b,
/// difference; as in a trace. Tokens are those of A.
void writeCompareCsv(std::ostream& out, const CompareReport& report);

/// Writes A, B and the difference as a notebook would print them, then the sentences.
void writeCompareText(std::ostream& out, const CompareReport& report);

/// A row of the table of formats of comparisons.
struct CompareFormat {
    std::string_view name;
    Message (*line)();  ///< its help text
    void (*write)(std::ostream& out, const CompareReport& report);
};

inline constexpr std::array kCompareFormats{
    CompareFormat{"text", stated<say::reports::TextCompare>, writeCompareText},
    CompareFormat{"json", stated<say::reports::Json>, writeCompareJson},
    CompareFormat{"csv", stated<say::reports::Csv>, writeCompareCsv},
};

}  // namespace lookback
