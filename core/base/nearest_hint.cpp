#include "core/base/nearest_hint.h"

#include <algorithm>
#include <numeric>
#include <vector>

#include <fmt/format.h>

#include "core/base/text.h"

namespace lookback {
namespace {

/// How many letters must be changed, put in or taken out to make one word of another.
std::size_t editDistance(std::string_view a, std::string_view b) {
    std::vector<std::size_t> row(b.size() + 1);
    std::iota(row.begin(), row.end(), std::size_t{0});
    for (std::size_t i = 0; i < a.size(); ++i) {
        std::size_t diagonal = row[0];
        row[0] = i + 1;
        for (std::size_t j = 0; j < b.size(); ++j) {
            const std::size_t changed = diagonal + (a[i] == b[j] ? 0 : 1);
            diagonal = row[j + 1];
            row[j + 1] = std::min({changed, row[j] + 1, row[j + 1] + 1});
        }
    }
    return row.back();
}

}  // namespace

std::string nearestHint(std::string_view name, std::span<const std::string_view> known) {
    std::string_view nearest;
    // A third of the letters may differ: names further off would only confuse.
    std::size_t least = (std::min<std::size_t>(name.size(), 64) + 1) / 3 + 1;
    for (const std::string_view candidate : known) {
        if (name.size() > 64) break;
        const std::size_t distance = editDistance(name, candidate);
        if (distance < least) {
            least = distance;
            nearest = candidate;
        }
    }
    return nearest.empty() ? "" : fmt::format(" (did you mean {}?)", inQuotes(nearest));
}

}  // namespace lookback
