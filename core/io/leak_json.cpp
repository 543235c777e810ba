#include "core/io/leak_json.h"

#include <ostream>

#include <fmt/format.h>

#include "core/io/json_text.h"

namespace lookback {

namespace {

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

}  // namespace

void writeLeakJson(std::ostream& out, const Trace& trace, const Influence& influence,
                   const LeakVerdict& verdict) {
    const std::vector<std::string> leaks = jsonItems(
        verdict.leaks, [](Cell cell) { return fmt::format("[{}, {}]", cell.row, cell.col); });
    const ScalarKind kind = trace.view(trace.result()).kind();
    out << jsonObject({{"influence", jsonMatrix(influence.norms, 2)},
                       {"leaks", jsonList(leaks, 2)},
                       {"allowed", jsonMatrix(trace.view(MatrixId::mask), 2)},
                       {"kind", jsonString(info(verdict.kind).name)},
                       {"example", exampleJson(verdict.example, kind)},
                       {"verdict", jsonString(verdict.text)}},
                      0)
        << '\n';
}

}  // namespace lookback
