#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "core/base/result.h"
#include "core/io/trace_formats.h"
#include "core/words/language.h"

namespace lookback {

/// Blanks of a worksheet whose number nobody chose.
inline constexpr Index kUsualBlanks = 8;

/// A page to print on which numbers of a computation are left out.
struct Worksheet {
    TraceReport report;  ///< the stages on the page
    const Language& language;
    std::uint32_t seed = 1;         ///< chooses the blanks
    std::optional<Index> blanks{};  ///< from 1 on; nothing: kUsualBlanks, or all that there are
};

/// Refuses a document with more than kMaxWorksheetNumbers numbers, before it is computed.
[[nodiscard]] std::optional<Error> worksheetFault(const Document& document);

/// Writes the page as HTML that is XML, too: the given numbers, each step with its formula, its
/// matrices and a question for each blank, then, on a page of its own, the answers with their
/// arithmetic. Numbers have 4 decimals. Before the answers, no digits of a blank are on the page.
/// Errors: no number can be left out; fewer than `blanks` can, `where` is "blanks".
[[nodiscard]] Result<std::string> worksheetPage(const Worksheet& sheet);

}  // namespace lookback
