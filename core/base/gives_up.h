#pragma once

#include <functional>

namespace lookback {

/// Called now and then by a long computation, on the thread that computes: true means that the
/// result is no longer wanted, and must not be used. An empty function means false.
using GivesUp = std::function<bool()>;

[[nodiscard]] inline bool isGivenUp(const GivesUp& gives_up) { return gives_up && gives_up(); }

}  // namespace lookback
