#pragma once

#include <optional>

namespace lookback {

/// Seconds since this process was started, to a hundredth, with all that the system did to load it.
/// Nothing where the system does not tell.
[[nodiscard]] std::optional<double> processAge();

}  // namespace lookback
