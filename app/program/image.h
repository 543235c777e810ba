#pragma once

#include <string>
#include <vector>

#include "core/base/result.h"

namespace lookback {

/// A picture in memory.
struct Image {
    int width = 0;                    ///< pixels
    int height = 0;                   ///< pixels
    std::vector<unsigned char> rgba;  ///< 4 bytes a pixel, rows from top to bottom, no padding
};

/// The bytes of a PNG file. Errors: the picture is too large for one.
[[nodiscard]] Result<std::string> encodePng(const Image& image);

}  // namespace lookback
