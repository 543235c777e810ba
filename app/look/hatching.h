#pragma once

#include <cstdint>

#include "app/look/rect.h"
#include "app/look/theme.h"

namespace lookback {

/// The way stripes run.
enum class Lean : std::uint8_t { falling, rising, level, upright };

/// How a box is hatched: stripes, so that colour is not all that tells what it is.
struct Hatching {
    Color ground = 0;  ///< may be clear, over another hatching
    Color line = 0;
    Lean lean = Lean::falling;
    float share = 0.64f;  ///< of a step from one stripe to the next that is stripe
};

/// A masked cell, ...
[[nodiscard]] Hatching maskedHatching(const Theme& theme);
/// ... one that has weight all the same, ...
[[nodiscard]] Hatching leakHatching(const Theme& theme);
/// ... one of the mask that a rule blocks, by its place among the rules: no two of twelve have both
/// colour and lean in common; ...
[[nodiscard]] Hatching ruleHatching(const Theme& theme, std::size_t rule);
/// ... and one that is blocked by hand.
[[nodiscard]] Hatching paintedHatching(const Theme& theme);

/// Draws the stripes alone. @param step pixels from one to the next
void drawStripes(ImDrawList& list, const Rect& box, const Hatching& how, float step, Color color);

}  // namespace lookback
