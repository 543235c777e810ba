#pragma once

#include <string>

#include "core/base/result.h"
#include "core/io/document_export.h"

namespace lookback {

/// Steps of an exercise whose number nobody chose.
inline constexpr Index kUsualEmptiedCells = 4;

// Jupyter notebooks that compute a document anew, a stage in each cell, and compare the result with
// the trace. In NumPy where NumPy drew the numbers, else in PyTorch.

[[nodiscard]] Result<std::string> notebook(const DocumentExport& document);

/// A notebook in which the code of some stages is left out, between `### BEGIN SOLUTION` and
/// `### END SOLUTION`, in the format of nbgrader. After each of them, a cell compares the student's
/// result by a checksum of rounded numbers, which does not tell them. The same seed leaves out the
/// same stages. Errors: fewer stages than `blanks` can be left out, `where` is "blanks".
[[nodiscard]] Result<std::string> exerciseNotebook(const DocumentExport& document);

/// The same notebook with the code.
[[nodiscard]] Result<std::string> solutionNotebook(const DocumentExport& document);

}  // namespace lookback
