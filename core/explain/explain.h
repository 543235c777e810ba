#pragma once

#include <string>
#include <vector>

#include "core/attention/arithmetic.h"
#include "core/base/matrix_view.h"
#include "core/explain/cell_range.h"
#include "core/explain/conventions.h"
#include "core/explain/text_line.h"

namespace lookback {

struct Document;
struct Masking;
struct Trace;

/// Exactly the cells that a cell was made from. A masked key that weighs nothing is not among them,
/// so a causal row stops at the diagonal; a blocked key that still counts (a mistaken method, an
/// empty row filled with a finite value) is. The cell's own key always is: a masked weight is 0
/// because of its own masked score. Weights and given numbers are made from nothing.
/// @param head of a matrix that exists once a head; 0 otherwise.
[[nodiscard]] std::vector<CellRange> inputsOf(const Document& document, const Trace& trace,
                                              MatrixId id, Index head, Cell cell);

/// The computation of one cell with its operands in full precision; the lines show them rounded.
struct Operation {
    Arithmetic kind = Arithmetic::given;
    std::vector<double> left{};   ///< factors, exponents, the row or the one number
    std::vector<double> right{};  ///< factors to `left`, or what is added
    std::vector<bool> allowed{};  ///< what the mask says, one for each of `left`
    std::size_t at = 0;           ///< which of `left` the cell itself is (softmax, renormalising)
    double number = 0;            ///< divisor, cap, slope times distance, sine or masking value
    double result = 0;            ///< as the trace holds it
    ScalarKind scalar = ScalarKind::float64;  ///< what the engine rounds to
};

/// Redoes an operation from its operands: in double precision, rounded where the engine rounds. It
/// gives the result but for the order in which the engine adds up: in 16 bits that is the same
/// number or, seldom, its neighbour.
[[nodiscard]] double redo(const Operation& operation, const Masking& masking);

/// Redoes an operation without any rounding to the dtype.
[[nodiscard]] double redoByHand(Operation operation, const Masking& masking);

/// Where a number comes from, in formulas and in words.
struct Explanation {
    Operation operation;
    TextLine subject;             ///< left of the equals signs: `S[a, Write]`
    std::vector<TextLine> lines;  ///< right of each equals sign: symbols first, then numbers
    TextLine meaning;             ///< one or two sentences about these tokens and numbers
    bool folded = false;          ///< some terms are left out
};

struct ExplainOptions {
    int decimals = 4;
    std::size_t most_terms = 6;  ///< longer sums are folded in the middle
    /// Labels of the tokens (`tokenLabels`); null: they are derived.
    const std::vector<std::string>* labels = nullptr;
};

/// Explains a cell of a stage, or of a weight of the document (where it comes from).
/// The last line ends with " = " and the result, a piece in Ink::result.
/// @param conventions where columns are queries, keys stand to the left of them in a score
[[nodiscard]] Explanation explainCell(const Document& document, const Trace& trace, MatrixId id,
                                      Index head, Cell cell, const ExplainOptions& options = {},
                                      const Conventions& conventions = {});

/// The lines of `explainCell` alone, to find out how many terms there is room for.
[[nodiscard]] std::vector<TextLine> explainedLines(const Document& document, const Trace& trace,
                                                   MatrixId id, Index head, Cell cell,
                                                   const ExplainOptions& options,
                                                   const Conventions& conventions = {});

/// The name of a cell of any matrix: `S[a, Write]`, `q(a)[1]`, `W_Q[1, 2]` (a lowered Q);
/// dimensions count from 1, and where there are several heads, the head's number is lowered too.
/// @param labels of the tokens, long ones in full (`wholeLabels`)
/// @param conventions where columns are queries, the row that stands first is the key
[[nodiscard]] TextLine cellName(const Document& document, const std::vector<std::string>& labels,
                                MatrixId id, Index head, Cell cell,
                                const Conventions& conventions = {});

}  // namespace lookback
