#include "app/state/model/shown_code.h"

#include <algorithm>
#include <cctype>
#include <string_view>

#include "app/state/model/app_state.h"
#include "app/state/model/shown_quantity.h"
#include "core/document/edit.h"
#include "core/engine/attend.h"
#include "core/engine/stages.h"
#include "core/io/python_script.h"
#include "core/io/textbook_program.h"
#include "core/lesson/expectations.h"
#include "core/words/say.h"
#include "messages/faults.h"

namespace lookback {
namespace {

/// Numbers of a stage of which a print is made: forming it takes at most a few milliseconds.
constexpr Index kMostPrintedNumbers = 100'000;
/// Numbers of a document that are copied as code.
constexpr Index kMostCopiedNumbers = 250'000;

bool isOfName(char sign) {
    return std::isalnum(static_cast<unsigned char>(sign)) != 0 || sign == '_';
}

/// The names of a document's matrices in code.
class CodeInk {
public:
    CodeInk(const Document& document, CodeLibrary library, MatrixId stage)
        : bold_(codeName(document, library, stage)) {
        for (const MatrixInfo& matrix : kMatrices) {
            const Ink ink = inkOf(matrix.role);
            if (ink != Ink::plain) names_.push_back({codeName(document, library, matrix.id), ink});
        }
    }

    /// Returns a line of code in pieces. Attributes and names of arguments, such as the k of
    /// `k=1`, are no matrices.
    [[nodiscard]] TextLine line(const std::string& text) const {
        TextLine line;
        for (std::size_t at = 0; at < text.size();) {
            std::size_t end = at;
            while (end < text.size() && isOfName(text[end])) ++end;
            if (end == at) {
                while (end < text.size() && !isOfName(text[end])) ++end;
                add(line, {text.substr(at, end - at)});
            } else {
                const bool is_argument =
                    end + 1 < text.size() && text[end] == '=' && text[end + 1] != '=';
                const bool is_attribute = at > 0 && text[at - 1] == '.';
                const std::string name = text.substr(at, end - at);
                add(line, is_argument || is_attribute ? Piece{name} : pieceOfName(name));
            }
            at = end;
        }
        return line;
    }

private:
    struct Named {
        std::string name;
        Ink ink;
    };

    [[nodiscard]] Piece pieceOfName(const std::string& name) const {
        Piece piece{name};
        piece.bold = name == bold_;
        const auto found = std::find_if(names_.begin(), names_.end(),
                                        [&](const Named& row) { return row.name == name; });
        if (found != names_.end()) piece.ink = found->ink;
        return piece;
    }

    static void add(TextLine& line, Piece piece) {
        const bool goes_on =
            !line.empty() && line.back().ink == piece.ink && line.back().bold == piece.bold;
        if (goes_on) {
            line.back().text += piece.text;
        } else {
            line.push_back(std::move(piece));
        }
    }

