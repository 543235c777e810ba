#pragma once

#include <string>

#include "core/document/document.h"
#include "core/io/json_fields.h"

namespace lookback {

// The field `draw` of a document file.

/// What can be read of it; faults say what cannot.
[[nodiscard]] Draw readDraw(const Json& json, const std::string& path, Faults& faults);

[[nodiscard]] std::string writeDraw(const Draw& draw, int indent);

}  // namespace lookback
