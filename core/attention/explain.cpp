#include "core/attention/explain.h"

#include "core/attention/explain/parts.h"

namespace lookback {

Explanation explainCell(const Document& document, const Trace& trace, MatrixId id, Index head,
                        Cell cell, const ExplainOptions& options) {
    const Site site(document, trace, id, head, cell);
    const CellNames names(document);
    Explanation explanation;
    explanation.operation = operationOf(site);
    explanation.subject = joined(names.cell(id, site.head, cell));
    for (Piece& piece : explanation.subject) piece.bold = true;
    const ExplainContext context{site, explanation.operation, names, options};
    explanation.lines = linesOf(context, explanation.folded);
    for (TextLine& line : explanation.lines) line = joined(line);
    explanation.meaning = joined(meaningOf(context));
    return explanation;
}

}  // namespace lookback
