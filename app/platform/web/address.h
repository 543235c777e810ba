/// The wishes in the address of the page.
#pragma once

#include <string>

namespace lookback {

/// `?lesson=ID&lang=id&present&embed#d=...`
struct Address {
    std::string lesson;     ///< id of a lesson or an experiment; empty: none
    std::string language;   ///< id of a language; empty: none
    bool presents = false;  ///< begins presented
    bool is_part = false;   ///< `?embed`: begins presented, and stays within its frame
    std::string data;       ///< of `linkData`; empty: none
};

/// Reads the wishes. Unknown ones are ignored.
/// @param rest of the address, from `?` or `#` on
[[nodiscard]] Address readAddress(const std::string& rest);

}  // namespace lookback
