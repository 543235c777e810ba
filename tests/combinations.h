/// Tests over several tables at once: in every combination, or in as few as hold every pair.
#pragma once

#include <algorithm>
#include <cstdlib>
#include <string_view>
#include <vector>

namespace lookback::test {

/// True where tests go through every combination (`LOOKBACK_COMBINATIONS=all`, as the deep checks
/// set it), false where every pair of values is enough for them.
inline bool everyCombination() {
    const char* const set = std::getenv("LOOKBACK_COMBINATIONS");
    return set != nullptr && std::string_view(set) == "all";
}

/// Chooses rows so that two values that stand in two columns of any row stand together in a chosen
/// one, too. Takes the row with the most pairs that are still missing, the first of several, until
/// none is: not the fewest rows that would do, but nearly, and the same ones each time.
/// @param rows values ≥ 0 and small, one for each column; all rows have as many
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
