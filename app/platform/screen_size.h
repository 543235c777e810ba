#pragma once

namespace lookback {

/// Sides that a window or a picture of it may have, in points.
inline constexpr int kLeastWidth = 320, kLeastHeight = 240;
inline constexpr int kMostWidth = 7680, kMostHeight = 4320;

}  // namespace lookback
