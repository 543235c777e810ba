#pragma once

#include <optional>
#include <string>

#include "core/base/result.h"
#include "core/io/document_export.h"

namespace lookback {

/// Blanks of a worksheet whose number nobody chose.
inline constexpr Index kUsualBlanks = 8;

/// Refuses a document with more than kMaxWorksheetNumbers numbers, before it is computed.
[[nodiscard]] std::optional<Error> worksheetFault(const Document& document);

/// Writes a page to print, on which numbers are left out, as HTML that is XML, too: the given
/// numbers, each step with its formula, its matrices and a question for each blank, then, on a page
/// of its own, the answers with their arithmetic. Numbers have 4 decimals. Before the answers, no
/// digits of a blank are on the page. Errors: no number can be left out; fewer than `blanks` can,
/// `where` is "blanks".
[[nodiscard]] Result<std::string> worksheetPage(const DocumentExport& sheet);

}  // namespace lookback
