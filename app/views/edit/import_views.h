#pragma once

#include "app/look/rect.h"
#include "app/views/shared/scene.h"

namespace lookback {

/// Draws the sheet on which one brings numbers of one's own: its inputs, the places of what was
/// found, and the document that it makes.
void drawImportSheet(const Scene& scene);

// The columns of the sheet.

/// Draws the tensors and texts of the reading with their places, its faults, and what the document
/// opens with. @return true where something else is wished
[[nodiscard]] bool drawImportFound(const Scene& scene, const Rect& box);

/// Draws the document of the reading.
void drawImportedDocument(const Scene& scene, const Rect& box);

}  // namespace lookback
