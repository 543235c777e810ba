#include "core/io/gradients_json.h"

#include <algorithm>
#include <ostream>
#include <span>

#include <fmt/format.h>

#include "core/base/text.h"
#include "core/io/json_fields.h"
#include "core/io/json_text.h"
#include "core/io/tensor_json.h"
#include "core/lesson/expectations.h"
#include "core/words/say.h"
#include "messages/expected.h"
#include "messages/faults.h"
#include "messages/files.h"
#include "messages/reports.h"

namespace lookback {
namespace {

constexpr std::size_t kMostListedPairs = 4096;

void writeList(std::ostream& out, const Gradients& gradients, const std::vector<MatrixId>& ids) {
    out << '[';
    bool is_first = true;
    for (const MatrixId id : ids) {
        out << (is_first ? "\n    " : ",\n    ");
        is_first = false;
        writeTensorJson(out, id, gradients.tensor(id));
    }
    out << "\n  ]";
}

/// @param kind of the document's numbers, in whose digits the rows are written
std::string exampleJson(const std::optional<LeakExample>& example, ScalarKind kind) {
    if (!example) return "null";
    const auto row = [&](const Matrix<double>& numbers) {
        return jsonRow(MatrixView(numbers, kind), 0);
    };
    return jsonObject({{"token", std::to_string(example->token)},
                       {"embedding", row(example->embedding)},
                       {"output", std::to_string(example->output)},
                       {"before", row(example->before)},
                       {"after", row(example->after)}},
                      2);
}

std::vector<std::string> pairItems(std::span<const Cell> pairs) {
    return jsonItems(pairs, [](Cell cell) { return fmt::format("[{}, {}]", cell.row, cell.col); });
}

std::string futureJson(const std::vector<Cell>& pairs) {
    const auto listed = std::span(pairs).first(std::min(pairs.size(), kMostListedPairs));
    return jsonObject(
        {{"pairs", std::to_string(pairs.size())}, {"list", jsonList(pairItems(listed), 4)}}, 2);
}

}  // namespace

void writeGradientsJson(std::ostream& out, const Document& document, const Gradients& gradients) {
    const DTypeInfo& dtype = info(document.dtype);
    out << "{\n  \"lookback_gradients\": 1,\n  \"dtype\": \"" << dtype.name
        << "\",\n  \"loss\": " << jsonNumber(gradients.loss, dtype.kind) << ",\n  \"inputs\": ";
    writeList(out, gradients, gradients.inputs);
    out << ",\n  \"stages\": ";
    writeList(out, gradients, gradients.stages);
    out << "\n}\n";
}

Result<Matrix<double>> readUpstream(std::string_view text, Index rows, Index cols, DType dtype) {
    const auto fault = [](std::string where, Message message) {
        return tl::unexpected(Error{std::move(where), std::move(message)});
    };
    if (text.find_first_not_of(" \t\r\n") == std::string_view::npos) {
        return fault("", say::files::EmptyRows{});
    }
    const Checked<Json> json = parseJson(text);
    if (!json) return tl::unexpected(json.error().front());
    Faults faults;
    std::optional<Matrix<double>> matrix = readMatrix(*json, "", faults);
    if (!matrix) return tl::unexpected(faults.take().front());
    if (rows == 0 && json->empty()) return Matrix<double>(0, cols);
    if (matrix->rows() != rows || matrix->cols() != cols) {
        const auto size = [](Index height, Index width) -> Message {
            return say::faults::Size{.rows = Count{height}, .cols = Count{width}};
        };
        return fault("", say::faults::Shape{.size = size(matrix->rows(), matrix->cols()),
                                            .wanted = size(rows, cols),
                                            .why = Message(say::faults::WhyResult{})});
    }
    for (Index row = 0; row < rows; ++row) {
        for (Index col = 0; col < cols; ++col) {
            const double value = (*matrix)(row, col);
            if (fits(dtype, value)) continue;
            return fault(
                fmt::format("[{}][{}]", row, col),
                say::faults::Misfit{.value = Verbatim{shortestDigits(value, ScalarKind::float64)},
                                    .dtype = Verbatim{std::string(info(dtype).name)},
                                    .expected = Message(say::expected::Finite{})});
        }
    }
    return *std::move(matrix);
}

/// The verdict in English, its label first.
std::string verdictText(const LeakVerdict& verdict) {
    const Wording& wording = english();
    return wording.text(verdict.label()) + ' ' + wording.text(verdict.sentences);
}

void writeLeakText(std::ostream& out, const Document& document, const Influence& influence,
                   const LeakVerdict& verdict) {
    const auto n = Count{document.n()};
    out << english().text(say::reports::Influence{.n = n}) << '\n'
        << printed(printTensor(MatrixView(influence.norms)), printStyleOf(document)) << "\n\n"
        << verdictText(verdict) << '\n';
}

void writeLeakJson(std::ostream& out, const Trace& trace, const Influence& influence,
                   const LeakVerdict& verdict) {
    const ScalarKind kind = trace.view(trace.result()).kind();
    out << jsonObject({{"influence", jsonMatrix(influence.norms, 2)},
                       {"leaks", jsonList(pairItems(verdict.leaks), 2)},
                       {"allowed", jsonMatrix(trace.view(MatrixId::mask), 2)},
                       {"kind", jsonString(info(verdict.kind).name)},
                       {"future", futureJson(verdict.future)},
                       {"mask_looks", verdict.looks ? jsonString(info(*verdict.looks).name)
                                                    : std::string("null")},
                       {"example", exampleJson(verdict.example, kind)},
                       {"verdict", jsonString(verdictText(verdict))}},
                      0)
        << '\n';
}

}  // namespace lookback
