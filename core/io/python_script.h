#pragma once

#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/code/code.h"
#include "core/io/document_export.h"
#include "core/io/python_cells.h"

namespace lookback {

/// Cells one after the other, their notes as comments, below a title and a sentence.
[[nodiscard]] std::string scriptText(const std::string& title, const std::vector<PythonCell>& cells,
                                     const Message& about, const Language& language);

// Scripts that compute a document anew, print every stage and compare the result with the trace.

[[nodiscard]] Result<std::string> pytorchScript(const DocumentExport& document);
[[nodiscard]] Result<std::string> numpyScript(const DocumentExport& document);

/// The same computation without the comparison, for a prompt of Python or a compiler: the given
/// numbers, every step, and the print of one stage. The textbook's is a program in C++ that needs
/// Eigen and the folder core.
[[nodiscard]] std::string wholeCode(const DocumentExport& document, CodeLibrary library,
                                    MatrixId printed);

/// A script that defines the mask as PyTorch takes it: true where allowed, as numbers to add to
/// scores, and as the functions of FlexAttention.
[[nodiscard]] Result<std::string> maskScript(const DocumentExport& document);

}  // namespace lookback
