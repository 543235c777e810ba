#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/base/matrix_view.h"

namespace lookback {

/// How a library prints tensors.
enum class PrintStyle : std::uint8_t { torch, numpy };

/// Numbers in any number of dimensions, as a library would print them.
struct PrintTensor {
    std::vector<Index> shape;
    std::vector<double> values;  ///< row by row, the last dimension fastest; booleans as 1 and 0
    ScalarKind kind = ScalarKind::float64;
};

/// A matrix to be printed.
[[nodiscard]] PrintTensor printTensor(const MatrixView& matrix);

/// The whole text that a library prints.
[[nodiscard]] std::string printed(const PrintTensor& tensor, PrintStyle style);

/// Each value as it stands in that text, without spaces around it.
[[nodiscard]] std::vector<std::string> printedCells(const PrintTensor& tensor, PrintStyle style);

/// The output of PyTorch's `print(tensor)`, without `grad_fn`: 4 digits, 80 columns; float32 is the
/// usual type, others are named. Source: torch/_tensor_str.py, compared with PyTorch 1.13.1.
[[nodiscard]] std::string printTorch(const PrintTensor& tensor);

/// Each value as it stands in that text, without spaces around it.
[[nodiscard]] std::vector<std::string> torchCells(const PrintTensor& tensor);

/// The output of NumPy's `print(array)` after `np.set_printoptions(precision=4, suppress=True)`.
/// Source: numpy/core/arrayprint.py, compared with NumPy 1.24.2.
[[nodiscard]] std::string printNumpy(const PrintTensor& tensor);

/// Each value as it stands in that text, without spaces around it.
[[nodiscard]] std::vector<std::string> numpyCells(const PrintTensor& tensor);

/// The output of `std::cout << std::fixed << std::setprecision(4) << matrix` with a matrix of
/// Eigen. Matrices of several heads follow each other. @param tensor at most kMostEigenPrinted
/// numbers
[[nodiscard]] std::string printEigen(const PrintTensor& tensor);
inline constexpr std::size_t kMostEigenPrinted = 1000;

/// Each value as it stands in that text, without spaces before it.
[[nodiscard]] std::vector<std::string> eigenCells(const PrintTensor& tensor);

/// A number in a printed text.
struct PrintedNumber {
    Index value = 0;         ///< place in the tensor's `values`
    std::size_t line = 0;    ///< of the text, from 0
    std::size_t begin = 0;   ///< byte of the line
    std::size_t length = 0;  ///< bytes

    bool operator==(const PrintedNumber&) const = default;
};

/// The numbers that stand in a printed text, in their order. @param lines of the text
/// @param cells each value as it stands there
[[nodiscard]] std::vector<PrintedNumber> numbersInPrint(const PrintTensor& tensor,
                                                        const std::vector<std::string>& lines,
                                                        const std::vector<std::string>& cells);

// Shared by both libraries: from 1001 numbers on, dimensions longer than 6 show their first and
// last three entries only.

/// The entries of dimension `axis` that are shown, in order; kLeftOut stands for those in between.
[[nodiscard]] std::vector<Index> shownEntries(const PrintTensor& tensor, std::size_t axis);
inline constexpr Index kLeftOut = -1;

/// The values that are shown; the format of all follows from them.
[[nodiscard]] std::vector<double> shownValues(const PrintTensor& tensor);

/// The number of values in one entry of dimension `axis`.
[[nodiscard]] Index numbersPerEntry(const PrintTensor& tensor, std::size_t axis);

}  // namespace lookback
