#pragma once

#include <span>
#include <string>
#include <vector>

#include "app/look/painter.h"
#include "app/views/shared/scene.h"

namespace lookback {

/// A size as the Leak test writes it: 0 where it is exactly that; what would be rounded to 0 shows
/// its power of ten, as `5e−7`.
[[nodiscard]] std::string leakDigits(double value, int decimals);

/// How far one output moves.
struct MoveBar {
    Rect box;             ///< where the bar and its number stand
    double move = 0;      ///< NaN where it cannot be told
    bool hidden = false;  ///< the word that is moved is hidden from it: no move is expected
};

/// Bars beside or below one another, each as long as its output moves, with the number behind it;
/// one that stands still says so.
/// @param bound of the longest bar
void drawMoveBars(const Scene& scene, Painter& painter, std::span<const MoveBar> bars,
                  double bound);

/// The room that a number behind a bar needs.
[[nodiscard]] float moveNumberWidth(const Scene& scene, Painter& painter, double bound);

}  // namespace lookback
