#pragma once

#include <optional>
#include <string>

#include "core/base/result.h"
#include "core/io/document_export.h"

namespace lookback {

/// Cells of the stages of a document that a page of its walk explains; larger ones are refused.
inline constexpr Index kMostExplainedCells = 10'000;

/// A page that leads through all steps of a document in a browser, without another program or file:
/// matrices, formulas, and the arithmetic of the cell that is clicked. Without scripts all steps
/// stand below each other.
[[nodiscard]] Result<std::string> walkPage(const DocumentExport& input);

/// Refuses a document with more cells.
[[nodiscard]] std::optional<Error> walkFault(const Document& document);

}  // namespace lookback
