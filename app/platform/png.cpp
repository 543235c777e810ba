#include "app/platform/png.h"

#include <cassert>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <span>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#define STB_IMAGE_WRITE_IMPLEMENTATION
#define STB_IMAGE_WRITE_STATIC
#include <stb/stb_image_write.h>

namespace lookback {
namespace {

namespace fs = std::filesystem;
using Bytes = std::vector<unsigned char>;

Bytes encodePng(const Image& image) {
    Bytes bytes;
    const auto append = [](void* out, void* data, int size) {
        const auto* first = static_cast<unsigned char*>(data);
        static_cast<Bytes*>(out)->insert(static_cast<Bytes*>(out)->end(), first, first + size);
    };
    if (!stbi_write_png_to_func(append, &bytes, image.width, image.height, 4, image.rgba.data(),
                                image.width * 4)) {
        bytes.clear();
    }
    return bytes;
}

bool writeAll(int file, std::span<const unsigned char> bytes) {
    while (!bytes.empty()) {
        const ssize_t written = write(file, bytes.data(), bytes.size());
        if (written < 0 && errno != EINTR) return false;
        if (written > 0) bytes = bytes.subspan(static_cast<std::size_t>(written));
    }
    return true;
}

/// The rights that a new file gets: mkstemp's own are for its owner alone.
mode_t usualRights() {
    const mode_t mask = umask(0);
    umask(mask);
    return 0666 & ~mask;
}

/// Writes into a device or a pipe, which must not be replaced by a file.
bool writeInto(const std::string& path, std::span<const unsigned char> bytes) {
    const int file = open(path.c_str(), O_WRONLY);
    if (file < 0) return false;
    const bool good = writeAll(file, bytes);
    return close(file) == 0 && good;
}

bool replaceFile(const std::string& path, std::span<const unsigned char> bytes) {
    std::string draft = path + ".XXXXXX";
    const int file = mkstemp(draft.data());
    if (file < 0) return false;
    bool good = writeAll(file, bytes) && fchmod(file, usualRights()) == 0 && fsync(file) == 0;
    good = close(file) == 0 && good;
    good = good && rename(draft.c_str(), path.c_str()) == 0;
    if (!good) {
        const int reason = errno;
        unlink(draft.c_str());
        errno = reason;
    }
    return good;
}

/// Where the bytes belong: a link's target, so that the link stays a link.
std::string resolved(const std::string& path) {
    std::error_code error;
    const fs::path real = fs::weakly_canonical(path, error);
    return error ? path : real.string();
}

}  // namespace

Result<void> writePng(const std::string& path, const Image& image) {
    assert(image.rgba.size() ==
           static_cast<std::size_t>(image.width) * static_cast<std::size_t>(image.height) * 4);
    const Bytes bytes = encodePng(image);
    if (bytes.empty()) return tl::unexpected(Error{path, "the picture is too large for a PNG"});
    std::error_code ignored;
    const fs::file_status status = fs::status(path, ignored);
    if (fs::is_directory(status)) {
        return tl::unexpected(Error{path, "is a folder, a file is expected"});
    }
    const bool is_device = fs::exists(status) && !fs::is_regular_file(status);
    if (!(is_device ? writeInto(path, bytes) : replaceFile(resolved(path), bytes))) {
        return tl::unexpected(Error{path, std::string("cannot be written: ") + strerror(errno)});
    }
    return {};
}

}  // namespace lookback
