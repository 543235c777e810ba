/// The shipped lessons, which are part of the program itself.
#pragma once

#include <span>
#include <string_view>

namespace lookback {

/// A file of assets/lessons as it stood when the program was built.
struct EmbeddedFile {
    std::string_view name;  ///< the file's name without folder and extension: "write-a-poem"
    std::string_view text;  ///< its bytes, unchanged
};

/// All shipped lessons, sorted by file name. The texts live as long as the program.
[[nodiscard]] std::span<const EmbeddedFile> embeddedLessons();

}  // namespace lookback
