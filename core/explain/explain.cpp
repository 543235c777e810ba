#include "core/explain/explain.h"

#include <utility>

#include "core/document/labels.h"
#include "core/explain/explained_cell.h"
#include "core/explain/written.h"

namespace lookback {
namespace {

std::vector<TextLine> joinedLines(const ExplainContext& context, bool& folded) {
    std::vector<TextLine> lines = linesOf(context, folded);
    for (TextLine& line : lines) {
        line = joined(std::move(line));
        if (!isOfPairs(context.explained.id)) continue;
        for (Piece& piece : line) {  // the others are names and numbers
            if (piece.ink == Ink::soft) {
                piece.text = written(piece.text, context.conventions);
            }
        }
    }
    return lines;
}

/// Those that the caller has, else derived into `own`.
const std::vector<std::string>& labelsOf(const Document& document, const ExplainOptions& options,
                                         std::vector<std::string>& own) {
    if (options.labels != nullptr) return *options.labels;
    return own = tokenLabels(document.tokens);
}

}  // namespace

std::string plainText(const TextLine& line) {
    std::string text;
    for (const Piece& piece : line) text += piece.text;
    return text;
}

Explanation explainCell(const Document& document, const Trace& trace, MatrixId id, Index head,
                        Cell cell, const ExplainOptions& options) {
    return writtenCell(document, trace, id, head, cell, options, {});
}

std::vector<TextLine> explainedLines(const Document& document, const Trace& trace, MatrixId id,
                                     Index head, Cell cell, const ExplainOptions& options) {
    return writtenLines(document, trace, id, head, cell, options, {});
}

Explanation writtenCell(const Document& document, const Trace& trace, MatrixId id, Index head,
                        Cell cell, const ExplainOptions& options, const Conventions& conventions) {
    const ExplainedCell explained(document, trace, id, head, cell);
    std::vector<std::string> own_labels;
    const CellNames names(document, labelsOf(document, options, own_labels), conventions);
    Explanation explanation;
    explanation.operation = operationOf(explained);
    explanation.subject = joined(names.cell(id, explained.head, cell));
    for (Piece& piece : explanation.subject) piece.bold = true;
    const ExplainContext context{explained, explanation.operation, names, options, conventions};
    explanation.lines = joinedLines(context, explanation.folded);
    explanation.meaning = joined(meaningOf(context));
    if (isOfPairs(id)) {
        explanation.meaning = written(std::move(explanation.meaning), conventions);
    }
    return explanation;
}

std::vector<TextLine> writtenLines(const Document& document, const Trace& trace, MatrixId id,
                                   Index head, Cell cell, const ExplainOptions& options,
                                   const Conventions& conventions) {
    const ExplainedCell explained(document, trace, id, head, cell);
    std::vector<std::string> own_labels;
    const CellNames names(document, labelsOf(document, options, own_labels), conventions);
    const Operation operation = operationOf(explained);
    bool folded = false;
    return joinedLines({explained, operation, names, options, conventions}, folded);
}

}  // namespace lookback
