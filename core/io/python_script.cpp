#include "core/io/python_script.h"

#include <fmt/format.h>

#include "core/base/text.h"
#include "core/code/flex_code.h"
#include "core/io/python_cells.h"
#include "core/io/textbook_program.h"
#include "core/words/say.h"
#include "messages/code.h"

namespace lookback {

std::string scriptText(const std::string& title, const std::vector<PythonCell>& cells,
                       const Message& about, const Language& language) {
    const Wording& wording = wordingIn(language);
    std::string text;
    if (!title.empty()) text += fmt::format("# {}\n", oneLine(title));
    text += fmt::format("# {}\n", wording.text(about));
    for (const std::string& line : importLines(cells)) text += line + "\n";
    for (const PythonCell& cell : cells) {
        text += "\n";
        for (const std::string& note : cell.notes) text += fmt::format("# {}\n", oneLine(note));
        for (const std::string& line : cell.code) text += line + "\n";
        if (!cell.shown.empty()) {
            text += fmt::format("print(\"{0}\", {0}, sep=\"\\n\")\n", cell.shown);
        }
    }
    return text;
}

namespace {

/// The digits that notebooks print.
constexpr std::string_view kNumpyPrintOptions = "np.set_printoptions(precision=4, suppress=True)";

std::string scriptOf(const DocumentExport& document, const std::vector<PythonCell>& cells,
                     const Message& about) {
    return scriptText(document.report.document.title, cells, about, document.language);
}

}  // namespace

Result<std::string> pytorchScript(const DocumentExport& document) {
    return scriptOf(document, pythonCells(document, CodeLibrary::pytorch), say::code::Script{});
}

Result<std::string> numpyScript(const DocumentExport& document) {
    std::vector<PythonCell> cells = pythonCells(document, CodeLibrary::numpy);
    cells.insert(cells.begin(), {.code = {std::string(kNumpyPrintOptions)}});
    return scriptOf(document, cells, say::code::Script{});
}

std::string wholeCode(const DocumentExport& document, CodeLibrary library, MatrixId printed) {
    if (library == CodeLibrary::textbook) return textbookProgram(document, printed);
    std::vector<PythonCell> cells = computingCells(document, library);
    for (PythonCell& cell : cells) cell.shown.clear();
    if (library == CodeLibrary::numpy) {
        cells.insert(cells.begin(), {.code = {std::string(kNumpyPrintOptions)}});
    }
    const std::string name = codeName(document.report.document, library, printed);
    cells.push_back({.code = {fmt::format("print({})", name)}});
    return scriptOf(document, cells, say::code::Script{});
}

Result<std::string> maskScript(const DocumentExport& document) {
    const Document& d = document.report.document;
    const Wording& wording = wordingIn(document.language);
    const auto said = [&](const Message& message) { return wording.text(message); };
    std::vector<std::string> given{fmt::format("n = {}", d.n())};
    const std::vector<std::string> lists = maskListLines(d.mask, CodeLibrary::pytorch);
    given.insert(given.end(), lists.begin(), lists.end());
    std::vector<std::string> about_scores{said(say::code::ScoreMod{})};
    if (info(d.masking.method).place == MaskingPlace::weights) {
        about_scores.push_back(said(say::code::MasksWeights{}));
    }
    const std::vector<PythonCell> cells{
        {.code = given},
        {.notes = {said(say::code::BooleanMask{})}, .code = plainMaskCode(d)},
        {.notes = {said(say::code::AdditiveMask{})}, .code = additiveMaskCode(d)},
        {.notes = {said(say::code::MaskMod{})}, .code = maskModCode(d.mask)},
        {.notes = about_scores, .code = scoreModCode(d)},
    };
    return scriptOf(document, cells, say::code::MaskScript{});
}

}  // namespace lookback
