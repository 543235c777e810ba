#pragma once

#include <string>

#include "app/program/image.h"

namespace lookback {

/// Writes the picture as a PNG file. An existing file is replaced at once and only by a complete
/// one: another program never sees half a picture, and a failure leaves the old file.
[[nodiscard]] Result<void> writePng(const std::string& path, const Image& image);

}  // namespace lookback
