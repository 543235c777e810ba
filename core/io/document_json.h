#pragma once

#include <string>
#include <string_view>

#include "core/base/result.h"
#include "core/document/document.h"
#include "core/io/json_tree.h"

namespace lookback {

/// The version of the file format that is read and written.
inline constexpr int kFileVersion = 1;

/// Reads a document file, all or nothing. Matrices that the file leaves to its draw are drawn.
/// Errors: every fault with its JSON path, at most 20 of them; a syntax fault with line and column.
/// Without any rows the width of the embeddings is that of weights.query.
[[nodiscard]] Checked<Document> readDocument(std::string_view text);

/// The document as a file: every number exactly, fields in the contract's order, absent ones left
/// out. A draw that no longer gives the document's numbers is left out.
[[nodiscard]] std::string writeDocument(const Document& document);

}  // namespace lookback
