/// GIF files as a program that shows them sees them, by giflib.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "app/program/image.h"

namespace lookback::test {

using Rgb = std::array<unsigned char, 3>;

/// A picture of one color.
[[nodiscard]] Image plainImage(int width, int height, const Rgb& color);
[[nodiscard]] Rgb colorAt(const Image& image, int x, int y);
void paint(Image& image, int x, int y, const Rgb& color);

struct ReadGif {
    std::vector<Image> pictures;              ///< each as it is shown
    std::vector<int> hundredths{};            ///< of a second that each is shown
    std::vector<std::array<int, 4>> parts{};  ///< left, top, width, height of what each draws
    int colors = 0;                           ///< of the palette
    bool repeats = false;                     ///< without end
};

/// Reads a GIF file with one palette; checks that no picture is erased before the next.
[[nodiscard]] ReadGif readGif(const std::string& bytes);

}  // namespace lookback::test
