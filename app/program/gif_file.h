#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "app/program/image.h"
#include "core/base/result.h"

namespace lookback {

/// The pictures of a GIF file that shows them one after the other, again and again.
class GifFile {
public:
    /// Adds a picture. Of all but the first, only the pixels that differ from the picture before
    /// are kept. @param image opaque, of the size of the first, each side 1 to 65,535 pixels
    /// @param seconds for which it is shown, 0.02 to 655
    void add(const Image& image, double seconds);

    /// The bytes of the file. All pictures share a palette of 255 colors. Pictures with no more
    /// colors than that are exact; else a color becomes the nearest of the palette, without
    /// dithering, and colors of large areas stay exact.
    /// @param carried a text within it (core/io/picture_text.h); empty: none
    /// Errors: too little memory.
    [[nodiscard]] Result<std::string> encode(const std::string& carried) const;

private:
    /// Pixels of one color in a row; a row continues in the next one.
    struct Run {
        std::uint32_t color = 0;  ///< 0xBBGGRR, or `kUnchanged`
        std::uint32_t pixels = 0;
    };
    /// The part of a picture that differs from the one before, in pixels.
    struct Frame {
        int left = 0;
        int top = 0;
        int width = 1;
        int height = 1;
        int hundredths = 0;  ///< of a second
        std::vector<Run> runs;
    };

    static constexpr std::uint32_t kUnchanged = 0xFF000000;

    [[nodiscard]] static Frame changedPart(const Image& image,
                                           const std::vector<std::uint32_t>& before,
                                           const std::vector<std::uint32_t>& now);

    int width_ = 0;
    int height_ = 0;
    std::vector<std::uint32_t> last_;  ///< pixels of the last picture, 0xBBGGRR
    std::vector<Frame> frames_;
};

}  // namespace lookback
