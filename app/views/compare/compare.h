#pragma once

#include "app/look/rect.h"
#include "app/views/shared/scene.h"

namespace lookback {

/// Compare's centre: two variants of the document side by side, their difference, and what is to be
/// said of it; or one row under many variants.
void drawCompare(const Scene& scene, const Rect& region);

/// The line above, or two where all has no room in one: what is shown, of which head; which two,
/// which stage, and a snapshot. @return the height they take
float drawCompareBar(const Scene& scene, const Rect& region);

/// Two variants and their difference.
void drawComparedPair(const Scene& scene, const Rect& region);

/// The row of the token that is read, as the table that is chosen.
void drawComparedRow(const Scene& scene, const Rect& region);

/// A card that says why there is nothing to be seen.
void drawCompareFault(const Scene& scene, const Rect& region, std::string_view heading,
                      std::string_view why);

/// The rows of the menu of a side: all that can be compared.
void variantItems(const Scene& scene, Side side);

}  // namespace lookback
