#include "tests/app/program/read_gif.h"

#include <algorithm>
#include <memory>
#include <utility>

#include <doctest/doctest.h>
#include <gif_lib.h>

namespace lookback::test {
namespace {

std::size_t pixelPlace(const Image& image, int x, int y) {
    return static_cast<std::size_t>(4 * (image.width * y + x));
}

}  // namespace

/// A picture of one color.
Image plainImage(int width, int height, const Rgb& color) {
    Image image{width, height, {}};
    for (int k = 0; k < width * height; ++k) {
        image.rgba.insert(image.rgba.end(), {color[0], color[1], color[2], 255});
    }
    return image;
}

Rgb colorAt(const Image& image, int x, int y) {
    const unsigned char* const pixel = &image.rgba[pixelPlace(image, x, y)];
    return {pixel[0], pixel[1], pixel[2]};
}

void paint(Image& image, int x, int y, const Rgb& color) {
    std::copy(color.begin(), color.end(), &image.rgba[pixelPlace(image, x, y)]);
}

ReadGif readGif(const std::string& bytes) {
    std::pair<const std::string*, std::size_t> input{&bytes, 0};
    const auto take = [](GifFileType* file, GifByteType* out, int count) {
        auto& [text, at] =
            *static_cast<std::pair<const std::string*, std::size_t>*>(file->UserData);
        const std::size_t taken = std::min(static_cast<std::size_t>(count), text->size() - at);
        std::copy_n(text->begin() + static_cast<std::ptrdiff_t>(at), taken, out);
        at += taken;
        return static_cast<int>(taken);
    };
    const std::unique_ptr<GifFileType, void (*)(GifFileType*)> file(
        DGifOpen(&input, take, nullptr),
        [](GifFileType* opened) { DGifCloseFile(opened, nullptr); });
    REQUIRE(file != nullptr);
    REQUIRE(DGifSlurp(file.get()) == GIF_OK);
    REQUIRE(file->SColorMap != nullptr);
    ReadGif read{.pictures = {}, .colors = file->SColorMap->ColorCount};
    Image shown = plainImage(file->SWidth, file->SHeight, {1, 2, 3});
    for (int k = 0; k < file->ImageCount; ++k) {
        const SavedImage& saved = file->SavedImages[k];
        const GifImageDesc& box = saved.ImageDesc;
        GraphicsControlBlock control;
        REQUIRE(DGifSavedExtensionToGCB(file.get(), k, &control) == GIF_OK);
        CHECK(control.DisposalMode == DISPOSE_DO_NOT);
        CHECK(box.ColorMap == nullptr);
        for (int y = 0; y < box.Height; ++y) {
            for (int x = 0; x < box.Width; ++x) {
                const GifByteType index = saved.RasterBits[y * box.Width + x];
                if (index == control.TransparentColor) continue;
                const GifColorType& color = file->SColorMap->Colors[index];
                paint(shown, box.Left + x, box.Top + y, {color.Red, color.Green, color.Blue});
            }
        }
        for (int e = 0; e < saved.ExtensionBlockCount; ++e) {
            const ExtensionBlock& block = saved.ExtensionBlocks[e];
            const std::string data(reinterpret_cast<const char*>(block.Bytes),
                                   static_cast<std::size_t>(block.ByteCount));
            const bool is_next_loop = e + 1 < saved.ExtensionBlockCount &&
                                      saved.ExtensionBlocks[e + 1].ByteCount == 3 &&
                                      saved.ExtensionBlocks[e + 1].Bytes[0] == 1 &&
                                      saved.ExtensionBlocks[e + 1].Bytes[1] == 0 &&
                                      saved.ExtensionBlocks[e + 1].Bytes[2] == 0;
            if (data == "NETSCAPE2.0" && is_next_loop) read.repeats = true;
        }
        read.pictures.push_back(shown);
        read.hundredths.push_back(control.DelayTime);
        read.parts.push_back({box.Left, box.Top, box.Width, box.Height});
    }
    return read;
}

}  // namespace lookback::test
