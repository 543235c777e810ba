#define STB_IMAGE_WRITE_IMPLEMENTATION
#define STB_IMAGE_WRITE_STATIC

#include "app/program/image.h"

#include <algorithm>
#include <cassert>
#include <cmath>

#include <stb/stb_image_write.h>

#include "core/io/picture_text.h"
#include "messages/faults.h"

namespace lookback {
namespace {

constexpr std::size_t kChannels = 4;

/// The pixels that one pixel of the result covers along one side; the outer two in part.
struct Span {
    std::size_t first = 0;
    std::vector<double> shares;  ///< of `first` and the pixels behind it; the sum is 1
};

std::vector<Span> spansOf(int from, int to) {
    std::vector<Span> spans(static_cast<std::size_t>(to));
    const double step = static_cast<double>(from) / to;
    for (int i = 0; i < to; ++i) {
        const double begin = i * step;
        const double end = std::min((i + 1) * step, static_cast<double>(from));
        Span& span = spans[static_cast<std::size_t>(i)];
        span.first = static_cast<std::size_t>(begin);
        for (double at = std::floor(begin); at < end; ++at) {
            const double share = std::min(at + 1, end) - std::max(at, begin);
            span.shares.push_back(share / step);
        }
        // Rounding may add a pixel beyond the last.
        while (span.first + span.shares.size() > static_cast<std::size_t>(from)) {
            span.shares.pop_back();
        }
    }
    return spans;
}

/// Adds a row of the picture, with its share, to a row of sums as wide as the result.
void addRow(const unsigned char* row, double share, const std::vector<Span>& columns,
            std::vector<double>& sums) {
    for (std::size_t x = 0; x < columns.size(); ++x) {
        const Span& span = columns[x];
        for (std::size_t k = 0; k < span.shares.size(); ++k) {
            const unsigned char* pixel = row + (span.first + k) * kChannels;
            const double weight = share * span.shares[k];
            for (std::size_t c = 0; c < kChannels; ++c) {
                sums[x * kChannels + c] += weight * pixel[c];
            }
        }
    }
}

void paste(const Image& image, int left, int top, Image& into) {
    const auto bytes = static_cast<std::ptrdiff_t>(kChannels) * image.width;
    for (int y = 0; y < image.height; ++y) {
        const auto to = static_cast<std::ptrdiff_t>(kChannels) *
                        (static_cast<std::ptrdiff_t>(top + y) * into.width + left);
        std::copy_n(image.rgba.begin() + bytes * y, bytes, into.rgba.begin() + to);
    }
}

}  // namespace

Image shrunk(const Image& image, int width) {
    assert(width >= 1 && width <= image.width);
    const int height = std::max(
        1, static_cast<int>(std::lround(static_cast<double>(image.height) * width / image.width)));
    const std::vector<Span> columns = spansOf(image.width, width);
    Image result{width, height, {}};
    result.rgba.reserve(static_cast<std::size_t>(width) * static_cast<std::size_t>(height) *
                        kChannels);
    const std::size_t row_bytes = static_cast<std::size_t>(image.width) * kChannels;
    std::vector<double> sums;
    for (const Span& rows : spansOf(image.height, height)) {
        sums.assign(columns.size() * kChannels, 0);
        for (std::size_t k = 0; k < rows.shares.size(); ++k) {
            addRow(image.rgba.data() + (rows.first + k) * row_bytes, rows.shares[k], columns, sums);
        }
        for (const double sum : sums) {
            result.rgba.push_back(static_cast<unsigned char>(std::min(sum + 0.5, 255.0)));
        }
    }
    return result;
}

Image imageGrid(const std::vector<std::vector<Image>>& rows, int gap,
                const std::array<unsigned char, 3>& ground) {
    int columns = 0;
    int width = 0;
    int height = 0;
    for (const std::vector<Image>& row : rows) {
        columns = std::max(columns, static_cast<int>(row.size()));
        for (const Image& image : row) {
            width = std::max(width, image.width);
            height = std::max(height, image.height);
        }
    }
    Image grid{
        gap + columns * (width + gap), gap + static_cast<int>(rows.size()) * (height + gap), {}};
    const auto pixels =
        static_cast<std::size_t>(grid.width) * static_cast<std::size_t>(grid.height);
    grid.rgba.reserve(pixels * kChannels);
    for (std::size_t i = 0; i < pixels; ++i) {
        grid.rgba.insert(grid.rgba.end(), {ground[0], ground[1], ground[2], 255});
    }
    for (std::size_t i = 0; i < rows.size(); ++i) {
        for (std::size_t j = 0; j < rows[i].size(); ++j) {
            paste(rows[i][j], gap + static_cast<int>(j) * (width + gap),
                  gap + static_cast<int>(i) * (height + gap), grid);
        }
    }
    return grid;
}

Result<std::string> encodePng(const Image& image, const std::string& carried) {
    assert(image.rgba.size() ==
           static_cast<std::size_t>(image.width) * static_cast<std::size_t>(image.height) * 4);
    std::string bytes;
    const auto append = [](void* out, void* data, int size) {
        static_cast<std::string*>(out)->append(static_cast<const char*>(data),
                                               static_cast<std::size_t>(size));
    };
    if (!stbi_write_png_to_func(append, &bytes, image.width, image.height, 4, image.rgba.data(),
                                image.width * 4)) {
        return tl::unexpected(Error{"", say::faults::PngTooLarge{}});
    }
    return carried.empty() ? bytes : withText(bytes, carried);
}

}  // namespace lookback
