#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include <nlohmann/json_fwd.hpp>

#include "core/base/limits.h"
#include "core/base/result.h"

namespace lookback {

/// JSON as a tree whose objects keep their fields in the order of the file. Declared only: sources
/// that read its values include json_fields.h.
using Json = nlohmann::ordered_json;

/// Reads a JSON text, all or nothing.
/// Errors: more than kMaxFileBytes, not UTF-8, syntax (`where` is "line 3, column 7"), fields given
/// twice, nesting deeper than 32 levels, lists and texts that would take more memory than
/// kMaxTreeBytes. `-0` keeps its sign.
/// @param most_fields of an object; finding one is a linear search
[[nodiscard]] Checked<Json> parseJson(std::string_view text, std::size_t most_fields = 256);

/// A path one step further: `weights` and `query` make `weights.query`.
[[nodiscard]] std::string joined(std::string_view path, std::string_view field);

/// A path one step into a list: `mask` and 0 make `mask[0]`.
[[nodiscard]] std::string joined(std::string_view path, std::size_t place);

}  // namespace lookback
