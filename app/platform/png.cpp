#include "app/platform/png.h"

#include <cassert>

#include "core/io/file.h"

#define STB_IMAGE_WRITE_IMPLEMENTATION
#define STB_IMAGE_WRITE_STATIC
#include <stb/stb_image_write.h>

namespace lookback {
namespace {

/// The bytes of a PNG file; none where the picture is too large for one.
std::string encodePng(const Image& image) {
    std::string bytes;
    const auto append = [](void* out, void* data, int size) {
        static_cast<std::string*>(out)->append(static_cast<const char*>(data),
                                               static_cast<std::size_t>(size));
    };
    if (!stbi_write_png_to_func(append, &bytes, image.width, image.height, 4, image.rgba.data(),
                                image.width * 4)) {
        bytes.clear();
    }
    return bytes;
}

}  // namespace

Result<void> writePng(const std::string& path, const Image& image) {
    assert(image.rgba.size() ==
           static_cast<std::size_t>(image.width) * static_cast<std::size_t>(image.height) * 4);
    const std::string bytes = encodePng(image);
    if (bytes.empty()) return tl::unexpected(Error{path, "the picture is too large for a PNG"});
    return writeFileAtomically(path, bytes);
}

}  // namespace lookback
