#pragma once

#include <string>

#include "app/views/shared/scene.h"

namespace lookback {

/// What a tooltip says of a cell that is hatched, or painted: every rule that blocks it by its name
/// and why, what the hand did, and whether the cell has weight all the same. Empty for others.
[[nodiscard]] std::string maskWords(const Scene& scene, const Target& target);

/// The same of what the mask of a variant has to say, without the weight.
/// @param where behind "Masked" and "Allowed": ` in A`, or empty
[[nodiscard]] std::string maskWords(const Variant& variant, Cell cell,
                                    const std::vector<std::string>& labels, std::string_view where);

}  // namespace lookback
