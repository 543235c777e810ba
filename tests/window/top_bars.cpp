// top_bars A.png B.png SHARE: compares the upper SHARE of the height of two pictures. Prints the
// largest difference of two blocks of pixels, from 0 to 255. Exit code: 0 they look alike, 1 they
// do not.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <memory>

#define STB_IMAGE_IMPLEMENTATION
#define STBI_ONLY_PNG
#include <stb/stb_image.h>

namespace {

constexpr int kChannels = 3;
constexpr int kBlock = 4;  ///< pixels
/// Other versions of the software renderer differ by a few levels at the edges of glyphs; a letter
/// that comes, goes or moves differs by more than this.
constexpr int kTolerance = 32;

struct Picture {
    int width = 0;
    int height = 0;
    std::unique_ptr<stbi_uc, void (*)(void*)> pixels{nullptr, stbi_image_free};
};

Picture readPicture(const char* file) {
    Picture picture;
    picture.pixels.reset(stbi_load(file, &picture.width, &picture.height, nullptr, kChannels));
    return picture;
}

/// The mean of a channel over the block with this corner.
int meanOf(const Picture& picture, int left, int top, int channel) {
    int sum = 0;
    for (int y = top; y < top + kBlock; ++y) {
        for (int x = left; x < left + kBlock; ++x) {
            sum += picture.pixels.get()[(y * picture.width + x) * kChannels + channel];
        }
    }
    return sum / (kBlock * kBlock);
}

int largestDifference(const Picture& a, const Picture& b, int rows) {
    int largest = 0;
    for (int y = 0; y + kBlock <= rows; y += kBlock / 2) {
        for (int x = 0; x + kBlock <= a.width; x += kBlock / 2) {
            for (int channel = 0; channel < kChannels; ++channel) {
                largest = std::max(largest,
                                   std::abs(meanOf(a, x, y, channel) - meanOf(b, x, y, channel)));
            }
        }
    }
    return largest;
}

}  // namespace

int main(int count, char** arguments) {
    if (count != 4) {
        std::fputs("top_bars A.png B.png SHARE\n", stderr);
        return 2;
    }
    const Picture a = readPicture(arguments[1]);
    const Picture b = readPicture(arguments[2]);
    if (a.pixels == nullptr || b.pixels == nullptr || a.width != b.width || a.height != b.height) {
        std::puts("not two pictures of one size");
        return 1;
    }
    const double rows = std::atof(arguments[3]) * a.height;
    const int largest = largestDifference(a, b, static_cast<int>(rows));
    std::printf("%d\n", largest);
    return largest <= kTolerance ? 0 : 1;
}
