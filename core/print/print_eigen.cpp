#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "core/print/print_tensor.h"

namespace lookback {
namespace {

std::string eigenText(double value, ScalarKind kind) {
    if (kind == ScalarKind::boolean) return value != 0 ? "1" : "0";
    if (std::isnan(value)) return std::signbit(value) ? "-nan" : "nan";
    return fmt::format("{:.4f}", value);
}

}  // namespace

std::vector<std::string> eigenCells(const PrintTensor& tensor) {
    std::vector<std::string> cells;
    for (const double value : tensor.values) cells.push_back(eigenText(value, tensor.kind));
    return cells;
}

std::string printEigen(const PrintTensor& tensor) {
    const std::vector<std::string> cells = eigenCells(tensor);
    const auto cols = static_cast<std::size_t>(tensor.shape.back());
    const auto rows = static_cast<std::size_t>(tensor.shape[tensor.shape.size() - 2]);
    std::string text;
    std::size_t width = 0;
    for (std::size_t at = 0; at < cells.size(); ++at) {
        // All columns of a matrix are as wide as its longest number.
        if (at % (rows * cols) == 0) {
            width = 0;
            for (std::size_t k = at; k < at + rows * cols; ++k) {
                width = std::max(width, cells[k].size());
            }
        }
        const bool begins_row = at % cols == 0;
        text += begins_row ? (at > 0 ? "\n" : "") : " ";
        text += fmt::format("{:>{}}", cells[at], width);
    }
    return text;
}

}  // namespace lookback
