#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/code/code.h"
#include "core/io/document_export.h"

namespace lookback {

/// A part of a Python program that computes a document anew: a script and a notebook have the same.
struct PythonCell {
    std::vector<std::string> notes{};  ///< sentences about it
    std::vector<std::string> code{};   ///< lines
    std::string shown{};               ///< the variable that the cell prints; empty: none
    std::optional<MatrixId> stage{};   ///< that the cell computes
};

/// The cells of a document: modules, given numbers, the stages in order.
/// @param library PyTorch or NumPy
[[nodiscard]] std::vector<PythonCell> computingCells(const DocumentExport& document,
                                                     CodeLibrary library);

/// `computingCells`, then the comparison of the weights and the result with those of the trace, as
/// far as the report has them.
[[nodiscard]] std::vector<PythonCell> pythonCells(const DocumentExport& document,
                                                  CodeLibrary library);

/// The modules that lines of Python use, as the lines that import them.
[[nodiscard]] std::vector<std::string> importLines(const std::vector<PythonCell>& cells);

/// The lines that assign an array of rows, a row on each line. @param heads views, one or more
[[nodiscard]] std::vector<std::string> arrayLines(const Document& document, CodeLibrary library,
                                                  const std::string& name,
                                                  const std::vector<MatrixView>& heads);

/// The line that assigns an array of one dimension. @param row a matrix with one row
[[nodiscard]] std::string listLine(const Document& document, CodeLibrary library,
                                   const std::string& name, const MatrixView& row);

/// The lines that define the lists of mask rules. @param library PyTorch or NumPy
[[nodiscard]] std::vector<std::string> maskListLines(const Mask& mask, CodeLibrary library);

/// Relative and absolute difference up to which a library's results count as equal.
[[nodiscard]] double toleranceOf(const Document& document, const Trace& trace);

}  // namespace lookback
