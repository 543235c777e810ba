#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "core/io/trace_formats.h"

namespace lookback {

/// A cell of a stage, in one head.
struct StageCell {
    MatrixId id = MatrixId::embeddings;
    Index head = 0;  ///< 0 where one matrix serves all heads
    Cell cell{};

    auto operator<=>(const StageCell&) const = default;
};

/// A number that is left out: the cell that computes it, and later cells that repeat it.
struct Blank {
    StageCell place;
    std::vector<StageCell> copies{};  ///< such as the masked score of an allowed pair
};

/// True for a stage whose numbers are computed: neither given nor the rule of the mask.
[[nodiscard]] bool isComputedStage(const Document& document, MatrixId id);

/// Digits after the point of all numbers on the page.
inline constexpr int kWorksheetDecimals = 4;

/// A number as the page shows it.
[[nodiscard]] std::string worksheetDigits(double value);

/// Head, row, column and digits of a number. A copy of it in another stage has the same: the
/// columns of a context count within their head, as those of its values do.
using Likeness = std::tuple<Index, Index, Index, std::string>;
[[nodiscard]] Likeness likenessOf(const Document& document, const StageCell& at,
                                  const std::string& digits);

/// Most digits after the point of an operand.
inline constexpr int kMostWorksheetDecimals = 7;

/// How exactly blanks can be computed by hand from the numbers of a page.
struct PaperPrecision {
    /// Digits after the point of matrices whose numbers a blank is computed from, where it needs
    /// more than kWorksheetDecimals.
    std::map<MatrixId, int> decimals{};
    /// For each blank, how far a right answer may be from the key: the rounding of the operands and
    /// of the answer; in 16 bits the rounding of the result, too.
    std::vector<double> tolerances{};
};
[[nodiscard]] PaperPrecision paperPrecision(const Document& document, const Trace& trace,
                                            const std::vector<Blank>& blanks);

/// Draws numbers to leave out, as evenly as possible from all steps, in the order of the stages.
/// Their digits are in no other cell, not even with another sign, so that no blank can be read off.
/// Blocked cells are never left out. The same seed draws the same blanks.
/// @param pages the page with all its numbers, without the answers: with kWorksheetDecimals, and
/// with one decimal more each
/// @return `most` blanks, or all that there are
[[nodiscard]] std::vector<Blank> drawBlanks(const TraceReport& report,
                                            const std::vector<std::string>& pages,
                                            std::uint32_t seed, Index most);

}  // namespace lookback
