#pragma once

#include <algorithm>

#include "core/base/matrix.h"

namespace lookback {

/// The places begin, begin + 1, ... end - 1.
struct Range {
    Index begin = 0;
    Index end = 0;

    bool operator==(const Range&) const = default;
    [[nodiscard]] bool empty() const { return end <= begin; }
    [[nodiscard]] Index size() const { return empty() ? 0 : end - begin; }
};

/// The places in both.
[[nodiscard]] inline Range common(const Range& a, const Range& b) {
    return {std::max(a.begin, b.begin), std::min(a.end, b.end)};
}

/// The least range that contains both; an empty range adds nothing.
[[nodiscard]] inline Range hull(const Range& a, const Range& b) {
    if (a.empty()) return b;
    if (b.empty()) return a;
    return {std::min(a.begin, b.begin), std::max(a.end, b.end)};
}

}  // namespace lookback
