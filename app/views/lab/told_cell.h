#pragma once

#include <cstddef>
#include <vector>

#include "app/views/shared/scene.h"
#include "core/explain/explain.h"

namespace lookback {

/// Explains a cell as far as the lesson shows its numbers: of a hidden cell the lines have blanks
/// for numbers, and a sentence in place of the meaning says until when.
/// @param most_terms of a sum that are written out
[[nodiscard]] Explanation toldCell(const Scene& scene, const Target& target,
                                   std::size_t most_terms);

/// The lines of `toldCell` alone.
[[nodiscard]] std::vector<TextLine> toldLines(const Scene& scene, const Target& target,
                                              std::size_t most_terms);

}  // namespace lookback
