#pragma once

#include <cstddef>
#include <string>

namespace lookback {

/// Titles of documents are kept so long in lists.
inline constexpr std::size_t kLongestListedTitle = 200;  ///< characters

/// A document that one worked on lately.
struct RecentDocument {
    std::string id;     ///< of the draft; empty for a file
    std::string file;   ///< its path; empty for a draft
    std::string title;  ///< "Write a poem"
    std::string when;   ///< it was touched last, in words: "14:05", "21 Nov"

    [[nodiscard]] bool isDraft() const { return !id.empty(); }
    bool operator==(const RecentDocument&) const = default;
};

}  // namespace lookback
