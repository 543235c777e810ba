#include <ostream>

#include <fmt/format.h>

#include "core/attention/stages.h"
#include "core/io/trace_formats.h"
#include "core/lesson/expectations.h"

namespace lookback {

void writeTraceText(std::ostream& out, const TraceReport& report) {
    const PrintStyle style = printStyleOf(report.document);
    bool is_first = true;
    for (const MatrixId id : report.stages) {
        const PrintTensor tensor = notebookTensor(report.document, report.trace, id);
        const std::string_view mark = id == MatrixId::mask ? " (True: may look)" : "";
        out << (is_first ? "" : "\n")
            << fmt::format("{}: {} ({}), {}{}\n", info(id).name, info(id).symbol,
                           fmt::join(tensor.shape, ", "), stage(id).line, mark)
            << printed(tensor, style) << '\n';
        is_first = false;
    }
}

}  // namespace lookback
