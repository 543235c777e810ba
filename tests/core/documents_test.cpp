// The documents that tests over all tables go through.
#include "tests/core/documents.h"

#include <array>
#include <functional>
#include <map>
#include <set>
#include <utility>

#include <fmt/format.h>

using namespace lookback;
using namespace lookback::test;

namespace {

/// The pairs of values of two tables that these documents have, as words.
std::set<std::string> pairsIn(const std::vector<Wanted>& all) {
    std::set<std::string> pairs;
    for (const Wanted& wanted : all) {
        const std::array values{
            fmt::format("mask {}", info(wanted.mask).name),
            fmt::format("method {}", info(wanted.masking.method).name),
            fmt::format("order {}", static_cast<int>(wanted.masking.order)),
            fmt::format("dtype {}", info(wanted.dtype).name),
            fmt::format("position {}", info(wanted.position).name),
            fmt::format("softmax {}", static_cast<int>(wanted.masking.softmax)),
            fmt::format("capped {}", wanted.softcap.has_value()),
        };
        for (const std::string& a : values) {
            for (const std::string& b : values) {
                if (a < b) pairs.insert(a + ", " + b);
            }
        }
    }
    return pairs;
}

}  // namespace

TEST_CASE("all tables: every combination is a document") {
    const std::vector<Wanted> all = allTables();
    CHECK(all.size() == 14 * 7 * 2 * 4 * (2 * 6 + 2));
    const std::set<std::string> pairs = pairsIn(all);
    for (const MaskInfo& mask : maskKinds()) {
        for (const DTypeInfo& dtype : kDTypes) {
            CHECK(pairs.contains(fmt::format("dtype {}, mask {}", dtype.name, mask.name)));
        }
    }
}

TEST_CASE("pairs of tables: every pair of values is in one of few documents") {
    const std::vector<Wanted> all = allTables();
    const std::vector<Wanted> chosen = pairsOfTables(all);
    MESSAGE("tests over all tables take ", everyCombination() ? all.size() : chosen.size(), " of ",
            all.size(), " documents");
    const std::set<std::string> pairs = pairsIn(all);
    CHECK(pairsIn(chosen) == pairs);
    CHECK(chosen.size() >= 14 * 7);  // each mask kind with each method is one
    CHECK(chosen.size() <= 14 * 7 + 50);

    // Some pair stands in one document alone: it is missed where that one is left out.
    std::size_t needed = 0;
    for (std::size_t k = 0; k < chosen.size(); ++k) {
        std::vector<Wanted> others = chosen;
        others.erase(others.begin() + static_cast<std::ptrdiff_t>(k));
        if (pairsIn(others) != pairs) ++needed;
    }
    CHECK(needed >= 14 * 7 / 2);
}

TEST_CASE("pairs of tables: of those that a test asks about, every pair is there") {
    const std::vector<Wanted> all = allTables([](const Wanted& wanted) {
        return wanted.dtype == DType::float64 && wanted.mask != MaskKind::causal;
    });
    CHECK(all.size() == 13 * 7 * 2 * (2 * 6 + 2));
    CHECK(pairsIn(pairsOfTables(all)) == pairsIn(all));
}

TEST_CASE("pairs: as few rows as hold all of them, the same ones each time") {
    using Rows = std::vector<std::vector<std::size_t>>;
    using RowPlaces = std::vector<std::size_t>;
    CHECK(coverPairs({}) == RowPlaces{});
    CHECK(coverPairs(Rows{{3, 5}}) == RowPlaces{0});
    CHECK(coverPairs(Rows{{3, 5}, {3, 5}, {0, 5}}) == RowPlaces{0, 2});
    Rows bits;
    for (std::size_t k = 0; k < 8; ++k) bits.push_back({k & 1, k >> 1 & 1, k >> 2});
    CHECK(coverPairs(bits) == RowPlaces{0, 3, 5, 6});
}
