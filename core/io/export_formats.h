#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "core/base/result.h"
#include "core/io/document_export.h"
#include "core/io/latex_export.h"
#include "core/io/lesson_worksheet.h"
#include "core/io/notebook_export.h"
#include "core/io/python_script.h"
#include "core/io/table_export.h"
#include "core/io/training_script.h"
#include "core/io/walk_page.h"
#include "core/io/worksheet.h"
#include "messages/reports.h"

namespace lookback {

/// A row of the table of the command `export`.
struct ExportFormat {
    std::string_view name;
    Message (*line)();  ///< its help text
    Result<std::string> (*write)(const DocumentExport&);
    /// Refuses a document that is too large for it, before the document is computed.
    std::optional<Error> (*fault)(const Document&) = [](const Document&) {
        return std::optional<Error>();
    };
    /// Of a lesson with tasks; null: its document is written.
    Checked<std::string> (*write_lesson)(const LessonWorksheet&) = nullptr;
    bool has_blanks = false;  ///< leaves numbers or code out, by a seed
    /// Of an experiment; null: it has no such form.
    std::string (*write_experiment)(const ExperimentExport&) = nullptr;
};

inline constexpr std::array kExportFormats{
    ExportFormat{.name = "pytorch",
                 .line = stated<say::reports::PytorchScript>,
                 .write = pytorchScript,
                 .write_experiment = trainingScript},
    ExportFormat{.name = "numpy", .line = stated<say::reports::NumpyScript>, .write = numpyScript},
    ExportFormat{.name = "mask", .line = stated<say::reports::MaskScript>, .write = maskScript},
    ExportFormat{.name = "ipynb", .line = stated<say::reports::Notebook>, .write = notebook},
    ExportFormat{.name = "exercise",
                 .line = stated<say::reports::ExerciseNotebook>,
                 .write = exerciseNotebook,
                 .has_blanks = true},
    ExportFormat{.name = "solution",
                 .line = stated<say::reports::SolutionNotebook>,
                 .write = solutionNotebook,
                 .has_blanks = true},
    ExportFormat{.name = "latex",
                 .line = stated<say::reports::Latex>,
                 .write = latexText,
                 .fault = latexFault},
    ExportFormat{.name = "npz", .line = stated<say::reports::Npz>, .write = npzArchive},
    ExportFormat{.name = "csv", .line = stated<say::reports::CsvTables>, .write = stageTables},
    ExportFormat{.name = "json", .line = stated<say::reports::Json>, .write = traceJson},
    ExportFormat{
        .name = "html", .line = stated<say::reports::Walk>, .write = walkPage, .fault = walkFault},
    ExportFormat{.name = "worksheet",
                 .line = stated<say::reports::Worksheet>,
                 .write = worksheetPage,
                 .fault = worksheetFault,
                 .write_lesson = lessonWorksheetPage,
                 .has_blanks = true},
};

}  // namespace lookback
