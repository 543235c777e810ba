#include "app/program/gif_file.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <limits>
#include <memory>
#include <string_view>
#include <unordered_map>
#include <utility>

#include <gif_lib.h>

#include "core/io/picture_text.h"
#include "messages/faults.h"

namespace lookback {
namespace {

constexpr std::size_t kMostColors = 255;  ///< one index is left for pixels that do not change
constexpr int kMostSide = 65535;
constexpr double kSameColor = 0.1;  ///< below the spread of any two different colors

using ColorIndices = std::unordered_map<std::uint32_t, GifByteType>;

/// A color and its pixels in all frames.
struct ColorUse {
    std::uint32_t color = 0;
    double pixels = 0;
};

constexpr std::array kChannelShifts{0, 8, 16};

double channelOf(std::uint32_t color, std::size_t channel) {
    return color >> kChannelShifts[channel] & 0xFF;
}

/// Similar colors, for which the palette has one color.
struct ColorBox {
    std::vector<ColorUse>::iterator first;
    std::vector<ColorUse>::iterator last;
    double pixels = 0;
    std::array<double, 3> mean{};
    std::array<double, 3> spread{};  ///< sum over the pixels of their squared distance to the mean

    ColorBox(std::vector<ColorUse>::iterator from, std::vector<ColorUse>::iterator to)
        : first(from), last(to) {
        for (auto use = first; use != last; ++use) pixels += use->pixels;
        for (std::size_t c = 0; c < mean.size(); ++c) {
            for (auto use = first; use != last; ++use) {
                mean[c] += channelOf(use->color, c) * use->pixels / pixels;
            }
            for (auto use = first; use != last; ++use) {
                const double apart = channelOf(use->color, c) - mean[c];
                spread[c] += apart * apart * use->pixels;
            }
        }
    }

    [[nodiscard]] double error() const { return spread[0] + spread[1] + spread[2]; }

    /// The color of at least half of the pixels; where there is none, the mean.
    [[nodiscard]] std::uint32_t color() const {
        const auto most = std::max_element(
            first, last, [](const ColorUse& a, const ColorUse& b) { return a.pixels < b.pixels; });
        if (2 * most->pixels >= pixels) return most->color;
        std::uint32_t color = 0;
        for (std::size_t c = 0; c < mean.size(); ++c) {
            color |= static_cast<std::uint32_t>(std::lround(mean[c])) << kChannelShifts[c];
        }
        return color;
    }
};

/// Chooses the colors of the palette: halves the box with the largest error at its mean, until
/// there are enough. (Median cut, with the mean in place of the median.)
std::vector<std::uint32_t> paletteOf(std::vector<ColorUse> uses) {
    std::vector<ColorBox> boxes{{uses.begin(), uses.end()}};
    while (boxes.size() < kMostColors) {
        const auto widest = std::max_element(
            boxes.begin(), boxes.end(),
            [](const ColorBox& a, const ColorBox& b) { return a.error() < b.error(); });
        if (widest->error() < kSameColor) break;
        const auto channel = static_cast<std::size_t>(
            std::max_element(widest->spread.begin(), widest->spread.end()) -
            widest->spread.begin());
        const auto middle = std::partition(widest->first, widest->last, [&](const ColorUse& use) {
            return channelOf(use.color, channel) <= widest->mean[channel];
        });
        const auto last = widest->last;
        *widest = ColorBox(widest->first, middle);
        boxes.emplace_back(middle, last);
    }
    std::vector<std::uint32_t> palette;
    palette.reserve(boxes.size());
    for (const ColorBox& box : boxes) palette.push_back(box.color());
    return palette;
}

/// The index of the color of the palette that is nearest to each color.
ColorIndices nearestOf(const std::vector<ColorUse>& uses,
                       const std::vector<std::uint32_t>& palette) {
    ColorIndices indices;
    indices.reserve(uses.size());
    for (const ColorUse& use : uses) {
        double least = std::numeric_limits<double>::infinity();
        for (std::size_t k = 0; k < palette.size() && least > 0; ++k) {
            double apart = 0;
            for (std::size_t c = 0; c < kChannelShifts.size(); ++c) {
                const double by = channelOf(use.color, c) - channelOf(palette[k], c);
                apart += by * by;
            }
            if (apart >= least) continue;
            least = apart;
            indices[use.color] = static_cast<GifByteType>(k);
        }
    }
    return indices;
}

int appendBytes(GifFileType* file, const GifByteType* bytes, int size) {
    static_cast<std::string*>(file->UserData)
        ->append(reinterpret_cast<const char*>(bytes), static_cast<std::size_t>(size));
    return size;
}

/// A file that giflib writes into a text. Every function returns false where memory is missing.
class GifWriter {
public:
    GifWriter() : file_(EGifOpen(&bytes_, appendBytes, nullptr)) {}
    GifWriter(const GifWriter&) = delete;
    GifWriter& operator=(const GifWriter&) = delete;
    ~GifWriter() {
        if (file_ != nullptr) EGifCloseFile(file_, nullptr);
    }