    std::vector<Named> names_;
    std::string bold_;
};

std::vector<std::string> linesOfText(const std::string& text) {
    std::vector<std::string> lines;
    std::size_t begin = 0;
    for (std::size_t end = text.find('\n'); end != std::string::npos;
         end = text.find('\n', begin)) {
        lines.push_back(text.substr(begin, end - begin));
        begin = end + 1;
    }
    lines.push_back(text.substr(begin));
    return lines;
}

/// The numbers of a stage as its code has them in PyTorch or NumPy. The mask is in focus of no
/// step.
PrintTensor tensorInPython(const Document& document, const Trace& trace, MatrixId id) {
    PrintTensor tensor = allHeads(document, trace, id);
    if (isRoundedInCode(document)) tensor.kind = ScalarKind::float32;
    return tensor;
}

/// The numbers of a stage as the textbook computes them, in double.
PrintTensor tensorInTextbook(const Document& document, const Trace& trace, MatrixId id) {
    if (document.dtype == DType::float64) return allHeads(document, trace, id);
    const Document in_double = textbookDocument(document);
    return allHeads(in_double, attendOnly(in_double, std::vector{id}), id);
}

void printStage(const AppState& state, CodeLibrary library, MatrixId id, StageCode& code) {
    const Document& document = state.document();
    const Trace& trace = state.trace();
    const Tensor& stage = trace.tensor(id);
    const Index numbers = stage.heads() * stage.rows() * stage.cols();
    const bool is_textbook = library == CodeLibrary::textbook;
    const bool is_printed = is_textbook ? numbers <= static_cast<Index>(kMostEigenPrinted) &&
                                              mayBeComputedTwice(document)
                                        : numbers <= kMostPrintedNumbers;
    code.is_too_large = !is_printed;
    if (!is_printed || numbers == 0) return;
    code.cols = stage.cols();
    code.cells_of_head = stage.rows() * stage.cols();
    if (is_textbook) {
        const PrintTensor tensor = tensorInTextbook(document, trace, id);
        code.print = linesOfText(printEigen(tensor));
        code.numbers = numbersInPrint(tensor, code.print, eigenCells(tensor));
        return;
    }
    const PrintStyle style =
        library == CodeLibrary::pytorch ? PrintStyle::torch : PrintStyle::numpy;
    const PrintTensor tensor = tensorInPython(document, trace, id);
    code.print = linesOfText(printed(tensor, style));
    code.numbers = numbersInPrint(tensor, code.print, printedCells(tensor, style));
    const auto expected = checkPrint(document, trace, id, style);
    if (!expected) return;
    code.expected = expected->numbers;
    code.met = expected->numbers - std::ssize(expected->misses);
}

/// The painted cells of the mask that a lesson hides.
std::vector<Cell> hiddenFlips(const AppState& state) {
    if (!hidesCellsOf(state, MatrixId::mask)) return {};
    std::vector<Cell> flips = state.document().mask.flips;
    std::erase_if(flips, [&](const Cell& cell) {
        return !state.lesson.hiding.cells.has(MatrixId::mask, 0, cell);
    });
    return flips;
}

/// The lines of code without those that paint hidden cells.
std::vector<CodeLine> shownCode(const Document& document, CodeLibrary library,
                                const std::vector<Cell>& hidden) {
    if (hidden.empty()) return forwardCode(document, library);
    Document shown = document;
    std::erase_if(shown.mask.flips, [&](const Cell& cell) {
        return std::find(hidden.begin(), hidden.end(), cell) != hidden.end();
    });
    return forwardCode(shown, library);
}

/// Numbers that code begins with: matrices, lists of masks, painted cells.
Index givenNumbers(const Document& document) {
    Index numbers = std::ssize(document.mask.flips);
    for (const MatrixId id : kEditableMatrices) {
        const std::optional<Cell> size = editableSize(document, id);
        if (size) numbers += size->row * size->col;
    }
    for (const MaskRule& rule : document.mask.rules) {
        numbers += std::ssize(rule.per_token) + document.n() * std::ssize(rule.allowed);
    }
    return numbers;
}

}  // namespace

const PrintedNumber* StageCode::find(Index head, Cell cell) const {
    const Index value = head * cells_of_head + cell.row * cols + cell.col;
    const auto found = std::find_if(numbers.begin(), numbers.end(),
                                    [&](const PrintedNumber& row) { return row.value == value; });
    return found == numbers.end() ? nullptr : &*found;
}

const StageCode& ShownCode::of(const AppState& state) const {
    const Subject subject{state.preferences.code_library, state.place.step, stageInFocus(state),
                          state.shown.hasNumbers(), hiddenFlips(state)};
    return code_.of(subject, [&](StageCode& code) {
        const Document& document = state.document();
        std::vector<CodeLine> lines = shownCode(document, subject.library, subject.hidden_flips);
        // Empty lines after a function are for the prompt of Python.
        std::erase_if(lines, [](const CodeLine& line) { return line.text.empty(); });
        const CodeInk ink(document, subject.library, subject.stage);
        const std::vector<MatrixId>& of_step = state.step().stages;
        code = {};
        for (const CodeLine& line : lines) {
            code.lines.push_back(ink.line(line.text));
            code.is_of_step.push_back(std::find(of_step.begin(), of_step.end(), line.stage) !=
                                      of_step.end());
        }
        code.of_stage = linesOfStage(lines, subject.stage);
        code.shape = codeShape(document, subject.library, subject.stage);
        if (subject.has_numbers) printStage(state, subject.library, subject.stage, code);
    });
}

Result<std::string> codeToCopy(const AppState& state) {
    const Document& document = state.document();
    if (!state.lesson.hiding.cells.empty()) {
        return tl::unexpected(Error{"", hiddenByLesson(state)});
    }
    if (!state.shown.hasNumbers()) return tl::unexpected(Error{"", say::faults::NotComputed{}});
    const Index numbers = givenNumbers(document);
    if (numbers > kMostCopiedNumbers) {
        return tl::unexpected(Error{
            "", say::faults::CodeTooLarge{.n = Count{numbers}, .most = Count{kMostCopiedNumbers}}});
    }
    return wholeCode({.report = {document, state.trace(), state.trace().order},
                      .language = state.wording().language()},
                     state.preferences.code_library, stageInFocus(state));
}

}  // namespace lookback
