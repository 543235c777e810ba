#include "core/document/labels.h"

#include <unordered_map>
#include <unordered_set>

#include "core/base/text.h"

namespace lookback {
namespace {

constexpr std::string_view kEmpty = "\u2205";

std::string subscript(std::size_t number) {
    std::string digits;
    for (const char digit : std::to_string(number)) {
        digits += "\xE2\x82";  // U+2080 to U+2089: ₀ to ₉
        digits += static_cast<char>(0x80 + (digit - '0'));
    }
    return digits;
}

std::string isolated(const std::string& word) {
    return hasRightToLeft(word) ? "\u2068" + word + "\u2069" : word;
}

std::vector<std::string> labelsOf(const std::vector<std::string>& tokens, std::size_t longest) {
    std::unordered_map<std::string, std::size_t> seen;
    std::unordered_set<std::string> taken;
    std::vector<std::string> labels;
    labels.reserve(tokens.size());
    for (const std::string& token : tokens) {
        const std::string word = token.empty() ? std::string(kEmpty) : shortenedTo(token, longest);
        std::size_t& times = seen[word];
        std::string label = ++times == 1 ? word : word + subscript(times);
        while (!taken.insert(label).second) label = word + subscript(++times);
        labels.push_back(isolated(label));
    }
    return labels;
}

}  // namespace

std::vector<std::string> tokenLabels(const std::vector<std::string>& tokens) {
    return labelsOf(tokens, kLongestWord);
}

std::vector<std::string> wholeLabels(const std::vector<std::string>& tokens) {
    return labelsOf(tokens, kLongestWholeWord);
}

}  // namespace lookback
