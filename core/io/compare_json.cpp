#include <ostream>

#include "core/io/compare_formats.h"
#include "core/io/json_text.h"
#include "core/io/tensor_json.h"

namespace lookback {

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

}  // namespace lookback
