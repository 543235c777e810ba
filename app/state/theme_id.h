#pragma once

#include <cstdint>

namespace lookback {

/// Which set of colours the window wears; the colours themselves are in look/theme.h.
enum class ThemeId : std::uint8_t { light, dark };

}  // namespace lookback
