/// Texts of lessons and experiments in files: a text in quotes, or an object with one for each
/// language: `{"en": "...", "id": "..."}`.
#pragma once

#include <optional>
#include <string>

#include "core/base/local_text.h"
#include "core/io/json_fields.h"

namespace lookback {

/// Reads a text. Adds a fault and returns nothing where the value is neither of both, or where a
/// language has more than kMaxReadTextBytes.
[[nodiscard]] std::optional<LocalText> readLocalText(const Json& json, const std::string& path,
                                                     Faults& faults);

/// Writes a text as it was read.
[[nodiscard]] std::string writeLocalText(const LocalText& text);

}  // namespace lookback
