#include "app/platform/picture_file.h"

#include "core/io/file.h"

namespace lookback {

Result<void> writePng(const std::string& path, const Image& image, const std::string& carried) {
    const Result<std::string> bytes = encodePng(image, carried);
    if (!bytes) return tl::unexpected(Error{path, bytes.error().message});
    return writeFileAtomically(path, *bytes);
}

}  // namespace lookback
