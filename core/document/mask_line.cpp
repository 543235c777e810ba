#include "core/document/mask_line.h"

#include <algorithm>
#include <cstdlib>

namespace lookback {
namespace {

constexpr Index kSteepest = 2;  ///< cells along one side for each along the other, on a diagonal

}  // namespace

std::vector<Cell> lineOf(Cell from, Cell to, Index tokens) {
    const Index queries = std::abs(to.row - from.row);
    const Index keys = std::abs(to.col - from.col);
    std::vector<Cell> line;
    if (queries <= kSteepest * keys && keys <= kSteepest * queries && keys > 0) {
        const Index ahead = from.col - from.row;
        const Index last = std::min(tokens, tokens - ahead);
        for (Index query = std::max<Index>(0, -ahead); query < last; ++query) {
            line.push_back({query, query + ahead});
        }
    } else if (keys >= queries) {
        for (Index key = 0; key < tokens; ++key) line.push_back({from.row, key});
    } else {
        for (Index query = 0; query < tokens; ++query) line.push_back({query, from.col});
    }
    return line;
}

}  // namespace lookback
