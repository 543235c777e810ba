#pragma once

#include "app/look/theme.h"
#include "core/base/matrix_view.h"

namespace lookback {

/// A colour between two others; `share` 0 gives the first, 1 the second.
[[nodiscard]] Color mix(Color from, Color to, float share);

/// The colour with its opacity multiplied by `share`.
[[nodiscard]] Color faded(Color color, float share);

/// Contrast of two opaque colours as WCAG 2 defines it, 1 to 21.
[[nodiscard]] float contrast(Color a, Color b);

/// The ink of the theme, its opposite or black: the first with a contrast of 4.5 on `ground`.
[[nodiscard]] Color inkOn(const Theme& theme, Color ground);

/// The text colour nearest to `wanted` that keeps a contrast of 4.5 on `ground`.
[[nodiscard]] Color readable(const Theme& theme, Color wanted, Color ground);

/// The colour of a value on a scale from -bound to bound, or 0 to 1 for weights.
[[nodiscard]] Color cellColor(const Theme& theme, Domain domain, double value, double bound);

}  // namespace lookback
