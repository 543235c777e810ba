#pragma once

#include <string>

#include "app/views/shared/scene.h"

namespace lookback {

/// The wheel pans through large matrices; with Ctrl it zooms. @param is_cut a part of a matrix is
/// not on screen
void turnWheel(const Scene& scene, bool is_cut);

/// Which part of large matrices is on screen, in words.
[[nodiscard]] std::string rangeInWords(const Scene& scene);

}  // namespace lookback
