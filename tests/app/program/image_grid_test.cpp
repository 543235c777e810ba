#include "app/program/image.h"

#include <cmath>

#include <doctest/doctest.h>

namespace lookback {
namespace {

using Pixel = std::array<int, 4>;

/// A picture of one colour.
Image plain(int width, int height, unsigned char level) {
    Image image{width, height, {}};
    for (int i = 0; i < width * height; ++i) {
        image.rgba.insert(image.rgba.end(), {level, level, level, 255});
    }
    return image;
}

Pixel pixelAt(const Image& image, int x, int y) {
    const auto at = static_cast<std::size_t>(y * image.width + x) * 4;
    return {image.rgba[at], image.rgba[at + 1], image.rgba[at + 2], image.rgba[at + 3]};
}

TEST_CASE("a smaller picture holds the means of what its pixels cover") {
    Image image = plain(3, 2, 0);
    image.rgba = {0,  10, 20, 255, 90, 10, 20, 255, 30, 10, 20, 255,   //
                  60, 10, 20, 255, 30, 10, 20, 255, 90, 10, 20, 255};  //
    const Image one = shrunk(image, 1);
    REQUIRE(one.width == 1);
    REQUIRE(one.height == 1);
    CHECK(pixelAt(one, 0, 0) == Pixel{50, 10, 20, 255});
    // Two of three columns: the middle one belongs to both, by halves.
    const Image two = shrunk(image, 2);
    REQUIRE(two.width == 2);
    REQUIRE(two.height == 1);
    CHECK(pixelAt(two, 0, 0)[0] == 40);  // (0 + 60 + 45 + 15) / 3
    CHECK(pixelAt(two, 1, 0)[0] == 60);  // (45 + 15 + 30 + 90) / 3
    CHECK(shrunk(image, 3).rgba == image.rgba);
}

TEST_CASE("one colour stays that colour in every size, to the last column and row") {
    for (const auto& size : {std::pair{1280, 720}, {1600, 1000}, {1001, 37}, {7, 900}}) {
        const int width = size.first;
        const int height = size.second;
        const Image image = plain(width, height, 201);
        for (int to = 1; to <= width; to += 1 + width / 7) {
            CAPTURE(width);
            CAPTURE(to);
            const Image small = shrunk(image, to);
            CHECK(small.width == to);
            CHECK(std::abs(small.height - static_cast<double>(height) * to / width) <= 1);
            CHECK(small.rgba == plain(small.width, small.height, 201).rgba);
        }
    }
}

TEST_CASE("pictures stand in rows, with a gap around each") {
    const std::vector<std::vector<Image>> rows{{plain(4, 3, 10), plain(4, 3, 20)},
                                               {plain(2, 1, 30)}};
    const Image grid = imageGrid(rows, 2, {1, 2, 3});
    REQUIRE(grid.width == 2 + 4 + 2 + 4 + 2);
    REQUIRE(grid.height == 2 + 3 + 2 + 3 + 2);
    REQUIRE(grid.rgba.size() == 14U * 12U * 4U);
    constexpr Pixel kGround{1, 2, 3, 255};
    CHECK(pixelAt(grid, 1, 1) == kGround);
    CHECK(pixelAt(grid, 2, 2)[0] == 10);
    CHECK(pixelAt(grid, 5, 4)[0] == 10);
    CHECK(pixelAt(grid, 6, 4) == kGround);
    CHECK(pixelAt(grid, 8, 2)[0] == 20);
    CHECK(pixelAt(grid, 11, 4)[0] == 20);
    CHECK(pixelAt(grid, 2, 7)[0] == 30);
    CHECK(pixelAt(grid, 4, 7) == kGround);
    CHECK(pixelAt(grid, 8, 7) == kGround);
    const Image none = imageGrid({}, 3, {0, 0, 0});
    CHECK(none.width == 3);
    CHECK(none.rgba.size() == 36);
}

}  // namespace
}  // namespace lookback
