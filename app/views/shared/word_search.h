#pragma once

#include <string>
#include <string_view>

namespace lookback {

/// Returns a text as a search compares it: small letters, without underscores, so that d_k finds
/// dₖ.
[[nodiscard]] std::string forSearch(std::string_view text);

/// True where a text has every word that is searched.
[[nodiscard]] bool matchesSearch(std::string_view text, std::string_view search);

}  // namespace lookback
