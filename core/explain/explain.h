#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/base/matrix_view.h"
#include "core/base/message.h"
#include "core/engine/arithmetic.h"
#include "core/explain/cell_range.h"
#include "core/explain/conventions.h"
#include "core/explain/text_line.h"

namespace lookback {

struct Document;
struct Masking;
struct Trace;

/// Exactly the cells that a cell was computed from. They include blocked keys only where these get
/// weight (a mistaken method, an empty row filled with a finite value): a causal row stops at the
/// diagonal. They always include the cell's own key: a masked weight is 0 because of its own masked
/// score. Weights and given numbers have no inputs.
/// @param head of a matrix that exists once a head; 0 otherwise.
[[nodiscard]] std::vector<CellRange> inputsOf(const Document& document, const Trace& trace,
                                              MatrixId id, Index head, Cell cell);

/// The computation of one cell with its operands in full precision; the lines show them rounded.
struct Operation {
    Arithmetic kind = Arithmetic::given;
    std::vector<double> left{};    ///< factors, exponents, the numbers of the row, or one number
    std::vector<double> right{};   ///< factors to `left`, or summands
    std::vector<bool> allowed{};   ///< of the mask, one for each of `left`
    std::size_t at = 0;            ///< the cell's place in `left` (softmax, renormalising)
    double number = 0;             ///< divisor, cap, slope times distance, sine or masking value
    std::optional<double> bias{};  ///< the last summand of a product with weights
    double result = 0;             ///< as the trace holds it
    ScalarKind scalar = ScalarKind::float64;  ///< to which the engine rounds
};

/// Redoes an operation from its operands: in double precision, rounded where the engine rounds. The
/// order of additions may differ from the engine's: in 16 bits the result is the same number or, in
/// rare cases, its neighbour.
[[nodiscard]] double redo(const Operation& operation, const Masking& masking);

/// Redoes an operation, rounded where the engine rounds, but for its result.
[[nodiscard]] double redoUnrounded(const Operation& operation, const Masking& masking);

/// The origin of a number, in formulas and in words.
struct Explanation {
    Operation operation;
    TextLine subject;              ///< left of the equals signs: `S[a, Write]`
    std::vector<TextLine> lines;   ///< right of each `signBefore`: symbols first, then numbers
    std::vector<Message> meaning;  ///< one to four sentences about these tokens and numbers
    bool folded = false;           ///< some terms are left out
    bool is_approximate = false;  ///< a line has "≈", since its shown digits do not give the result
};

struct ExplainOptions {
    int decimals = 4;
    std::size_t most_terms = 6;  ///< longer sums are folded in the middle
    /// Digits that an operand may get beyond `decimals`, where the sum needs them.
    int most_more_digits = 3;
    /// Labels of the tokens; null: `tokenLabels` of the document.
    const std::vector<std::string>* labels = nullptr;
    bool tells_row = true;      ///< the meaning may tell of other cells of the row
    bool tells_weights = true;  ///< the meaning of a masked score may tell its weight
};

/// Explains a cell of a stage, or the origin of a weight of the document.
/// The last line ends with " = " or " ≈ " and the result, a piece in Ink::result.
/// @param conventions where columns are queries, the key is the left factor of a score
[[nodiscard]] Explanation explainCell(const Document& document, const Trace& trace, MatrixId id,
                                      Index head, Cell cell, const ExplainOptions& options = {},
                                      const Conventions& conventions = {});

/// The lines of `explainCell` alone, for callers that measure how many terms fit.
[[nodiscard]] std::vector<TextLine> explainedLines(const Document& document, const Trace& trace,
                                                   MatrixId id, Index head, Cell cell,
                                                   const ExplainOptions& options,
                                                   const Conventions& conventions = {});

/// The name of a cell of any matrix: `S[a, Write]`, `q(a)[1]`, `W_q[1, 2]` (a lowered Q);
/// dimensions count from 1, and where there are several heads, the head's number is lowered too.
/// @param labels of the tokens, long ones in full (`wholeLabels`)
/// @param conventions where columns are queries, the key comes first
[[nodiscard]] TextLine cellName(const Document& document, const std::vector<std::string>& labels,
                                MatrixId id, Index head, Cell cell,
                                const Conventions& conventions = {});

}  // namespace lookback
