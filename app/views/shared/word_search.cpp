#include "app/views/shared/word_search.h"

#include <algorithm>
#include <cctype>

namespace lookback {

std::string forSearch(std::string_view text) {
    std::string folded;
    for (const char c : text) {
        if (c != '_') folded += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    }
    return folded;
}

bool matchesSearch(std::string_view text, std::string_view search) {
    const std::string in = forSearch(text);
    const std::string words = forSearch(search);
    for (std::size_t at = 0; at < words.size();) {
        const std::size_t first = std::min(words.find_first_not_of(' ', at), words.size());
        const std::size_t end = std::min(words.find(' ', first), words.size());
        if (in.find(words.substr(first, end - first)) == std::string::npos) return false;
        at = end;
    }
    return true;
}

}  // namespace lookback
