#include "tests/app/pseudo_language.h"

#include <cctype>
#include <deque>
#include <vector>

namespace lookback::test {
namespace {

constexpr double kLonger = 0.4;

/// Returns the letters that lengthen a word of so many letters by 40%.
std::string tailOf(std::size_t letters) {
    std::string tail;
    const auto added = static_cast<std::size_t>(static_cast<double>(letters) * kLonger + 0.5);
    for (std::size_t k = 0; k < added; ++k) tail += k % 2 == 0 ? "\u00e9" : "\u00ed";
    return tail;
}

}  // namespace

std::string inPseudoLanguage(std::string_view pattern) {
    std::string longer;
    std::size_t letters = 0;  // of the word so far
    int depth = 0;            // of braces; text is at even depths, slots and branches at odd ones
    bool is_tag = false;
    for (const char sign : pattern) {
        const bool is_text = depth % 2 == 0 && !is_tag;
        const bool is_letter = std::isalpha(static_cast<unsigned char>(sign)) != 0;
        if (is_text && is_letter) {
            ++letters;
        } else if (letters > 0) {
            longer += tailOf(letters);
            letters = 0;
        }
        if (sign == '{') ++depth;
        if (sign == '}') --depth;
        if (sign == '<') is_tag = true;
        if (sign == '>') is_tag = false;
        longer += sign;
    }
    return longer + tailOf(letters);
}

const Language& pseudoLanguage() {
    static std::deque<std::string> patterns;
    static const std::vector<CatalogueText> texts = [] {
        std::vector<CatalogueText> all;
        for (const CatalogueText& text : catalogueTexts("en")) {
            patterns.push_back(inPseudoLanguage(text.pattern));
            all.push_back({text.key, patterns.back(), text.slots});
        }
        return all;
    }();
    static const Language language{"pseudo", "Pseudo", ",", [](Index count) { return count == 1; },
                                   [] { return texts; }};
    return language;
}

}  // namespace lookback::test
