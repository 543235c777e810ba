#pragma once

#include <array>
#include <string_view>

#include "core/document/document.h"

namespace lookback {

/// How files spell a scale, in the order of `Scale::Kind`; a number spells itself.
inline constexpr std::array<std::string_view, 3> kScaleNames{"sqrt_dk", "dk", "none"};

}  // namespace lookback
