#pragma once

#include <string>
#include <string_view>

#include "core/base/result.h"
#include "core/document/document.h"
#include "core/io/json_tree.h"
#include "core/io/system_memory.h"

namespace lookback {

/// The version of the file format that is read and written.
inline constexpr int kFileVersion = 1;

/// Reads a document file, all or nothing. Matrices that the file leaves to its draw are drawn.
/// Errors: every fault with its JSON path, at most 20 of them; a syntax fault with line and column.
/// The width of a matrix without rows follows from its neighbour: embeddings from the rows of
/// weights.query, weights.value from the rows of weights.output, weights from their biases. Without
/// a neighbour (query, key and value of embeddings without numbers) it is 0.
/// @param allowed bytes of memory that the document and its trace may take
[[nodiscard]] Checked<Document> readDocument(std::string_view text,
                                             double allowed = allowedMemory());

/// Reads a document within other JSON, as `readDocument` reads a file.
[[nodiscard]] Checked<Document> documentOf(const Json& json, double allowed = allowedMemory());

/// The document as a file: every number exactly, fields in the contract's order, absent ones left
/// out. A draw that no longer gives the document's numbers is left out. Laid out for people, or
/// without any space where that would be more than `limit` bytes.
[[nodiscard]] std::string writeDocument(const Document& document,
                                        std::size_t limit = kMaxFileBytes);

/// The document as a file, after a test that it can be read again. Errors:
/// more than `limit` bytes; the first fault that the reader finds.
[[nodiscard]] Result<std::string> documentBytes(const Document& document,
                                                std::size_t limit = kMaxFileBytes);

}  // namespace lookback
