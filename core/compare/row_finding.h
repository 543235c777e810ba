#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/base/message.h"
#include "core/compare/row_tables.h"

namespace lookback {

/// A kind of statement about one row under several variants. "Nothing" is a weight of exactly 0.
enum class RowFindingKind : std::uint8_t {
    no_hidden,         ///< the mask hides no key of the row
    no_value,          ///< the method asks for no value
    gets_nothing,      ///< in `dtypes` hidden keys get nothing with the document's value
    gets_something,    ///< in dtypes[k] they get numbers[k] of the row: all in which they get any
    not_held,          ///< the document's value does not fit dtypes[0]
    enough_from,       ///< in dtypes[0] they get nothing with numbers[0] and all below, the next
                       ///< above gives them something; numbers[1] is the largest allowed score
    none_enough,       ///< in dtypes[0] no finite value gives them nothing
    holds_until,       ///< with the value numbers[0] they get nothing with raw scores numbers[1]
                       ///< times as large, and something with numbers[2] times
    holds_throughout,  ///< the same with values that stand at even places of `numbers`: nothing up
                       ///< to as many times as the number after each, and no leak found beyond
    fails_below,       ///< filled with numbers[0], they get something where all allowed scores are
                       ///< lower by as much as puts the largest below about numbers[1]
    leaks_already,     ///< with numbers[0] they get something
    lowest_twice,      ///< in `dtypes` the least finite value twice is -inf
    no_order,          ///< the method masks after softmax
    order_same,        ///< masked before the scale and after it the weights are equal, bit for bit;
                       ///< hidden keys have the scores numbers[0] after, numbers[1] before
    order_differs,     ///< the same where weights differ, by numbers[2] at most, at `key`
    largest_weights,   ///< numbers[k] is the largest weight of the row under scales[k]
    all_hold,       ///< under every masking that can be hidden keys get nothing, and the sum is 1
    masking_leaks,  ///< under maskings[k] hidden keys get numbers[k] of the row: all that do
    masking_loses,  ///< under maskings[k] the row adds up to numbers[k], which is not 1: all such
};
inline constexpr std::size_t kRowFindingKinds =
    static_cast<std::size_t>(RowFindingKind::masking_loses) + 1;

/// A statement about one row without its words, complete enough to check it.
struct RowFinding {
    RowFindingKind kind = RowFindingKind::no_hidden;
    std::vector<DType> dtypes{};
    std::vector<double> numbers{};
    std::vector<Scale> scales{};
    std::vector<Masking> maskings{};
    Index key = 0;

    bool operator==(const RowFinding&) const = default;
};

/// One row of a document.
struct DocumentRow {
    const Document& document;
    Index query = 0;
    Index head = 0;
};

/// Findings about a row under all maskings. @param table of this row
[[nodiscard]] std::vector<RowFinding> rowFindings(const DocumentRow& row,
                                                  const std::vector<MethodRow>& table);

/// Findings about a row in all precisions.
[[nodiscard]] std::vector<RowFinding> rowFindings(const DocumentRow& row,
                                                  const std::vector<PrecisionRow>& table);

/// Findings about a row under all scales.
[[nodiscard]] std::vector<RowFinding> rowFindings(const DocumentRow& row,
                                                  const std::vector<ScaleRow>& table);

/// The greatest masking value that is enough, rounded down so that the written value is enough,
/// too: `−103.6839`. @param value `greatestBlockingValue`
[[nodiscard]] std::string enoughText(double value, DType dtype, int decimals);

/// A finding as a message. @param labels of the tokens. @param decimals of the numbers
[[nodiscard]] Message tell(const RowFinding& finding, const DocumentRow& row,
                           const std::vector<std::string>& labels, int decimals = 4);

}  // namespace lookback
