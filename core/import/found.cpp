#include "core/import/found.h"

#include <algorithm>
#include <cmath>
#include <iterator>

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

void append(Found& all, Found more) {
    const auto add = [](auto& list, auto& others) {
        list.insert(list.end(), std::make_move_iterator(others.begin()),
                    std::make_move_iterator(others.end()));
    };
    add(all.tensors, more.tensors);
    add(all.texts, more.texts);
    add(all.passed, more.passed);
}

bool isNameless(const FoundTensor& tensor) {
    return tensor.name.empty() || tensor.name.starts_with("arr_");
}

bool looksLikeMask(const FoundTensor& tensor) {
    const std::optional<Cell> size = matrixSize(tensor);
    if (!size || size->row != size->col || size->row < 2) return false;
    const auto is_blocking = [](double value) { return std::isinf(value) && value < 0; };
    if (std::any_of(tensor.values.begin(), tensor.values.end(), is_blocking)) return true;
    const auto triangle = [&](auto is_within, double within) {
        for (Index row = 0; row < size->row; ++row) {
            for (Index col = 0; col < size->col; ++col) {
                const double wanted = is_within(row, col) ? within : 1 - within;
                if (tensor.values[asSize(row * size->col + col)] != wanted) return false;
            }
        }
        return true;
    };
    const auto is_later = [](Index row, Index col) { return col > row; };
    const auto is_earlier = [](Index row, Index col) { return col < row; };
    return triangle(is_later, 0) || triangle(is_later, 1) || triangle(is_earlier, 0) ||
           triangle(is_earlier, 1);
}

Argument tensorLabel(const FoundTensor& tensor) {
    if (!tensor.name.empty()) return Verbatim{oneLine(shortenedTo(tensor.name, 80))};
    if (!tensor.where.empty()) return Verbatim{oneLine(tensor.where)};
    return Message(say::imports::TheNumbers{});
}

}  // namespace lookback
