#include "core/import/found.h"

#include <fmt/format.h>

#include "core/base/text.h"
#include "messages/imports.h"

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

std::optional<Cell> matrixSize(const FoundTensor& tensor) {
    std::size_t first = 0;
    while (tensor.shape.size() - first > 2 && tensor.shape[first] == 1) ++first;
    if (tensor.shape.size() - first != 2 || tensor.values.empty()) return std::nullopt;
    return Cell{tensor.shape[first], tensor.shape[first + 1]};
}

Argument tensorLabel(const FoundTensor& tensor) {
    if (!tensor.name.empty()) return Verbatim{oneLine(shortenedTo(tensor.name, 80))};
    if (!tensor.where.empty()) return Verbatim{oneLine(tensor.where)};
    return Message(say::imports::TheNumbers{});
}

}  // namespace lookback
