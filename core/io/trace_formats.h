#pragma once

#include <array>
#include <iosfwd>
#include <span>
#include <string_view>

#include "core/engine/trace.h"
#include "messages/reports.h"

namespace lookback {

/// Stages of a computation, as the formats write them.
struct TraceReport {
    const Document& document;
    const Trace& trace;                ///< of that document
    std::span<const MatrixId> stages;  ///< which stages, in order
};

/// Writes one JSON object with the weights and every stage.
void writeTraceJson(std::ostream& out, const TraceReport& report);

/// Writes a line for each number: stage, head, row, column, row_token, column_token, value. Fields
/// that a stage does not have are empty; heads, rows and columns count from 0. A spreadsheet reads
/// tokens as texts, also where they begin like a formula.
void writeTraceCsv(std::ostream& out, const TraceReport& report);

/// Writes the prints of a notebook: a line about each stage, then its numbers with 4 decimals.
void writeTraceText(std::ostream& out, const TraceReport& report);

/// A row of the table of trace formats.
struct TraceFormat {
    std::string_view name;
    Message (*line)();  ///< its help text
    void (*write)(std::ostream& out, const TraceReport& report);
};

inline constexpr std::array kTraceFormats{
    TraceFormat{"text", stated<say::reports::TextTrace>, writeTraceText},
    TraceFormat{"json", stated<say::reports::Json>, writeTraceJson},
    TraceFormat{"csv", stated<say::reports::Csv>, writeTraceCsv},
};

}  // namespace lookback
