#pragma once

#include <array>
#include <cstdint>
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
#include "messages/sheets.h"

namespace lookback {

/// Formats of pictures of the window: of text and lines, or one after the other (gif).
enum class DrawnFormat : std::uint8_t { svg, pdf, gif };

/// A row of the table of the command `export`, and of the menu Export of the window.
struct ExportFormat {
    std::string_view name;
    Message (*line)();        ///< its help text
    Message (*label)();       ///< as the menu of the window shows it
    Message (*about)();       ///< the contents of the file, a sentence
    std::string_view ending;  ///< of the file's name
    /// Null: the file shows the window, in `drawn`.
    Result<std::string> (*write)(const DocumentExport&) = nullptr;
    std::optional<DrawnFormat> drawn{};
    /// Refuses a document that is too large for it, before the document is computed.
    std::optional<Error> (*fault)(const Document&) = [](const Document&) {
        return std::optional<Error>();
    };
    /// Of a lesson with tasks; null: its document is written.
    Checked<std::string> (*write_lesson)(const LessonWorksheet&) = nullptr;
    bool has_blanks = false;  ///< leaves numbers or code out, by a seed
    bool has_stages = true;   ///< of computed numbers, or of the code that computes them
    /// Of an experiment; null: it has no such form.
    std::string (*write_experiment)(const ExperimentExport&) = nullptr;
};

inline constexpr std::array kExportFormats{
    ExportFormat{.name = "svg",
                 .line = stated<say::reports::Svg>,
                 .label = stated<say::sheets::ExportSvg>,
                 .about = stated<say::sheets::ExportSvgLine>,
                 .ending = ".svg",
                 .drawn = DrawnFormat::svg},
    ExportFormat{.name = "pdf",
                 .line = stated<say::reports::Pdf>,
                 .label = stated<say::sheets::ExportPdf>,
                 .about = stated<say::sheets::ExportPdfLine>,
                 .ending = ".pdf",
                 .drawn = DrawnFormat::pdf},
    ExportFormat{.name = "gif",
                 .line = stated<say::reports::Gif>,
                 .label = stated<say::sheets::ExportGif>,
                 .about = stated<say::sheets::ExportGifLine>,
                 .ending = ".gif",
                 .drawn = DrawnFormat::gif},
    ExportFormat{.name = "pytorch",
                 .line = stated<say::reports::PytorchScript>,
                 .label = stated<say::sheets::ExportPytorch>,
                 .about = stated<say::sheets::ExportPytorchLine>,
                 .ending = ".pytorch.py",
                 .write = pytorchScript,
                 .write_experiment = trainingScript},
    ExportFormat{.name = "numpy",
                 .line = stated<say::reports::NumpyScript>,
                 .label = stated<say::sheets::ExportNumpy>,
                 .about = stated<say::sheets::ExportNumpyLine>,
                 .ending = ".numpy.py",
                 .write = numpyScript},
    ExportFormat{.name = "mask",
                 .line = stated<say::reports::MaskScript>,
                 .label = stated<say::sheets::ExportMask>,
                 .about = stated<say::sheets::ExportMaskLine>,
                 .ending = ".mask.py",
                 .write = maskScript,
                 .has_stages = false},
    ExportFormat{.name = "ipynb",
                 .line = stated<say::reports::Notebook>,
                 .label = stated<say::sheets::ExportNotebook>,
                 .about = stated<say::sheets::ExportNotebookLine>,
                 .ending = ".ipynb",
                 .write = notebook},
    ExportFormat{.name = "exercise",
                 .line = stated<say::reports::ExerciseNotebook>,
                 .label = stated<say::sheets::ExportExercise>,
                 .about = stated<say::sheets::ExportExerciseLine>,
                 .ending = ".exercise.ipynb",
                 .write = exerciseNotebook,
                 .has_blanks = true},
    ExportFormat{.name = "solution",
                 .line = stated<say::reports::SolutionNotebook>,
                 .label = stated<say::sheets::ExportSolution>,
                 .about = stated<say::sheets::ExportSolutionLine>,
                 .ending = ".solution.ipynb",
                 .write = solutionNotebook,
                 .has_blanks = true},
    ExportFormat{.name = "latex",
                 .line = stated<say::reports::Latex>,
                 .label = stated<say::sheets::ExportLatex>,
                 .about = stated<say::sheets::ExportLatexLine>,
                 .ending = ".tex",
                 .write = latexText,
                 .fault = latexFault},
    ExportFormat{.name = "npz",
                 .line = stated<say::reports::Npz>,
                 .label = stated<say::sheets::ExportNpz>,
                 .about = stated<say::sheets::ExportNpzLine>,
                 .ending = ".npz",
                 .write = npzArchive},
    ExportFormat{.name = "csv",
                 .line = stated<say::reports::CsvTables>,
                 .label = stated<say::sheets::ExportCsv>,
                 .about = stated<say::sheets::ExportCsvLine>,
                 .ending = ".csv",
                 .write = stageTables},
    ExportFormat{.name = "json",
                 .line = stated<say::reports::Json>,
                 .label = stated<say::sheets::ExportJson>,
                 .about = stated<say::sheets::ExportJsonLine>,
                 .ending = ".trace.json",
                 .write = traceJson},
    ExportFormat{.name = "html",
                 .line = stated<say::reports::Walk>,
                 .label = stated<say::sheets::ExportWalk>,
                 .about = stated<say::sheets::ExportWalkLine>,
                 .ending = ".walk.html",
                 .write = walkPage,
                 .fault = walkFault},
    ExportFormat{.name = "worksheet",
                 .line = stated<say::reports::Worksheet>,
                 .label = stated<say::sheets::ExportWorksheet>,
                 .about = stated<say::sheets::ExportWorksheetLine>,
                 .ending = ".worksheet.html",
                 .write = worksheetPage,
                 .fault = worksheetFault,
                 .write_lesson = lessonWorksheetPage,
                 .has_blanks = true},
};

}  // namespace lookback
