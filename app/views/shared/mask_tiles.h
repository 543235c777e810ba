#pragma once

#include <functional>

#include "app/look/painter.h"
#include "app/views/shared/masking_value.h"
#include "app/views/shared/scene.h"
#include "core/document/document.h"

namespace lookback {

/// A rule as a small picture: which of some tokens may look at which.
struct MaskPicture {
    MaskRule rule;
    Index tokens = 0;
    bool transposed = false;  ///< columns are queries
};

/// The document's own rule of this kind where it has one, else one by which the kind is recognised;
/// of a custom one what choosing it would make of the document's mask.
[[nodiscard]] MaskPicture pictureOf(MaskKind kind, const Document& document);

/// Draws it into a square: a cell for each pair, hatched where the rule blocks it.
void drawMaskPicture(Painter& painter, const Rect& square, const MaskPicture& picture);

/// Every kind of mask as a small picture, framed where it holds; a click makes it the only one.
/// @return the height that they take
float drawMaskTiles(const Scene& scene, const Masked& masked, ImVec2 at, float width);

/// The width of so many of them side by side.
[[nodiscard]] float maskTilesWidth(const Look& look, int tiles);

}  // namespace lookback
