#pragma once

#include <string>
#include <string_view>

#include "app/state/kept/session_line.h"
#include "core/compare/variant_choice.h"

namespace lookback {

/// What Compare shows on one side, as a session keeps it: JSON on one line. A file is not kept,
/// only that there was one.
[[nodiscard]] std::string writeChoice(const VariantChoice& choice);

/// The choice in a field of the place. @param usual where there is none, or a file
[[nodiscard]] VariantChoice readChoice(const SessionLine& place, std::string_view field,
                                       const VariantChoice& usual, Faults& faults);

}  // namespace lookback