    /// Begins the file, which repeats without end.
    bool begin(int width, int height, const std::vector<std::uint32_t>& palette) {
        if (file_ == nullptr) return false;
        EGifSetGifVersion(file_, true);
        const int bits = GifBitSize(static_cast<int>(palette.size()) + 1);
        const std::unique_ptr<ColorMapObject, decltype(&GifFreeMapObject)> map(
            GifMakeMapObject(1 << bits, nullptr), GifFreeMapObject);
        if (map == nullptr) return false;
        for (std::size_t k = 0; k < palette.size(); ++k) {
            map->Colors[k] = {static_cast<GifByteType>(palette[k]),
                              static_cast<GifByteType>(palette[k] >> 8),
                              static_cast<GifByteType>(palette[k] >> 16)};
        }
        constexpr std::string_view kLoop = "NETSCAPE2.0";
        constexpr std::array<GifByteType, 3> kForEver{1, 0, 0};
        return EGifPutScreenDesc(file_, width, height, bits, 0, map.get()) == GIF_OK &&
               EGifPutExtensionLeader(file_, APPLICATION_EXT_FUNC_CODE) == GIF_OK &&
               EGifPutExtensionBlock(file_, static_cast<int>(kLoop.size()), kLoop.data()) ==
                   GIF_OK &&
               EGifPutExtensionBlock(file_, static_cast<int>(kForEver.size()), kForEver.data()) ==
                   GIF_OK &&
               EGifPutExtensionTrailer(file_) == GIF_OK;
    }

    bool comment(const std::string& text) { return EGifPutComment(file_, text.c_str()) == GIF_OK; }

    /// Adds a picture over the one before. @param box left, top, width and height in pixels
    /// @param pixels indices of the palette, row by row @param transparent index of pixels that
    /// keep their color
    bool picture(const std::array<int, 4>& box, int hundredths, int transparent,
                 std::vector<GifByteType> pixels) {
        const GraphicsControlBlock control{.DisposalMode = DISPOSE_DO_NOT,
                                           .UserInputFlag = false,
                                           .DelayTime = hundredths,
                                           .TransparentColor = transparent};
        std::array<GifByteType, 4> extension{};
        EGifGCBToExtension(&control, extension.data());
        return EGifPutExtension(file_, GRAPHICS_EXT_FUNC_CODE, static_cast<int>(extension.size()),
                                extension.data()) == GIF_OK &&
               EGifPutImageDesc(file_, box[0], box[1], box[2], box[3], false, nullptr) == GIF_OK &&
               EGifPutLine(file_, pixels.data(), static_cast<int>(pixels.size())) == GIF_OK;
    }

