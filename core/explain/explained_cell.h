#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/base/message.h"
#include "core/engine/arithmetic.h"
#include "core/engine/trace.h"
#include "core/explain/explain.h"

// For the sources of this folder and those that define methods (core/masking, core/positions).

namespace lookback {

/// A cell and the row of its stage in the stage table.
struct ExplainedCell {
    const Document& document;
    const Trace& trace;
    MatrixId id;
    Index head;  ///< of the operands: for the context, the head that a column belongs to
    Cell cell;
    Index column;  ///< the cell's column within its head
    Arithmetic kind;
    MatrixId left;
    MatrixId right;

    ExplainedCell(const Document& of, const Trace& in, MatrixId matrix, Index in_head, Cell at);

    [[nodiscard]] MatrixView leftView() const { return trace.view(left, head); }
    [[nodiscard]] MatrixView rightView() const { return matrixById(document, trace, right, head); }
    [[nodiscard]] double result() const;
    [[nodiscard]] bool allowed(Index key) const {
        return trace.view(MatrixId::mask)(cell.row, key) != 0;
    }
    /// True for a blocked cell of the scores or weights, in a stage after the mask.
    [[nodiscard]] bool isBlocked() const;
    /// True for a row that masking sets to 0, since no key is allowed.
    [[nodiscard]] bool isEmptied() const;
    /// True for a cell that was painted in the mask by hand.
    [[nodiscard]] bool isFlipped() const;
    /// The column of the weights in the cell's dot product.
    [[nodiscard]] Index weightColumn() const;
};

/// The two columns that a rotation mixes to make the cell's pair, and the angle.
struct RotatedPair {
    Index first = 0;
    Index second = 0;
    double angle = 0;
};
[[nodiscard]] RotatedPair rotatedPair(const ExplainedCell& explained);

[[nodiscard]] Operation operationOf(const ExplainedCell& explained);

/// Which keys of a row, or queries of a column, are masked and contribute exactly nothing: one for
/// each of `left`.
[[nodiscard]] std::vector<bool> silentKeys(const ExplainedCell& explained,
                                           const Operation& operation);

/// Names of cells, with the tokens' labels.
class CellNames {
public:
    /// @param labels of the tokens; must outlive the names
    CellNames(const Document& document, const std::vector<std::string>& labels,
              const Conventions& conventions)
        : document_(document), labels_(labels), conventions_(conventions) {}

    [[nodiscard]] const std::vector<std::string>& labels() const { return labels_; }
    [[nodiscard]] const std::string& label(Index token) const {
        return labels_[static_cast<std::size_t>(token)];
    }
    [[nodiscard]] TextLine cell(MatrixId id, Index head,
                                Cell cell) const;                          ///< `q(a)[1]`, `S[a, b]`
    [[nodiscard]] TextLine row(MatrixId id, Index head, Index row) const;  ///< `q(a)`
    [[nodiscard]] TextLine column(MatrixId id, Index col) const;           ///< `column 1 of W_q`

private:
    [[nodiscard]] TextLine symbol(MatrixId id, Index head, std::string_view text) const;

    const Document& document_;
    const std::vector<std::string>& labels_;
    Conventions conventions_;
};

[[nodiscard]] Ink inkOf(MatrixId id);
[[nodiscard]] TextLine inInk(TextLine line, Ink ink);

/// The line with neighbouring pieces of the same look joined.
[[nodiscard]] TextLine joined(TextLine line);

inline TextLine& operator<<(TextLine& line, Piece piece) {
    line.push_back(std::move(piece));
    return line;
}
inline TextLine& operator<<(TextLine& line, std::string text) {
    return line << Piece{std::move(text)};
}
inline TextLine& operator<<(TextLine& line, const Message& words) { return line << pieceOf(words); }
inline TextLine& operator<<(TextLine& line, const TextLine& more) {
    line.insert(line.end(), more.begin(), more.end());
    return line;
}

/// The data of formulas and sentences about a cell.
struct ExplainContext {
    const ExplainedCell& explained;
    const Operation& operation;
    const CellNames& names;
    const ExplainOptions& options;
    Conventions conventions{};
    int more = 0;  ///< digits of operands beyond the decimals of the options

    /// A number in a sentence, or a result.
    [[nodiscard]] std::string digits(double value) const;
    /// A number that a result is computed from.
    [[nodiscard]] std::string operand(double value) const;
    /// The number that the digits of `operand` say.
    [[nodiscard]] double shown(double value) const;
    [[nodiscard]] ExplainContext withMore(int digits) const;
};

/// The right-hand sides of an explanation.
struct CellLines {
    std::vector<TextLine> lines{};
    std::optional<double> shown{};  ///< result of the digits of the last line; nothing: it is not
                                    ///< arithmetic, or has no digits of its own
    bool holds = true;              ///< the shown digits of all expressions give the same number
};

/// The right-hand sides, the last with its result. An operand has more digits where the result
/// needs them; where these do not suffice, either, "≈" stands in place of "=".
/// Sets `folded` where terms are left out.
[[nodiscard]] CellLines linesOf(const ExplainContext& context, bool& folded);

[[nodiscard]] std::vector<Message> meaningOf(const ExplainContext& context);

}  // namespace lookback
