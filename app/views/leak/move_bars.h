#pragma once

#include <span>
#include <string>
#include <vector>

#include "app/look/painter.h"
#include "app/views/shared/scene.h"
#include "core/gradients/leak.h"

namespace lookback {

/// Formats a size ≥ 0: `0` where it is exactly 0; a number that would be rounded to 0 with its
/// power of ten, as `5e−7`.
[[nodiscard]] std::string leakDigits(double value, int decimals);

/// The distance by which one output moves.
struct MoveBar {
    Rect box;              ///< of the bar and its number
    double move = 0;       ///< NaN where a number became NaN or was NaN
    bool is_leak = false;  ///< a blocked token moves this output by more than rounding
    /// The numbers of an output of which none is finite and none changes: nothing is known of it.
    EndlessNumbers endless{};
};

/// Draws bars, each as long as its output moves, with the number after it; an output that does not
/// move is labelled so. The bar of an output of which nothing is known is empty.
/// @param bound distance of the longest bar
void drawMoveBars(const Scene& scene, Painter& painter, std::span<const MoveBar> bars,
                  double bound);

/// Returns the width of the number after a bar.
[[nodiscard]] float moveNumberWidth(const Scene& scene, Painter& painter, double bound);

}  // namespace lookback
