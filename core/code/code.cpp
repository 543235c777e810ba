#include "core/code/code.h"

#include <algorithm>

#include <fmt/format.h>

#include "core/code/code_names.h"
#include "core/code/forward_code.h"
#include "core/engine/stages.h"

namespace lookback {

std::vector<CodeLine> forwardCode(const Document& document, CodeLibrary library) {
    if (library == CodeLibrary::textbook) return textbookForward(document);
    return pythonForward(document, library);
}

std::vector<CodeLine> batchCode(const Document& document) {
    return pythonForward(document, CodeLibrary::pytorch, true);
}

Range linesOfStage(const std::vector<CodeLine>& lines, MatrixId stage) {
    const auto is_of_stage = [&](const CodeLine& line) { return line.stage == stage; };
    const auto first = std::find_if(lines.begin(), lines.end(), is_of_stage);
    const auto last = std::find_if_not(first, lines.end(), is_of_stage);
    return {first - lines.begin(), last - lines.begin()};
}

std::string codeName(const Document& document, CodeLibrary library, MatrixId id) {
    if (library == CodeLibrary::textbook) return std::string(textbookName(id));
    return pythonName(document, id);
}

std::string codeShape(const Document& document, CodeLibrary library, MatrixId id) {
    const TensorShape shape = stageShape(stage(id), document);
    const bool has_heads = info(id).per_head && document.heads > 1;
    const std::string heads = has_heads && library != CodeLibrary::textbook
                                  ? fmt::format("{}, ", document.heads)
                                  : std::string();
    return fmt::format("({}{}, {})", heads, shape.rows, shape.cols);
}

bool codeMaskBlocks(const Document& document, CodeLibrary library) {
    return library != CodeLibrary::textbook && notebookBlocks(document);
}

bool isRoundedInCode(const Document& document) {
    return document.dtype == DType::float16 || document.dtype == DType::bfloat16;
}

}  // namespace lookback
