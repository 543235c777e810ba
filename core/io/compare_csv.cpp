#include <ostream>

#include <fmt/format.h>

#include "core/io/compare_formats.h"
#include "core/io/csv_text.h"

namespace lookback {
namespace {

std::string valueAt(const MatrixView& values, Index row, Index col) {
    return csvValue(values(row, col), values.kind());
}

}  // namespace

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
