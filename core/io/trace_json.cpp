#include <ostream>

#include "core/io/json_text.h"
#include "core/io/tensor_json.h"
#include "core/io/trace_formats.h"

namespace lookback {

void writeTraceJson(std::ostream& out, const TraceReport& report) {
    out << "{\n  \"lookback_trace\": 1,\n  \"dtype\": \"" << info(report.document.dtype).name
        << "\",\n  \"tokens\": " << jsonList(jsonItems(report.document.tokens, jsonString), 2)
        << ",\n  \"stages\": [";
    bool is_first = true;
    for (const MatrixId id : report.stages) {
        out << (is_first ? "\n    " : ",\n    ");
        is_first = false;
        writeTensorJson(out, id, report.trace.tensor(id));
    }
    out << "\n  ]\n}\n";
}

}  // namespace lookback
