#include "core/io/compare_formats.h"

#include <algorithm>
#include <ostream>

#include <fmt/format.h>

#include "core/base/foreign_text.h"
#include "core/base/text.h"
#include "core/engine/stages.h"
#include "core/io/csv_text.h"
#include "core/io/json_text.h"
#include "core/io/tensor_json.h"
#include "core/lesson/expectations.h"

namespace lookback {
namespace {

/// The difference in the printed shape of A and the wider scalar of both.
PrintTensor differenceTensor(const CompareReport& report) {
    const Document& a = report.compared.a.document;
    const Document& b = report.compared.b.document;
    PrintTensor tensor = notebookTensor(a, report.compared.a.trace, report.stage);
    tensor.kind = std::max(info(a.dtype).kind, info(b.dtype).kind);
    tensor.values.clear();
    for (Index head = 0; head < report.difference.heads(); ++head) {
        for (const double value : printTensor(report.difference.view(head)).values) {
            tensor.values.push_back(roundedTo(value, tensor.kind));
        }
    }
    return tensor;
}

void writeSide(std::ostream& out, const CompareReport& report, Side side) {
    const auto& [document, trace] = report.compared.of(side);
    const PrintTensor tensor = notebookTensor(document, trace, report.stage);
    out << fmt::format(
               "{}: {} of {} ({})\n", side == Side::a ? "A" : "B", info(report.stage).name,
               side == Side::a ? oneLine(std::string(report.a)) : oneLine(std::string(report.b)),
               fmt::join(tensor.shape, ", "))
        << printed(tensor, printStyleOf(document)) << "\n\n";
}

std::string valueAt(const MatrixView& values, Index row, Index col) {
    return csvValue(values(row, col), values.kind());
}

}  // namespace

void writeCompareText(std::ostream& out, const CompareReport& report) {
    writeSide(out, report, Side::a);
    writeSide(out, report, Side::b);
    out << "B \u2212 A\n"
        << printed(differenceTensor(report), printStyleOf(report.compared.a.document)) << "\n\n";
    for (const std::string& finding : report.findings) out << sentenceLine(finding) << '\n';
}

void writeCompareJson(std::ostream& out, const CompareReport& report) {
    const MatrixId id = report.stage;
    out << "{\n  \"lookback_compare\": 1,\n  \"stage\": \"" << info(id).name
        << "\",\n  \"shape\": " << jsonShape(id, report.difference) << ",\n  \"a\": ";
    writeValuesJson(out, id, report.compared.a.trace.tensor(id), 2);
    out << ",\n  \"b\": ";
    writeValuesJson(out, id, report.compared.b.trace.tensor(id), 2);
    out << ",\n  \"difference\": ";
    writeValuesJson(out, id, report.difference, 2);
    out << ",\n  \"findings\": " << jsonLines(jsonItems(report.findings, jsonString), 2) << "\n}\n";
}

void writeCompareCsv(std::ostream& out, const CompareReport& report) {
    const MatrixInfo& matrix = info(report.stage);
    std::vector<std::string> tokens;
    for (const std::string& token : report.compared.a.document.tokens) {
        tokens.push_back(csvField(token));
    }
    const auto token = [&](Axis axis, Index at) {
        return axis == Axis::token ? tokens[static_cast<std::size_t>(at)] : std::string();
    };
    out << "stage,head,row,column,row_token,column_token,a,b,difference\n";
    for (Index head = 0; head < report.difference.heads(); ++head) {
        const MatrixView a = report.compared.a.trace.view(report.stage, head);
        const MatrixView b = report.compared.b.trace.view(report.stage, head);
        const MatrixView difference = report.difference.view(head);
        for (Index row = 0; row < a.rows(); ++row) {
            for (Index col = 0; col < a.cols(); ++col) {
                out << fmt::format("{},{},{},{},{},{},{},{},{}\n", matrix.name,
                                   matrix.per_head ? std::to_string(head) : "", row, col,
                                   token(matrix.rows, row), token(matrix.cols, col),
                                   valueAt(a, row, col), valueAt(b, row, col),
                                   valueAt(difference, row, col));
            }
        }
    }
}

}  // namespace lookback
