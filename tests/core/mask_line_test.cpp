#include "core/document/mask_line.h"

#include <algorithm>
#include <set>

#include <doctest/doctest.h>

#include "core/document/mask_edit.h"
#include "tests/core/documents.h"

using namespace lookback;
using namespace lookback::test;

namespace {

using Cells = std::vector<Cell>;

constexpr Index kTokens = 5;

}  // namespace

TEST_CASE("a stroke sideways means its row, up or down its column, aslant its diagonal") {
    const Cells row{{2, 0}, {2, 1}, {2, 2}, {2, 3}, {2, 4}};
    CHECK(lineOf({2, 1}, {2, 1}, kTokens) == row);
    CHECK(lineOf({2, 1}, {2, 4}, kTokens) == row);
    CHECK(lineOf({2, 1}, {2, 0}, kTokens) == row);
    CHECK(lineOf({2, 1}, {3, 4}, kTokens) == row);
    const Cells column{{0, 1}, {1, 1}, {2, 1}, {3, 1}, {4, 1}};
    CHECK(lineOf({2, 1}, {4, 1}, kTokens) == column);
    CHECK(lineOf({2, 1}, {0, 1}, kTokens) == column);
    CHECK(lineOf({0, 1}, {4, 2}, kTokens) == column);
    const Cells below{{1, 0}, {2, 1}, {3, 2}, {4, 3}};
    CHECK(lineOf({2, 1}, {3, 2}, kTokens) == below);
    CHECK(lineOf({2, 1}, {1, 0}, kTokens) == below);
    CHECK(lineOf({2, 1}, {4, 2}, kTokens) == below);
    CHECK(lineOf({1, 0}, {0, 1}, kTokens) == below);
    const Cells above{{0, 3}, {1, 4}};
    CHECK(lineOf({0, 3}, {1, 4}, kTokens) == above);
    CHECK(lineOf({0, 0}, {0, 0}, 1) == Cells{{0, 0}});
}

TEST_CASE(
    "every line goes through the first cell, in order, within the mask and as far as it does") {
    for (Index k = 0; k < kTokens * kTokens * kTokens * kTokens; ++k) {
        const Cell from{k % kTokens, k / kTokens % kTokens};
        const Cell to{k / (kTokens * kTokens) % kTokens, k / (kTokens * kTokens * kTokens)};
        const Cells line = lineOf(from, to, kTokens);
        CHECK(std::binary_search(line.begin(), line.end(), from));
        CHECK(std::is_sorted(line.begin(), line.end()));
        std::set<Index> queries;
        std::set<Index> keys;
        std::set<Index> ahead;
        for (const Cell cell : line) {
            CHECK((cell.row >= 0 && cell.row < kTokens && cell.col >= 0 && cell.col < kTokens));
            queries.insert(cell.row);
            keys.insert(cell.col);
            ahead.insert(cell.col - cell.row);
        }
        const bool is_row = queries.size() == 1 && keys.size() == kTokens;
        const bool is_column = keys.size() == 1 && queries.size() == kTokens;
        const auto diagonal = static_cast<std::size_t>(kTokens - std::abs(from.col - from.row));
        CHECK((is_row || is_column || (ahead.size() == 1 && line.size() == diagonal)));
    }
}

TEST_CASE("painted cells say what the hand says, and all others what they said") {
    for (const MaskInfo& kind : maskKinds()) {
        CAPTURE(std::string(kind.name));
        Mask mask{{telling(kind.kind, kTokens)}, {}};
        for (const Cell cell : Cells{{0, 0}, {2, 1}, {2, 4}, {4, 3}}) flip(mask, cell);
        for (const bool allowed : {false, true}) {
            const Cells line = lineOf({2, 1}, {2, 2}, kTokens);
            Mask painted = mask;
            paint(painted, line, allowed);
            CHECK(std::is_sorted(painted.flips.begin(), painted.flips.end()));
            for (Index query = 0; query < kTokens; ++query) {
                for (Index key = 0; key < kTokens; ++key) {
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
