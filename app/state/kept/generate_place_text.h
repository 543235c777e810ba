#pragma once

#include <optional>
#include <string>

#include "app/state/model/experiment_place.h"
#include "core/io/json_tree.h"

namespace lookback {

/// Where one stands in Generate, as a session keeps it: JSON on one line.
[[nodiscard]] std::string writeGeneratePlace(const GeneratePlace& place);

/// The same read again; nothing where it is not one. What is out of bounds becomes the nearest.
[[nodiscard]] std::optional<GeneratePlace> readGeneratePlace(const Json& json);

}  // namespace lookback
