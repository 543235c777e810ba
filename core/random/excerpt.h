#pragma once

#include <string>
#include <string_view>

#include "core/base/text.h"

namespace lookback {

/// A foreign text as a message quotes it: at most 40 characters, what is not ASCII as `?`.
[[nodiscard]] inline std::string excerpt(std::string_view text) {
    constexpr std::size_t kMaxLength = 40;
    std::string shown;
    for (const char c : text.substr(0, kMaxLength)) shown += c >= ' ' && c <= '~' ? c : '?';
    if (text.size() > kMaxLength) shown += "...";
    return inQuotes(shown);
}

}  // namespace lookback
