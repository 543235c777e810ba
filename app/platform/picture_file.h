#pragma once

#include <string>

#include "app/program/image.h"

namespace lookback {

/// Writes the picture as a PNG file. @param carried the file of a work that it opens as; may be
/// empty. An existing file is replaced at once and only by a complete
/// one: another program never sees half a picture, and a failure leaves the old file.
[[nodiscard]] Result<void> writePng(const std::string& path, const Image& image,
                                    const std::string& carried = "");

}  // namespace lookback
