#pragma once

#include <optional>

#include "core/base/result.h"
#include "core/document/document.h"

namespace lookback {

// The memory that a document takes, in bytes, before anything is computed. Only the widths of its
// matrices are read, not their rows: so the size of an edit is known before memory is allocated.

/// The memory of a document without a trace: its own numbers.
[[nodiscard]] double keptMemoryOf(const Document& document);

/// The memory of a document that is computed: its own numbers, every stage of its trace, the
/// operands that the engine lays out, and its snapshots.
[[nodiscard]] double traceMemory(const Document& document);

/// The error of a document that takes more bytes than `allowed`; nothing where it takes no more.
/// @param document without `faults`, but for the rows of its matrices
/// @param what returns the subject of the fault for the size of the document, such as "the
/// gradients of 4 tokens"; null: the document itself is the subject
/// @return `where` names the field that takes most: heads, tokens, the widest weight or its draw,
/// or snapshots
[[nodiscard]] std::optional<Error> memoryFault(const Document& document, double bytes,
                                               double allowed,
                                               Message (*what)(const Message& size) = nullptr);

}  // namespace lookback
