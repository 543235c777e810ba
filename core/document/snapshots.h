#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/document/document.h"

namespace lookback {

// What a person does with the snapshots of a document: edits like any other. Places count from 0,
// oldest first.

/// Why no snapshot of the document can be named so, a sentence; nothing where one can.
[[nodiscard]] std::optional<std::string> snapshotNameFault(const Document& document,
                                                           std::string_view name);

/// Keeps the document as it is now, behind its other snapshots. The copy has no snapshots, and no
/// lesson: texts and expected prints are about what was opened, which the document still says.
/// @param name without `snapshotNameFault`
void addSnapshot(Document& document, std::string name);

/// @param name its own, or one without `snapshotNameFault`
void renameSnapshot(Document& document, std::size_t at, std::string name);

void removeSnapshot(Document& document, std::size_t at);

/// The snapshot of this name; nullptr where there is none.
[[nodiscard]] const DocumentSnapshot* findSnapshot(const Document& document, std::string_view name);

}  // namespace lookback
