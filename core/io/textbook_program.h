#pragma once

#include <string>

#include "core/document/matrix_id.h"
#include "core/io/document_export.h"

namespace lookback {

/// A program in C++ that computes a document with the functions of core/attention and prints one
/// stage with 4 decimals, of several heads each in turn.
[[nodiscard]] std::string textbookProgram(const DocumentExport& document, MatrixId printed);

/// What the program computes: the document in double, with its numbers as the program writes them.
[[nodiscard]] Document textbookDocument(const Document& document);

}  // namespace lookback
