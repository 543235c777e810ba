#pragma once

#include <optional>
#include <string>

#include "app/state/model/experiment_place.h"
#include "core/io/json_tree.h"

namespace lookback {

/// Where one stands in Train, as a session keeps it: JSON on one line.
[[nodiscard]] std::string writeTrainPlace(const TrainPlace& place);

/// The same read again; nothing where it is not one. A step that no training can have is the last.
[[nodiscard]] std::optional<TrainPlace> readTrainPlace(const Json& json);

}  // namespace lookback
