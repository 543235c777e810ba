#pragma once

#include <functional>

namespace lookback {

/// Asked now and then by what takes long, from the thread that computes: true where nobody wants
/// the result any more. What is returned then is not to be used. None: never.
using GivesUp = std::function<bool()>;

[[nodiscard]] inline bool isGivenUp(const GivesUp& gives_up) { return gives_up && gives_up(); }

}  // namespace lookback
