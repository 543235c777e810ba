#include "core/io/trace_formats.h"

#include <ostream>

#include <fmt/format.h>

#include "core/document/edit.h"
#include "core/engine/stages.h"
#include "core/io/csv_text.h"
#include "core/io/json_text.h"
#include "core/io/tensor_json.h"
#include "core/lesson/expectations.h"
#include "core/words/say.h"

namespace lookback {
namespace {

void writeMatrix(std::ostream& out, const MatrixInfo& matrix, const std::string& head,
                 const MatrixView& values, const std::vector<std::string>& tokens) {
    const auto token = [&](Axis axis, Index at) {
        return axis == Axis::token ? tokens[static_cast<std::size_t>(at)] : std::string();
    };
    for (Index row = 0; row < values.rows(); ++row) {
        for (Index col = 0; col < values.cols(); ++col) {
            out << fmt::format("{},{},{},{},{},{},{}\n", matrix.name, head, row, col,
                               token(matrix.rows, row), token(matrix.cols, col),
                               csvValue(values(row, col), values.kind()));
        }
    }
}

/// The weights as the stages are computed with them: rounded to the document's dtype.
std::string weightsJson(const TraceReport& report) {
    const auto matrix = [&](MatrixId id) {
        return jsonMatrix(matrixById(report.document, report.trace, id), 4);
    };
    return jsonObject({{"query", matrix(MatrixId::w_query)},
                       {"key", matrix(MatrixId::w_key)},
                       {"value", matrix(MatrixId::w_value)},
                       {"output", report.document.weights.output ? matrix(MatrixId::w_output)
                                                                 : std::string("null")}},
                      2);
}

/// The biases likewise, a list each; empty where the document has none.
std::string biasesJson(const TraceReport& report) {
    if (report.document.biases == Biases()) return {};
    const auto list = [&](MatrixId id) {
        if (!isEditable(report.document, id)) return std::string("null");
        return jsonRow(matrixById(report.document, report.trace, id), 0);
    };
    return jsonObject({{"query", list(MatrixId::b_query)},
                       {"key", list(MatrixId::b_key)},
                       {"value", list(MatrixId::b_value)},
                       {"output", list(MatrixId::b_output)}},
                      2);
}

}  // namespace

void writeTraceText(std::ostream& out, const TraceReport& report) {
    const PrintStyle style = printStyleOf(report.document);
    bool is_first = true;
    for (const MatrixId id : report.stages) {
        const PrintTensor tensor = notebookTensor(report.document, report.trace, id);
        const Message line = stageLine(report.document, id);
        const Message marked = say::reports::MaskLine{.line = line};
        out << (is_first ? "" : "\n")
            << fmt::format("{}: {} ({}), {}\n", info(id).name, info(id).symbol,
                           fmt::join(tensor.shape, ", "),
                           english().text(id == MatrixId::mask ? marked : line))
            << printed(tensor, style) << '\n';
        is_first = false;
    }
}

void writeTraceJson(std::ostream& out, const TraceReport& report) {
    out << "{\n  \"lookback_trace\": 1,\n  \"dtype\": \"" << info(report.document.dtype).name
        << "\",\n  \"tokens\": " << jsonList(jsonItems(report.document.tokens, jsonString), 2)
        << ",\n  \"weights\": " << weightsJson(report);
    if (const std::string biases = biasesJson(report); !biases.empty()) {
        out << ",\n  \"biases\": " << biases;
    }
    out << ",\n  \"stages\": [";
    bool is_first = true;
    for (const MatrixId id : report.stages) {
        out << (is_first ? "\n    " : ",\n    ");
        is_first = false;
        writeTensorJson(out, id, report.trace.tensor(id));
    }
    out << "\n  ]\n}\n";
}

void writeTraceCsv(std::ostream& out, const TraceReport& report) {
    std::vector<std::string> tokens;
    for (const std::string& token : report.document.tokens) tokens.push_back(csvField(token));
    out << "stage,head,row,column,row_token,column_token,value\n";
    for (const MatrixId id : report.stages) {
        const bool per_head = info(id).per_head;
        for (Index head = 0; head < report.trace.tensor(id).heads(); ++head) {
            writeMatrix(out, info(id), per_head ? std::to_string(head) : "",
                        report.trace.view(id, head), tokens);
        }
    }
}

}  // namespace lookback
