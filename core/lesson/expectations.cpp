#include "core/lesson/expectations.h"

#include <algorithm>
#include <limits>

#include <fmt/format.h>

#include "core/base/text.h"
#include "core/document/edit.h"
#include "core/document/labels.h"
#include "core/engine/attend.h"
#include "core/engine/stages.h"
#include "messages/faults.h"

namespace lookback {
namespace {

constexpr std::size_t kLongestPrint = 40;  ///< characters of a print that a message repeats
constexpr std::size_t kAllMisses = std::numeric_limits<std::size_t>::max();

std::string cellText(const Document& document, const MatrixInfo& matrix, Index row, Index col) {
    const auto name = [&](Axis axis, Index at) {
        return axis == Axis::token
                   ? inQuotes(
                         shortenedTo(document.tokens[static_cast<std::size_t>(at)], kLongestWord))
                   : std::to_string(at);
    };
    return fmt::format("{}[{}, {}]", matrix.name, name(matrix.rows, row), name(matrix.cols, col));
}

/// All rows of the heads below each other, each with the strings of its columns.
/// @param most misses to look for
void compare(const Document& document, const Trace& trace, const Expectation& expected,
             const std::string& where, std::size_t most, ExpectationResult& result) {
    const MatrixInfo& matrix = info(expected.matrix);
    const Argument name = Verbatim{std::string(matrix.name)};
    const bool exists = isParameter(expected.matrix) ? isEditable(document, expected.matrix)
                                                     : trace.has(expected.matrix);
    if (!exists) {
        result.is_comparable = false;
        result.misses.push_back({where, say::faults::NoMatrix{.matrix = name}});
        return;
    }
    const MatrixView view = matrixById(document, trace, expected.matrix);
    const Index heads = matrix.per_head ? document.heads : 1;
    const Index rows = view.cols() > 0 ? heads * view.rows() : 0;
    const bool fits = static_cast<Index>(expected.rows.size()) == rows &&
                      std::all_of(expected.rows.begin(), expected.rows.end(), [&](const auto& row) {
                          return static_cast<Index>(row.size()) == view.cols();
                      });
    if (!fits) {
        result.is_comparable = false;
        const Message size = say::faults::Size{.rows = Count{rows}, .cols = Count{view.cols()}};
        result.misses.push_back({where, say::faults::PrintShape{.matrix = name, .size = size}});
        return;
    }
    // Not before the shapes are compared: a sentence that became long has millions of numbers.
    const std::vector<std::string> cells =
        printedCells(expectedTensor(document, trace, expected), expected.style);
    for (Index row = 0; row < rows; ++row) {
        for (Index col = 0; col < view.cols(); ++col) {
            const std::string& wanted =
                expected.rows[static_cast<std::size_t>(row)][static_cast<std::size_t>(col)];
            const std::string& found = cells[static_cast<std::size_t>(row * view.cols() + col)];
            if (found == wanted) continue;
            result.misses.push_back(
                {fmt::format("{}.rows[{}][{}]", where, row, col),
                 say::faults::Print{
                     .cell = Verbatim{cellText(document, matrix, row % view.rows(), col)},
                     .found = Verbatim{found},
                     .wanted = Verbatim{shortenedTo(wanted, kLongestPrint)}}});
            if (result.misses.size() == most) return;
        }
    }
}

/// The maskings of the notebook's procedures, the lesson's own first.
std::vector<Masking> procedures(const Lesson& lesson) {
    std::vector<Masking> all{lesson.masking};
    for (const Expectation& expected : lesson.expect) {
        if (!expected.masking) continue;
        if (std::find(all.begin(), all.end(), *expected.masking) == all.end()) {
            all.push_back(*expected.masking);
        }
    }
    return all;
}

/// The masking with which a print is computed: the document's own where it follows the print's
/// procedure or none of the notebook's; else that of the procedure.
Masking maskingOf(const Expectation& expected, const Document& document) {
    const Masking wanted = expected.masking.value_or(document.lesson->masking);
    if (wanted.method == document.masking.method) return document.masking;
    return expected.masking || followedProcedure(document) ? wanted : document.masking;
}

ExpectationResult check(const Document& document, const Trace& trace, std::size_t at,
                        std::size_t most) {
    const Expectation& expected = document.lesson->expect[at];
    ExpectationResult result{.matrix = expected.matrix};
    for (const auto& row : expected.rows) result.numbers += static_cast<Index>(row.size());
    const std::string where = fmt::format("expect[{}]", at);
    if (const Masking masking = maskingOf(expected, document); masking != document.masking) {
        Document second = document;
        second.masking = masking;
        const std::vector<MatrixId> order = stageOrder(second);
        const bool is_stage = std::count(order.begin(), order.end(), expected.matrix) > 0;
        const auto wanted = is_stage ? std::vector{expected.matrix} : std::vector<MatrixId>();
        compare(second, attendOnly(second, wanted), expected, where, most, result);
    } else {
        compare(document, trace, expected, where, most, result);
    }
    return result;
}

std::size_t expectations(const Document& document) {
    return document.lesson ? document.lesson->expect.size() : 0;
}

}  // namespace

PrintStyle printStyleOf(const Document& document) {
    const bool is_numpy = document.draw && document.draw->library.rfind("numpy", 0) == 0;
    return is_numpy ? PrintStyle::numpy : PrintStyle::torch;
}

PrintTensor allHeads(const Document& document, const Trace& trace, MatrixId id) {
    PrintTensor tensor = printTensor(matrixById(document, trace, id));
    const bool has_heads = info(id).per_head && document.heads > 1;
    if (has_heads) {
        tensor.values.reserve(tensor.values.size() * static_cast<std::size_t>(document.heads));
    }
    for (Index head = 1; has_heads && head < document.heads; ++head) {
        const PrintTensor next = printTensor(matrixById(document, trace, id, head));
        tensor.values.insert(tensor.values.end(), next.values.begin(), next.values.end());
    }
    if (has_heads) tensor.shape.insert(tensor.shape.begin(), document.heads);
    return tensor;
}

PrintTensor notebookTensor(const Document& document, const Trace& trace, MatrixId id) {
    PrintTensor tensor = allHeads(document, trace, id);
    const bool has_batch = document.lesson && document.lesson->batch;
    if (has_batch && !isParameter(id) && id != MatrixId::mask) {
        tensor.shape.insert(tensor.shape.begin(), 1);
    }
    return tensor;
}

PrintTensor expectedTensor(const Document& document, const Trace& trace,
                           const Expectation& expected) {
    PrintTensor tensor = notebookTensor(document, trace, expected.matrix);
    if (expected.matrix != MatrixId::mask) return tensor;
    if (expected.mask == MaskPrint::blocked) {
        for (double& value : tensor.values) value = 1 - value;
    }
    if (expected.as_numbers) tensor.kind = info(document.dtype).kind;
    return tensor;
}

std::optional<std::size_t> followedProcedure(const Document& document) {
    if (!document.lesson) return std::nullopt;
    const std::vector<Masking> all = procedures(*document.lesson);
    for (std::size_t k = 0; all.size() > 1 && k < all.size(); ++k) {
        if (all[k].method == document.masking.method) return k;
    }
    return std::nullopt;
}

std::vector<ExpectationResult> checkExpectations(const Document& document, const Trace& trace) {
    std::vector<ExpectationResult> results;
    for (std::size_t at = 0; at < expectations(document); ++at) {
        results.push_back(check(document, trace, at, kAllMisses));
    }
    return results;
}

std::vector<ExpectationResult> checkExpectations(const Document& document) {
    return checkExpectations(document, attend(document));
}

std::optional<ExpectationResult> checkPrint(const Document& document, const Trace& trace,
                                            MatrixId id, PrintStyle style) {
    for (std::size_t at = 0; at < expectations(document); ++at) {
        const Expectation& expected = document.lesson->expect[at];
        if (expected.matrix != id || expected.style != style) continue;
        if (maskingOf(expected, document) != document.masking) continue;
        ExpectationResult result = check(document, trace, at, kAllMisses);
        if (result.is_comparable) return result;
    }
    return std::nullopt;
}

bool meetsExpectations(const Document& document, const Trace& trace) {
    for (std::size_t at = 0; at < expectations(document); ++at) {
        if (!check(document, trace, at, 1).isMet()) return false;
    }
    return true;
}

}  // namespace lookback
