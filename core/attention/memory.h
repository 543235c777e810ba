#pragma once

#include <optional>
#include <string_view>

#include "core/base/result.h"
#include "core/document/document.h"

namespace lookback {

// What a document takes of memory, in bytes, told before anything is computed. Only the widths of
// its matrices are looked at, not their rows: an edit can be tried without making room for it.

/// A document that is only kept: its own numbers.
[[nodiscard]] double keptMemoryOf(const Document& document);

/// The document's own numbers, every stage of its trace, and what the engine lays out for it; and
/// its snapshots, which are kept.
[[nodiscard]] double memoryOf(const Document& document);

/// Why something takes more memory than it may; nothing where it does not.
/// @param document without `faults`, but for the rows of its matrices
/// @param what takes it, in words that go before those of the document: "the gradients of "
/// @return `where` names what is most to blame: heads, tokens, the widest weight, or the draw that
/// gave it; snapshots
[[nodiscard]] std::optional<Error> memoryFault(const Document& document, std::string_view what,
                                               double bytes, double allowed);

}  // namespace lookback
