#pragma once

#include <array>
#include <iosfwd>
#include <span>
#include <string_view>

#include "core/attention/trace.h"

namespace lookback {

/// What is written of a computation.
struct TraceReport {
    const Document& document;
    const Trace& trace;                ///< of that document
    std::span<const MatrixId> stages;  ///< which stages, in order
};

/// Everything in one JSON object: the contract's trace.
void writeTraceJson(std::ostream& out, const TraceReport& report);

/// A line a number: stage, head, row, column, row_token, column_token, value.
/// Fields that a stage does not have are empty; heads, rows and columns count from 0. Tokens are
/// texts to a spreadsheet, whatever they begin with.
void writeTraceCsv(std::ostream& out, const TraceReport& report);

/// What a notebook would print: a line about each stage, then its numbers with 4 decimals.
void writeTraceText(std::ostream& out, const TraceReport& report);

/// A row of the table of trace formats.
struct TraceFormat {
    std::string_view name;
    std::string_view line;  ///< what it is, in one line
    void (*write)(std::ostream& out, const TraceReport& report);
};

inline constexpr std::array kTraceFormats{
    TraceFormat{"text", "what a notebook would print, 4 decimals", writeTraceText},
    TraceFormat{"json", "every number exactly, for programs", writeTraceJson},
    TraceFormat{"csv", "a number a line, for spreadsheets", writeTraceCsv},
};

}  // namespace lookback
