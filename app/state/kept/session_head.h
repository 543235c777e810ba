#pragma once

#include <cstddef>
#include <optional>

#include "app/state/kept/session_text.h"
#include "core/io/json_fields.h"

namespace lookback {

/// What the first line of a session says, the place included.
struct ReadHead {
    SessionHead head;
    std::optional<SavedPlace> place;
    std::size_t origins = 0;
    std::size_t steps = 0;
    std::size_t at = 0;
    std::optional<Json> workshop;  ///< what it says of the experiment
};

[[nodiscard]] ReadHead readHead(const Json& json, Faults& faults);

}  // namespace lookback
