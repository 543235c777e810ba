#pragma once

#include <string>
#include <string_view>

#include "app/state/kept/session_line.h"
#include "app/state/model/place.h"

namespace lookback {

/// What the Leak test does to the sentence, as a session keeps it: JSON on one line. That it was
/// wiggling is not kept.
[[nodiscard]] std::string writeLeakPlace(const LeakPlace& place);

/// The same read from a field of the place; the usual one where there is none.
[[nodiscard]] LeakPlace readLeakPlace(const SessionLine& place, std::string_view field,
                                      Faults& faults);

}  // namespace lookback
