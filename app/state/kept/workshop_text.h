/// The experiment's part of a session: a line of JSON for each text, each origin and each step, and
/// what its first line says of them. A text stands there once, however many steps have it.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "app/state/model/workshop.h"
#include "core/base/result.h"
#include "core/io/json_tree.h"

namespace lookback {

struct WorkshopText {
    std::string head;   ///< for the first line of the session: JSON
    std::string lines;  ///< each with its end
};

/// @param most bytes, the text of each step counted: the steps that are farthest from the one on
/// screen are left out, first those that were undone, then the oldest. What is on screen is always
/// there.
[[nodiscard]] WorkshopText writeWorkshop(const KeptWorkshop& workshop, std::size_t most);

/// Reads it, all or nothing. Where the shipped experiment that one came from is gone, it came from
/// nowhere. Errors: `where` is the path in the line, which begins with what the line is.
[[nodiscard]] Checked<KeptWorkshop> readWorkshop(const Json& head, std::string_view lines);

}  // namespace lookback
