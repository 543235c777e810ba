#include "core/document/words.h"

#include <algorithm>

#include "core/random/mt19937.h"

namespace lookback {
namespace {

constexpr std::string_view kSpaces[] = {" ",        "\t",     "\n",     "\r",     "\v",    "\f",
                                        "\xC2\x85", "\u00a0", "\u2028", "\u2029", "\u3000"};

/// Bytes of white space that the text begins with; 0 where it begins with a word.
std::size_t leadingSpace(std::string_view text) {
    for (const std::string_view space : kSpaces) {
        if (text.substr(0, space.size()) == space) return space.size();
    }
    return 0;
}

}  // namespace

std::vector<std::string> splitWords(std::string_view text) {
    std::vector<std::string> words;
    bool in_word = false;
    while (!text.empty()) {
        const std::size_t space = leadingSpace(text);
        if (space == 0) {
            if (!in_word) words.emplace_back();
            words.back() += text.front();
        }
        in_word = space == 0;
        text.remove_prefix(std::max<std::size_t>(space, 1));
    }
    return words;
}

std::vector<double> drawnEmbedding(std::string_view word, Index width) {
    std::uint32_t hash = 2166136261u;
    for (const char letter : word) {
        hash = (hash ^ static_cast<unsigned char>(letter)) * 16777619u;
    }
    Mt19937 generator(hash);
    std::vector<double> numbers;
    for (Index k = 0; k < width; ++k) {
        numbers.push_back((static_cast<double>(generator.next() % 401) - 200) / 100);
    }
    return numbers;
}

}  // namespace lookback
