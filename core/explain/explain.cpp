#include "core/explain/explain.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "core/base/text.h"
#include "core/document/labels.h"
#include "core/explain/explained_cell.h"
#include "core/explain/in_conventions.h"
#include "messages/explain.h"

namespace lookback {
namespace {

CellLines joinedLines(const ExplainContext& context, bool& folded) {
    CellLines lines = linesOf(context, folded);
    for (TextLine& line : lines.lines) line = joined(std::move(line));
    return lines;
}

/// The labels of the options, else derived into `own`.
const std::vector<std::string>& labelsOf(const Document& document, const ExplainOptions& options,
                                         std::vector<std::string>& own) {
    if (options.labels != nullptr) return *options.labels;
    return own = tokenLabels(document.tokens);
}

bool looksLike(const Piece& a, const Piece& b) {
    return a.ink == b.ink && a.bold == b.bold && a.raised == b.raised && !a.fold && !b.fold &&
           !a.words && !b.words && !a.is_whole && !b.is_whole && !b.is_approximate;
}

}  // namespace

std::string plainText(const TextLine& line) {
    std::string text;
    for (const Piece& piece : line) text += piece.text;
    return text;
}

std::string withSigns(const TextLine& line) {
    std::string text;
    for (const Piece& piece : line) {
        if (piece.raised != 0) text += piece.raised > 0 ? '^' : '_';
        text += piece.text;
    }
    return text;
}

TextLine parseSymbols(std::string_view text, Ink ink) {
    TextLine line;
    const auto add = [&](std::string part, int raised) {
        if (!part.empty()) line.push_back({std::move(part), ink, false, raised, false});
    };
    std::string run;
    for (std::size_t k = 0; k < text.size(); ++k) {
        if ((text[k] != '_' && text[k] != '^') || k + 1 == text.size()) {
            run += text[k];
            continue;
        }
        add(std::move(run), 0);
        run.clear();
        const int raised = text[k] == '^' ? 1 : -1;
        std::string script;
        if (text[k + 1] == '(') {
            const std::size_t end = std::min(text.find(')', k), text.size() - 1);
            script = text.substr(k + 2, end - k - 2);
            k = end;
        } else {
            script = text.substr(++k, 1);
        }
        add(std::move(script), raised);
    }
    add(std::move(run), 0);
    return line;
}

Explanation explainCell(const Document& document, const Trace& trace, MatrixId id, Index head,
                        Cell cell, const ExplainOptions& options, const Conventions& conventions) {
    const ExplainedCell explained(document, trace, id, head, cell);
    std::vector<std::string> own_labels;
    const CellNames names(document, labelsOf(document, options, own_labels), conventions);
    Explanation explanation;
    explanation.operation = operationOf(explained);
    explanation.subject = joined(names.cell(id, explained.head, cell));
    for (Piece& piece : explanation.subject) piece.bold = true;
    const ExplainContext context{explained, explanation.operation, names, options, conventions};
    CellLines lines = joinedLines(context, explanation.folded);
    explanation.lines = std::move(lines.lines);
    explanation.is_approximate =
        !lines.holds || std::any_of(explanation.lines.begin(), explanation.lines.end(),
                                    [](const TextLine& line) { return signBefore(line) != "="; });
    explanation.meaning = meaningOf(context);
    return explanation;
}

std::vector<TextLine> explainedLines(const Document& document, const Trace& trace, MatrixId id,
                                     Index head, Cell cell, const ExplainOptions& options,
                                     const Conventions& conventions) {
    const ExplainedCell explained(document, trace, id, head, cell);
    std::vector<std::string> own_labels;
    const CellNames names(document, labelsOf(document, options, own_labels), conventions);
    const Operation operation = operationOf(explained);
    bool folded = false;
    return joinedLines({explained, operation, names, options, conventions}, folded).lines;
}

Ink inkOf(Role role) {
    switch (role) {
        case Role::query: return Ink::query;
        case Role::key: return Ink::key;
        case Role::value: return Ink::value;
        case Role::weights: return Ink::weights;
        case Role::plain: break;
    }
    return Ink::plain;
}

Ink inkOf(MatrixId id) { return inkOf(info(id).role); }

TextLine inInk(TextLine line, Ink ink) {
    for (Piece& piece : line) piece.ink = ink;
    return line;
}

TextLine joined(TextLine line) {
    TextLine result;
    for (Piece& piece : line) {
        if (!result.empty() && looksLike(result.back(), piece)) {
            result.back().text += piece.text;
        } else {
            result.push_back(std::move(piece));
        }
    }
    return result;
}

/// `S_M` as S with a lowered M; with several heads the head's number is lowered too.
TextLine CellNames::symbol(MatrixId id, Index head, std::string_view text) const {
    const std::size_t bar = text.find('_');
    const Ink ink = inkOf(id);
    TextLine line{{std::string(text.substr(0, bar)), ink}};
    std::string lowered;
    if (bar != std::string_view::npos) lowered = text.substr(bar + 1);
    if (info(id).per_head && document_.heads > 1) {
        lowered += fmt::format("{}{}", lowered.empty() ? "" : ",", head + 1);
    }
    if (!lowered.empty()) line << Piece{.text = lowered, .ink = ink, .raised = -1};
    return line;
}

TextLine CellNames::row(MatrixId id, Index head, Index row) const {
    TextLine line = symbol(id, head, info(id).entry);
    return line << Piece{fmt::format("({})", label(row)), inkOf(id)};
}

TextLine CellNames::column(MatrixId id, Index col) const {
    TextLine line{pieceOf(say::explain::LineColumn{.n = Count{col + 1}}, inkOf(id))};
    return line << symbol(id, 0, info(id).symbol);
}

TextLine CellNames::cell(MatrixId id, Index head, Cell cell) const {
    const MatrixInfo& matrix = info(id);
    if (matrix.rows == Axis::dimension) {
        TextLine line = symbol(id, head, matrix.symbol);
        const std::string at = isBias(id) ? fmt::format("[{}]", cell.col + 1)
                                          : fmt::format("[{}, {}]", cell.row + 1, cell.col + 1);
        return line << Piece{at, inkOf(id)};
    }
    if (matrix.cols == Axis::dimension) {
        TextLine line = row(id, head, cell.row);
        return line << Piece{fmt::format("[{}]", cell.col + 1), inkOf(id)};
    }
    TextLine line = symbol(id, head, matrix.entry);
    const Cell stands = isTurned(id, conventions_) ? Cell{cell.col, cell.row} : cell;
    return line << Piece{fmt::format("[{}, {}]", label(stands.row), label(stands.col)), inkOf(id)};
}

TextLine cellName(const Document& document, const std::vector<std::string>& labels, MatrixId id,
                  Index head, Cell cell, const Conventions& conventions) {
    return joined(CellNames(document, labels, conventions).cell(id, head, cell));
}

std::string ExplainContext::digits(double value) const {
    return formatNumber(value, options.decimals);
}

std::string ExplainContext::operand(double value) const {
    return formatOperand(value, options.decimals, more);
}

double ExplainContext::shown(double value) const {
    return operandAsShown(value, options.decimals, more);
}

ExplainContext ExplainContext::withMore(int digits) const {
    ExplainContext context = *this;
    context.more = digits;
    return context;
}

}  // namespace lookback
