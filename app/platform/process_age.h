#pragma once

#include <optional>

namespace lookback {

/// Seconds since this process was started, to a hundredth, the time of loading included. Nothing
/// where the system does not report it.
[[nodiscard]] std::optional<double> processAge();

}  // namespace lookback
