#pragma once

#include <array>
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

/// The bytes of a PNG file. @param carried a text within it (core/io/picture_text.h); empty: none
/// Errors: the picture is too large for one.
[[nodiscard]] Result<std::string> encodePng(const Image& image, const std::string& carried = "");

/// The picture in a smaller size: each pixel is the mean of the covered pixels, weighted by area.
/// @param width of the result, at most that of the picture; the height follows.
[[nodiscard]] Image shrunk(const Image& image, int width);

/// Rows of pictures in one picture, from the left, in cells of the size of the largest, with a gap
/// around each.
/// @param gap pixels. @param ground red, green, blue of the background.
[[nodiscard]] Image imageGrid(const std::vector<std::vector<Image>>& rows, int gap,
                              const std::array<unsigned char, 3>& ground);

}  // namespace lookback
