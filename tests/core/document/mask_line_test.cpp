
#include <algorithm>
#include <set>

#include <doctest/doctest.h>

#include "core/document/mask_edit.h"
#include "tests/core/documents.h"

using namespace lookback;
using namespace lookback::test;

namespace {

using Cells = std::vector<Cell>;

constexpr Index kMaskLineTokens = 5;

}  // namespace

TEST_CASE("a stroke sideways means its row, up or down its column, aslant its diagonal") {
    const Cells row{{2, 0}, {2, 1}, {2, 2}, {2, 3}, {2, 4}};
    CHECK(strokeCells({2, 1}, {2, 1}, kMaskLineTokens) == row);
    CHECK(strokeCells({2, 1}, {2, 4}, kMaskLineTokens) == row);
    CHECK(strokeCells({2, 1}, {2, 0}, kMaskLineTokens) == row);
    CHECK(strokeCells({2, 1}, {3, 4}, kMaskLineTokens) == row);
    const Cells column{{0, 1}, {1, 1}, {2, 1}, {3, 1}, {4, 1}};
    CHECK(strokeCells({2, 1}, {4, 1}, kMaskLineTokens) == column);
    CHECK(strokeCells({2, 1}, {0, 1}, kMaskLineTokens) == column);
    CHECK(strokeCells({0, 1}, {4, 2}, kMaskLineTokens) == column);
    const Cells below{{1, 0}, {2, 1}, {3, 2}, {4, 3}};
    CHECK(strokeCells({2, 1}, {3, 2}, kMaskLineTokens) == below);
    CHECK(strokeCells({2, 1}, {1, 0}, kMaskLineTokens) == below);
    CHECK(strokeCells({2, 1}, {4, 2}, kMaskLineTokens) == below);
    CHECK(strokeCells({1, 0}, {0, 1}, kMaskLineTokens) == below);
    const Cells above{{0, 3}, {1, 4}};
    CHECK(strokeCells({0, 3}, {1, 4}, kMaskLineTokens) == above);
    CHECK(strokeCells({0, 0}, {0, 0}, 1) == Cells{{0, 0}});
}

TEST_CASE(
    "every line goes through the first cell, in order, within the mask and as far as it does") {
    for (Index k = 0; k < kMaskLineTokens * kMaskLineTokens * kMaskLineTokens * kMaskLineTokens;
         ++k) {
        const Cell from{k % kMaskLineTokens, k / kMaskLineTokens % kMaskLineTokens};
        const Cell to{k / (kMaskLineTokens * kMaskLineTokens) % kMaskLineTokens,
                      k / (kMaskLineTokens * kMaskLineTokens * kMaskLineTokens)};
        const Cells line = strokeCells(from, to, kMaskLineTokens);
        CHECK(std::binary_search(line.begin(), line.end(), from));
        CHECK(std::is_sorted(line.begin(), line.end()));
        std::set<Index> queries;
        std::set<Index> keys;
        std::set<Index> ahead;
        for (const Cell cell : line) {
            CHECK((cell.row >= 0 && cell.row < kMaskLineTokens && cell.col >= 0 &&
                   cell.col < kMaskLineTokens));
            queries.insert(cell.row);
            keys.insert(cell.col);
            ahead.insert(cell.col - cell.row);
        }
        const bool is_row = queries.size() == 1 && keys.size() == kMaskLineTokens;
        const bool is_column = keys.size() == 1 && queries.size() == kMaskLineTokens;
        const auto diagonal =
            static_cast<std::size_t>(kMaskLineTokens - std::abs(from.col - from.row));
        CHECK((is_row || is_column || (ahead.size() == 1 && line.size() == diagonal)));
    }
}

TEST_CASE("painted cells say what the hand says, and all others what they said") {
    for (const MaskInfo& kind : maskKinds()) {
        CAPTURE(std::string(kind.name));
        Mask mask{{telling(kind.kind, kMaskLineTokens)}, {}};
        for (const Cell cell : Cells{{0, 0}, {2, 1}, {2, 4}, {4, 3}}) flip(mask, cell);
        for (const bool allowed : {false, true}) {
            const Cells line = strokeCells({2, 1}, {2, 2}, kMaskLineTokens);
            Mask painted = mask;
            paint(painted, line, allowed);
            CHECK(std::is_sorted(painted.flips.begin(), painted.flips.end()));
            for (Index query = 0; query < kMaskLineTokens; ++query) {
                for (Index key = 0; key < kMaskLineTokens; ++key) {
                    const bool wanted = query == 2 ? allowed : allows(mask, query, key);
                    CHECK(allows(painted, query, key) == wanted);
                }
            }
            Mask again = painted;
            paint(again, line, allowed);
            CHECK(again == painted);
        }
    }
}
