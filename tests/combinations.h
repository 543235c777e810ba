/// Tests over several tables at once: every combination of their rows, or as few combinations as
/// hold every pair of rows.
#pragma once

#include <algorithm>
#include <cstdlib>
#include <string_view>
#include <vector>

namespace lookback::test {

/// Sanitizers look for faults of memory, which a few sizes of a window show as well as all, and
/// with which everything takes ten times as long.
#ifdef TESTS_ARE_SANITIZED
inline constexpr bool kIsSanitized = true;
#else
inline constexpr bool kIsSanitized = false;
#endif

/// True where the environment has `LOOKBACK_COMBINATIONS=all`, as in ./check --deep: tests go
/// through every combination. False: they go through combinations that hold every pair of values.
inline bool everyCombination() {
    const char* const set = std::getenv("LOOKBACK_COMBINATIONS");
    return set != nullptr && std::string_view(set) == "all";
}

/// Chooses rows so that every pair of values which two columns of any row hold is in a chosen row.
/// Greedy: takes the row with the most missing pairs, the first of equals, until no pair is
/// missing. Deterministic; the result is near the least number of rows.
/// @param rows small values ≥ 0, one a column; all rows have the same number of columns
/// @return places of the chosen rows, ascending
inline std::vector<std::size_t> coverPairs(const std::vector<std::vector<std::size_t>>& rows) {
    std::size_t values = 0;
    for (const auto& row : rows) {
        for (const std::size_t value : row) values = std::max(values, value + 1);
    }
    // Each pair of values of two columns is one number.
    std::vector<std::vector<std::size_t>> pairs(rows.size());
    std::vector<char> is_missing;
    for (std::size_t k = 0; k < rows.size(); ++k) {
        const std::size_t columns = rows[k].size();
        is_missing.resize(columns * columns * values * values);
        for (std::size_t b = 0; b < columns; ++b) {
            for (std::size_t a = 0; a < b; ++a) {
                pairs[k].push_back(((b * columns + a) * values + rows[k][b]) * values + rows[k][a]);
                is_missing[pairs[k].back()] = 1;
            }
        }
    }
    std::vector<std::size_t> chosen;
    for (;;) {
        std::size_t best = 0;
        int most = 0;
        for (std::size_t k = 0; k < rows.size(); ++k) {
            int missing = 0;
            for (const std::size_t pair : pairs[k]) missing += is_missing[pair];
            if (missing > most) best = k;
            most = std::max(most, missing);
        }
        if (most == 0) break;
        for (const std::size_t pair : pairs[best]) is_missing[pair] = 0;
        chosen.push_back(best);
    }
    std::sort(chosen.begin(), chosen.end());
    return chosen;
}

}  // namespace lookback::test
