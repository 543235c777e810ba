#include "core/import/found.h"

#include <fmt/format.h>

namespace lookback {

std::optional<std::size_t> numbersOf(const std::vector<Index>& shape) {
    std::size_t numbers = 1;
    bool is_empty = false;
    for (const Index side : shape) {
        if (side < 0) return std::nullopt;
        is_empty = is_empty || side == 0;
    }
    if (is_empty) return 0;
    for (const Index side : shape) {
        if (asSize(side) > kMaxImportedNumbers / numbers) return std::nullopt;
        numbers *= asSize(side);
    }
    return numbers;
}

std::string shapeText(const std::vector<Index>& shape) {
    return shape.empty() ? "1" : fmt::format("{}", fmt::join(shape, " \u00d7 "));
}

}  // namespace lookback
