#include "core/print/print_tensor.h"

#include <functional>
#include <numeric>

namespace lookback {
namespace {

constexpr Index kEdgeItems = 3;
constexpr std::size_t kThreshold = 1000;

/// Adds the places in `values` that are shown.
void gatherShown(const PrintTensor& tensor, std::size_t axis, Index offset,
                 std::vector<Index>& places) {
    if (axis == tensor.shape.size()) return places.push_back(offset);
    const Index stride = numbersPerEntry(tensor, axis);
    for (const Index entry : shownEntries(tensor, axis)) {
        if (entry != kLeftOut) gatherShown(tensor, axis + 1, offset + entry * stride, places);
    }
}

std::vector<Index> shownPlaces(const PrintTensor& tensor) {
    std::vector<Index> places;
    gatherShown(tensor, 0, 0, places);
    return places;
}

}  // namespace

PrintTensor printTensor(const MatrixView& matrix) {
    PrintTensor tensor{{matrix.rows(), matrix.cols()}, {}, matrix.kind()};
    tensor.values.reserve(static_cast<std::size_t>(matrix.rows() * matrix.cols()));
    for (Index row = 0; row < matrix.rows(); ++row) {
        for (Index col = 0; col < matrix.cols(); ++col) tensor.values.push_back(matrix(row, col));
    }
    return tensor;
}

std::string printed(const PrintTensor& tensor, PrintStyle style) {
    return style == PrintStyle::torch ? printTorch(tensor) : printNumpy(tensor);
}

std::vector<std::string> printedCells(const PrintTensor& tensor, PrintStyle style) {
    return style == PrintStyle::torch ? torchCells(tensor) : numpyCells(tensor);
}

std::vector<Index> shownEntries(const PrintTensor& tensor, std::size_t axis) {
    const Index size = tensor.shape[axis];
    std::vector<Index> entries;
    if (tensor.values.size() > kThreshold && size > 2 * kEdgeItems) {
        for (Index k = 0; k < kEdgeItems; ++k) entries.push_back(k);
        entries.push_back(kLeftOut);
        for (Index k = size - kEdgeItems; k < size; ++k) entries.push_back(k);
    } else {
        entries.resize(static_cast<std::size_t>(size));
        std::iota(entries.begin(), entries.end(), Index{0});
    }
    return entries;
}

std::vector<double> shownValues(const PrintTensor& tensor) {
    std::vector<double> values;
    for (const Index place : shownPlaces(tensor)) {
        values.push_back(tensor.values[static_cast<std::size_t>(place)]);
    }
    return values;
}

std::vector<PrintedNumber> numbersInPrint(const PrintTensor& tensor,
                                          const std::vector<std::string>& lines,
                                          const std::vector<std::string>& cells) {
    std::vector<PrintedNumber> numbers;
    std::size_t line = 0;
    std::size_t from = 0;
    for (const Index place : shownPlaces(tensor)) {
        const std::string& cell = cells[static_cast<std::size_t>(place)];
        std::size_t at = std::string::npos;
        while (line < lines.size() && (at = lines[line].find(cell, from)) == std::string::npos) {
            ++line;
            from = 0;
        }
        if (line == lines.size()) break;
        numbers.push_back({place, line, at, cell.size()});
        from = at + cell.size();
    }
    return numbers;
}

Index numbersPerEntry(const PrintTensor& tensor, std::size_t axis) {
    return std::accumulate(tensor.shape.begin() + static_cast<std::ptrdiff_t>(axis) + 1,
                           tensor.shape.end(), Index{1}, std::multiplies<>());
}

}  // namespace lookback
