#include "core/io/leak_json.h"

#include <ostream>

#include <fmt/format.h>

#include "core/io/json_text.h"

namespace lookback {

void writeLeakJson(std::ostream& out, const Trace& trace, const Influence& influence) {
    std::vector<std::string> leaks;
    leaks.reserve(influence.leaks.size());
    for (const Cell cell : influence.leaks) {
        leaks.push_back(fmt::format("[{}, {}]", cell.row, cell.col));
    }
    out << jsonObject({{"influence", jsonMatrix(influence.norms, 2)},
                       {"leaks", jsonList(leaks, 2)},
                       {"allowed", jsonMatrix(trace.view(MatrixId::mask), 2)},
                       {"verdict", jsonString(influence.verdict)}},
                      0)
        << '\n';
}

}  // namespace lookback
