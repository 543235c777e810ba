/// Pictures and their files.
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

/// Writes the picture as a PNG file. An existing file is replaced at once and only by a complete
/// one: another program never sees half a picture, and a failure leaves the old file.
[[nodiscard]] Result<void> writePng(const std::string& path, const Image& image);

}  // namespace lookback
