/// The shipped lessons and experiments, which are part of the program itself.
#pragma once

#include <span>
#include <string_view>

namespace lookback {

/// A file of assets as it stood when the program was built.
struct EmbeddedFile {
    std::string_view name;  ///< the file's name without folder and ".json": "write-a-poem"
    std::string_view text;  ///< its bytes, unchanged
};

// Sorted by file name. The texts live as long as the program.

/// All of assets/lessons.
[[nodiscard]] std::span<const EmbeddedFile> embeddedLessons();

/// All of assets/experiments: "greetings.experiment", "greetings.notes".
[[nodiscard]] std::span<const EmbeddedFile> embeddedExperiments();

}  // namespace lookback