    /// Ends the file. @return its bytes
    Result<std::string> end(bool is_whole) {
        GifFileType* const file = std::exchange(file_, nullptr);
        const bool is_closed = file != nullptr && EGifCloseFile(file, nullptr) == GIF_OK;
        if (!is_whole || !is_closed) return tl::unexpected(Error{"", say::faults::GifTooLarge{}});
        return std::move(bytes_);
    }

private:
    std::string bytes_;
    GifFileType* file_;
};

}  // namespace

GifFile::Frame GifFile::changedPart(const Image& image, const std::vector<std::uint32_t>& before,
                                    const std::vector<std::uint32_t>& now) {
    const bool is_first = before.empty();
    const auto width = static_cast<std::size_t>(image.width);
    const auto height = static_cast<std::size_t>(image.height);
    std::size_t left = is_first ? 0 : width;
    std::size_t right = is_first ? width : 0;
    std::size_t top = is_first ? 0 : height;
    std::size_t bottom = is_first ? height : 0;
    for (std::size_t k = 0; k < now.size() && !is_first; ++k) {
        if (now[k] == before[k]) continue;
        left = std::min(left, k % width);
        right = std::max(right, k % width + 1);
        top = std::min(top, k / width);
        bottom = k / width + 1;
    }
    Frame frame;
    if (right == 0) {  // A picture like the one before: one pixel of it.
        frame.runs = {{kUnchanged, 1}};
        return frame;
    }
    frame.left = static_cast<int>(left);
    frame.top = static_cast<int>(top);
    frame.width = static_cast<int>(right - left);
    frame.height = static_cast<int>(bottom - top);
    for (std::size_t y = top; y < bottom; ++y) {
        for (std::size_t k = y * width + left; k < y * width + right; ++k) {
            const std::uint32_t color = is_first || now[k] != before[k] ? now[k] : kUnchanged;
            if (frame.runs.empty() || frame.runs.back().color != color) {
                frame.runs.push_back({color, 0});
            }
            ++frame.runs.back().pixels;
        }
    }
    return frame;
}

void GifFile::add(const Image& image, double seconds) {
    assert(image.width > 0 && image.width <= kMostSide);
    assert(image.height > 0 && image.height <= kMostSide);
    assert(frames_.empty() || (image.width == width_ && image.height == height_));
    width_ = image.width;
    height_ = image.height;
    std::vector<std::uint32_t> now(image.rgba.size() / 4);
    for (std::size_t k = 0; k < now.size(); ++k) {
        const unsigned char* const pixel = &image.rgba[4 * k];
        now[k] = pixel[0] | static_cast<std::uint32_t>(pixel[1]) << 8 |
                 static_cast<std::uint32_t>(pixel[2]) << 16;
    }
    frames_.push_back(changedPart(image, last_, now));
    frames_.back().hundredths = static_cast<int>(std::lround(100 * seconds));
    last_ = std::move(now);
}

Result<std::string> GifFile::encode(const std::string& carried) const {
    std::unordered_map<std::uint32_t, double> counted;
    for (const Frame& frame : frames_) {
        for (const Run& run : frame.runs) {
            if (run.color != kUnchanged) counted[run.color] += run.pixels;
        }
    }
    std::vector<ColorUse> uses;
    uses.reserve(counted.size());
    for (const auto& [color, pixels] : counted) uses.push_back({color, pixels});
    std::sort(uses.begin(), uses.end(),
              [](const ColorUse& a, const ColorUse& b) { return a.color < b.color; });
    const std::vector<std::uint32_t> palette = paletteOf(uses);
    ColorIndices indices = nearestOf(uses, palette);
    const auto unchanged = static_cast<GifByteType>(palette.size());
    indices[kUnchanged] = unchanged;

    GifWriter writer;
    bool is_whole = writer.begin(width_, height_, palette);
    if (is_whole && !carried.empty()) is_whole = writer.comment(gifComment(carried));
    for (const Frame& frame : frames_) {
        if (!is_whole) break;
        std::vector<GifByteType> pixels;
        pixels.reserve(static_cast<std::size_t>(frame.width) *
                       static_cast<std::size_t>(frame.height));
        for (const Run& run : frame.runs) {
            pixels.insert(pixels.end(), run.pixels, indices.at(run.color));
        }
        is_whole = writer.picture({frame.left, frame.top, frame.width, frame.height},
                                  frame.hundredths, unchanged, std::move(pixels));
    }
    return writer.end(is_whole);
}

}  // namespace lookback
