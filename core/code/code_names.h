#pragma once

#include <string>
#include <string_view>

#include "core/document/document.h"
#include "core/document/matrix_id.h"

namespace lookback {

/// The variables of Python code. @param id a weight or a stage
[[nodiscard]] std::string pythonName(const Document& document, MatrixId id);

/// The variables of the textbook's C++.
[[nodiscard]] std::string_view textbookName(MatrixId id);

/// The variable with the width of a query.
[[nodiscard]] std::string_view widthName(const Document& document);

/// True where the document is made from a notebook whose mask is true where blocked.
[[nodiscard]] bool notebookBlocks(const Document& document);

}  // namespace lookback
