/// A document's computation as code: each step's lines in PyTorch, in NumPy and in the C++ of
/// core/attention, with the document's own settings. Exports and the window take them from here.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/base/range.h"
#include "core/code/code_library.h"
#include "core/document/document.h"
#include "core/document/matrix_id.h"

namespace lookback {

/// A line of code, and the stage that it computes or prepares.
struct CodeLine {
    std::string text;
    MatrixId stage = MatrixId::embeddings;
};

/// The whole computation of a document, from its given numbers on. Every stage of the document has
/// lines, side by side. Matrices and lists of the document are given before, under their names: the
/// weights and embeddings, a learned `table`, and the lists of mask rules (`maskLists`); in the
/// textbook also `slopes` that the document gives.
[[nodiscard]] std::vector<CodeLine> forwardCode(const Document& document, CodeLibrary library);

/// The same in PyTorch for a batch of sentences of n tokens, embeddings of shape (batch, n, d_in),
/// such that gradients go back through it: none of them is NaN where the result is a number.
[[nodiscard]] std::vector<CodeLine> batchCode(const Document& document);

/// The places of a stage's lines in `forwardCode`; empty for a stage that the document lacks.
[[nodiscard]] Range linesOfStage(const std::vector<CodeLine>& lines, MatrixId stage);

/// The variable that holds a weight or a stage. For a document made from a shipped notebook, the
/// notebook's own; the textbook has its own names.
[[nodiscard]] std::string codeName(const Document& document, CodeLibrary library, MatrixId id);

/// The shape of the variable, as Python writes it: `(3, 2)`, with several heads `(2, 3, 2)`. The
/// textbook has a matrix for each head.
[[nodiscard]] std::string codeShape(const Document& document, CodeLibrary library, MatrixId stage);

/// The variable of a learned table of positions, of which P is the first n rows.
inline constexpr std::string_view kTableName = "table";

/// True where True in the code's mask means blocked, as in the notebooks that use `masked_fill`;
/// the trace's true means allowed.
[[nodiscard]] bool codeMaskBlocks(const Document& document, CodeLibrary library);

/// The function `rounded` of a document with a dtype that the code rounds to; empty for others, and
/// for the textbook, which computes in double.
[[nodiscard]] std::vector<std::string> roundingCode(const Document& document, CodeLibrary library);

/// True where each result is kept as float32 and rounded to the document's dtype by `rounded`:
/// float16 and bfloat16.
[[nodiscard]] bool isRoundedInCode(const Document& document);

}  // namespace lookback
