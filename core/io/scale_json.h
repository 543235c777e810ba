#pragma once

#include <optional>
#include <string>

#include "core/document/document.h"
#include "core/io/json_fields.h"

namespace lookback {

// The field `scale` of a document file: a name, or a number.

[[nodiscard]] std::optional<Scale> readScale(const Json& json, const std::string& path,
                                             Faults& faults);
[[nodiscard]] std::string writeScale(const Scale& scale);

}  // namespace lookback
