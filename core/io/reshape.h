#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/document/document.h"
#include "core/document/shape.h"
#include "core/io/system_memory.h"

namespace lookback {

/// The document with other widths or another number of heads. A head keeps its columns; a learned
/// position table gets zeros. Numbers that are new are drawn: those of tokens from their letters
/// (`drawnEmbedding`), those of weights as a layer of PyTorch, or normally distributed of NumPy,
/// from library and seed of the document's recipe, else from PyTorch's seed 42. W_o keeps its
/// width, unless that was d_model or heads * d_v: then it gets the new d_model or heads * d_v.
/// @param redraws all numbers are drawn, and `draw` is their recipe
/// @param allowed bytes of memory that the new document and its trace may take
[[nodiscard]] Checked<Document> reshaped(const Document& document, const DocumentShape& shape,
                                         bool redraws, double allowed = allowedMemory());

/// The document with the embeddings of a model: d_model becomes the model's, as in `reshaped`, and
/// each token of the vocabulary gets its row.
/// @param embeddings one row for each entry of the vocabulary
[[nodiscard]] Checked<Document> withEmbeddings(const Document& document,
                                               const std::vector<std::string>& vocabulary,
                                               const Matrix<double>& embeddings,
                                               double allowed = allowedMemory());

/// A causal document without a title, whose embeddings are drawn from the letters of its tokens,
/// and its weights as in `reshaped`.
/// @param library that draws the weights, as files spell it. Errors: `draw.library`, `draw.seed`
[[nodiscard]] Checked<Document> newDocument(const std::vector<std::string>& tokens,
                                            const DocumentShape& shape, std::string_view library,
                                            std::string_view seed,
                                            double allowed = allowedMemory());

}  // namespace lookback
