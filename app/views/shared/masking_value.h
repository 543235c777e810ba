#pragma once

#include <array>
#include <limits>

#include "app/views/shared/masked.h"
#include "app/views/shared/scene.h"

namespace lookback {

/// Values that are worth trying, between 0 and all that takes part in no sum any more.
inline constexpr std::array kMaskingStops{
    0.0, -1.0, -5.0, -10.0, -100.0, -1e4, -1e9, -std::numeric_limits<double>::infinity()};

/// The masking's value on a slider and as a number that is typed, where the method has one.
/// @return the height that it takes
float drawMaskingValue(const Scene& scene, const Masked& masked, ImVec2 at, float width);

}  // namespace lookback
