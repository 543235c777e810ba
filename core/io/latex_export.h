#pragma once

#include <optional>
#include <string>

#include "core/base/result.h"
#include "core/io/document_export.h"

namespace lookback {

/// Widest matrix that LaTeX gets: no wider one fits on a page.
inline constexpr Index kMostLatexColumns = 64;

/// Refuses a document with a wider matrix.
[[nodiscard]] std::optional<Error> latexFault(const Document& document);

/// Writes every stage as a formula and its matrix, a row on each line, with 4 decimals. Blocked
/// cells are `\blocked{...}`, gray. A whole document, of which the parts can be copied.
[[nodiscard]] Result<std::string> latexText(const DocumentExport& document);

}  // namespace lookback
