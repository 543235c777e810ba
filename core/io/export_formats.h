#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "core/base/result.h"
#include "core/io/lesson_worksheet.h"
#include "core/io/worksheet.h"
#include "messages/reports.h"

namespace lookback {

/// A row of the table of the command `export`.
struct ExportFormat {
    std::string_view name;
    Message (*line)();  ///< its help text
    /// Refuses a document that is too large for it, before the document is computed.
    std::optional<Error> (*fault)(const Document&);
    Result<std::string> (*write)(const Worksheet&);
    /// Of a lesson with tasks.
    Checked<std::string> (*write_lesson)(const LessonWorksheet&);
};

inline constexpr std::array kExportFormats{
    ExportFormat{"worksheet", stated<say::reports::Worksheet>, worksheetFault, worksheetPage,
                 lessonWorksheetPage},
};

}  // namespace lookback
