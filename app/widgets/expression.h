#pragma once

#include <string_view>

#include "core/base/result.h"

namespace lookback {

/// A number as a person types it: `0.5`, `−2`, `1/3`, `sqrt(2)`, `pi`, `inf`, `-inf`. A decimal
/// comma is a point; separators of thousands are refused. Errors: the message is a whole sentence.
[[nodiscard]] Result<double> parseExpression(std::string_view text);

}  // namespace lookback
