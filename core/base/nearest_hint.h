#pragma once

#include <span>
#include <string>
#include <string_view>

namespace lookback {

/// ` (did you mean “query”?)`, or nothing where no name is near.
[[nodiscard]] std::string nearestHint(std::string_view name,
                                      std::span<const std::string_view> known);

}  // namespace lookback
