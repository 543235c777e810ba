#include <algorithm>
#include <ostream>

#include <fmt/format.h>

#include "core/attention/stages.h"
#include "core/io/compare_formats.h"
#include "core/lesson/expectations.h"

namespace lookback {
namespace {

/// The difference in the shape in which A is printed, as the wider of both scalars has it.
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
    out << fmt::format("{}: {} of {} ({})\n", side == Side::a ? "A" : "B", info(report.stage).name,
                       side == Side::a ? report.a : report.b, fmt::join(tensor.shape, ", "))
        << printed(tensor, printStyleOf(document)) << "\n\n";
}

}  // namespace

void writeCompareText(std::ostream& out, const CompareReport& report) {
    writeSide(out, report, Side::a);
    writeSide(out, report, Side::b);
    out << "B \u2212 A\n"
        << printed(differenceTensor(report), printStyleOf(report.compared.a.document)) << "\n\n";
    for (const std::string& finding : report.findings) out << finding << '\n';
}

}  // namespace lookback
