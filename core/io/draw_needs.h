#pragma once

#include <optional>

#include "core/io/drawn_matrices.h"

namespace lookback {

/// Why the document that a draw would make takes more memory than it may, found from the widths of
/// what it would draw; nothing where it does not, or where the draw cannot be run at all.
/// @param document that it is for; of its matrices only those `given` count
[[nodiscard]] std::optional<Error> drawFault(const Draw& draw, const Document& document,
                                             const GivenMatrices& given, double allowed);

}  // namespace lookback
