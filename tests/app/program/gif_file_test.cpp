// GIF files, read back by giflib.
#include "app/program/gif_file.h"

#include <algorithm>
#include <array>
#include <cstdlib>

#include <doctest/doctest.h>

#include "app/program/opened_file.h"
#include "core/io/document_json.h"
#include "core/io/lesson_library.h"
#include "core/io/picture_text.h"
#include "tests/app/program/read_gif.h"
#include "tests/core/said.h"

namespace lookback {
namespace {

using test::colorAt;
using test::paint;
using test::plainImage;
using test::readGif;
using test::ReadGif;
using test::Rgb;

TEST_CASE("GIF: few colors are exact, and of later pictures only what changes is drawn") {
    const Image first = plainImage(40, 30, {245, 244, 240});
    Image second = first;
    paint(second, 12, 7, {11, 111, 179});
    paint(second, 20, 9, {194, 80, 10});
    Image third = second;
    paint(third, 12, 7, {245, 244, 240});
    const std::array<const Image*, 5> shown{&first, &second, &second, &third, &first};
    GifFile file;
    for (const Image* const image : shown) file.add(*image, 2.5);
    file.add(second, 4);
    const auto bytes = file.encode("");
    REQUIRE(bytes);
    CHECK(bytes->starts_with("GIF89a"));
    const ReadGif read = readGif(*bytes);
    REQUIRE(read.pictures.size() == 6);
    for (std::size_t k = 0; k < shown.size(); ++k) {
        CAPTURE(k);
        CHECK(read.pictures[k].width == 40);
        CHECK(read.pictures[k].height == 30);
        CHECK(read.pictures[k].rgba == shown[k]->rgba);
    }
    CHECK(read.pictures.back().rgba == second.rgba);
    CHECK(read.hundredths == std::vector<int>{250, 250, 250, 250, 250, 400});
    CHECK(read.repeats);
    CHECK(read.parts[0] == std::array{0, 0, 40, 30});
    CHECK(read.parts[1] == std::array{12, 7, 9, 3});
    CHECK(read.parts[2] == std::array{0, 0, 1, 1});
    CHECK(read.parts[3] == std::array{12, 7, 1, 1});
    CHECK(read.parts[4] == std::array{20, 9, 1, 1});
    CHECK(read.colors == 4);
}

TEST_CASE("GIF: exactly 255 colors are exact") {
    Image image = plainImage(16, 16, {0, 0, 0});
    for (int k = 0; k < 255; ++k) {
        paint(image, k % 16, k / 16, {static_cast<unsigned char>(k), 7, 200});
    }
    paint(image, 15, 15, {0, 7, 200});
    GifFile file;
    file.add(image, 1);
    const ReadGif read = readGif(*file.encode(""));
    CHECK(read.pictures.at(0).rgba == image.rgba);
    CHECK(read.colors == 256);
}

TEST_CASE("GIF: of many colors, areas stay exact, the rest stays near, and nothing is dithered") {
    // Twenty flat areas, and a picture beside them with a color of its own for each pixel.
    constexpr int kSide = 200;
    const auto flat = [](int k) {
        return Rgb{static_cast<unsigned char>(12 * k), static_cast<unsigned char>(255 - 11 * k),
                   static_cast<unsigned char>(40 + 7 * (k % 5))};
    };
    Image image = plainImage(2 * kSide, kSide, {255, 255, 255});
    for (int y = 0; y < kSide; ++y) {
        for (int x = 0; x < kSide; ++x) {
            paint(image, x, y, flat(20 * y / kSide));
            const auto red = static_cast<unsigned char>(x);
            const auto green = static_cast<unsigned char>(y);
            if (x < 64 && y < 64) paint(image, kSide + x, y, {red, green, 128});
        }
    }
    GifFile file;
    file.add(image, 1);
    file.add(plainImage(2 * kSide, kSide, {9, 9, 9}), 1);
    const ReadGif read = readGif(*file.encode(""));
    REQUIRE(read.pictures.size() == 2);
    CHECK(read.colors == 256);
    int different = 0;
    int largest = 0;
    for (int y = 0; y < kSide; ++y) {
        for (int x = 0; x < 2 * kSide; ++x) {
            const Rgb was = colorAt(image, x, y);
            const Rgb is = colorAt(read.pictures[0], x, y);
            const bool is_smooth = x >= kSide && x < kSide + 64 && y < 64;
            if (!is_smooth) different += was != is ? 1 : 0;
            for (std::size_t c = 0; c < was.size(); ++c) {
                largest = std::max(largest, std::abs(was[c] - is[c]));
            }
        }
    }
    CHECK(different == 0);
    CHECK(largest <= 6);
    CHECK(read.pictures[1].rgba == plainImage(2 * kSide, kSide, {9, 9, 9}).rgba);
}

TEST_CASE("GIF: a picture of one color, and one of a single pixel, are written") {
    for (const int side : {1, 300}) {
        GifFile file;
        file.add(plainImage(side, side, {255, 216, 77}), 0.02);
        const ReadGif read = readGif(*file.encode(""));
        CHECK(read.pictures.at(0).rgba == plainImage(side, side, {255, 216, 77}).rgba);
        CHECK(read.hundredths == std::vector<int>{2});
    }
}

std::string gifWith(const std::string& text) {
    GifFile file;
    Image image = plainImage(5, 4, {1, 2, 3});
    file.add(image, 1);
    paint(image, 2, 2, {200, 2, 3});
    file.add(image, 1);
    return *file.encode(text);
}

TEST_CASE("GIF: a text is read back, byte for byte, and the pictures are the same") {
    const auto document = openLesson("write-a-poem");
    REQUIRE(document);
    for (const std::string& text :
         {std::string("{}"), writeDocument(*document), std::string(200'000, 'x')}) {
        const std::string gif = gifWith(text);
        REQUIRE(isPicture(gif));
        const Result<std::string> read = textOfPicture(gif);
        REQUIRE(read.has_value());
        CHECK(*read == text);
        CHECK(readGif(gif).pictures[1].rgba == readGif(gifWith("")).pictures[1].rgba);
    }
    const auto none = textOfPicture(gifWith(""));
    REQUIRE(!none);
    CHECK(test::said(none.error()).find("carries no document") != std::string::npos);
}

TEST_CASE("GIF: the text is found behind other blocks and palettes of single pictures") {
    const std::string gif = gifWith(R"({"a": 1})");
    const std::size_t comment = gif.find("!\xFE");
    REQUIRE(comment != std::string::npos);
    // A comment of another program, then a picture of one pixel with a palette of two colors.
    std::string before = "!\xFE\x05hello";
    before += std::string("\0,\0\0\0\0\1\0\1\0\x80", 11) + std::string(6, 'p') + "\2\2\x4C\1";
    before += '\0';
    std::string other = gif;
    other.insert(comment, before);
    const auto read = textOfPicture(other);
    REQUIRE(read);
    CHECK(*read == R"({"a": 1})");
    other[other.find("GIF89a") + 4] = '7';
    CHECK(textOfPicture(other).has_value());
}

TEST_CASE("GIF: one that is cut off or changed anywhere is refused or gives a text") {
    const std::string text = R"({"lookback": 1, "title": "A picture"})";
    const std::string gif = gifWith(text);
    const auto is_settled = [&](const Result<std::string>& read) {
        return read ? *read == text : !test::said(read.error()).empty();
    };
    for (std::size_t length = 6; length < gif.size(); ++length) {
        CHECK(is_settled(textOfPicture(std::string_view(gif).substr(0, length))));
    }
    for (std::size_t place = 6; place < gif.size(); ++place) {
        std::string changed = gif;
        changed[place] = static_cast<char>(changed[place] ^ 0x15);
        CHECK(is_settled(textOfPicture(changed)));
    }
    const auto picture_again = textOfPicture(gifWith(gifWith("{}")));
    REQUIRE(!picture_again);
    CHECK(test::said(picture_again.error()).find("carries no document") != std::string::npos);
    CHECK(!textOfPicture(gifWith(std::string(3 << 20, 'x')), 2 << 20).has_value());
}

}  // namespace
}  // namespace lookback
