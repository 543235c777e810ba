#include "core/document/words.h"

#include "core/base/limits.h"
#include "core/base/utf8.h"
#include "core/random/mt19937.h"

namespace lookback {
namespace {

constexpr std::string_view kSpaces[] = {" ",        "\t",     "\n",     "\r",     "\v",    "\f",
                                        "\xC2\x85", "\u00a0", "\u2028", "\u2029", "\u3000"};

/// False for bytes that cannot begin white space: most bytes of a text.
bool mayBeginSpace(char byte) {
    return (byte >= 0 && byte <= ' ') || byte == '\xC2' || byte == '\xE2' || byte == '\xE3';
}

/// The bytes of white space at the beginning of the text.
std::size_t leadingSpace(std::string_view text) {
    if (text.empty() || !mayBeginSpace(text.front())) return 0;
    for (const std::string_view space : kSpaces) {
        if (text.substr(0, space.size()) == space) return space.size();
    }
    return 0;
}

bool isControl(char32_t code) {
    const bool is_old_control = code < 0x20 || (code >= 0x7F && code < 0xA0);
    const bool ends_a_line = code == 0x2028 || code == 0x2029;
    const bool turns_text =
        (code >= 0x202A && code <= 0x202E) || (code >= 0x2066 && code <= 0x2069);
    return is_old_control || ends_a_line || turns_text;
}

/// One word without forbidden characters; stops soon after it is long enough.
std::string cleaned(std::string_view word, TypedWords& typed) {
    std::string clean;
    std::size_t count = 0;
    while (!word.empty() && count <= kLongestTypedWord) {
        const Utf8Character character = firstCharacter(word);
        if (!character.is_valid) {
            typed.had_bad_bytes = true;
            clean += kReplacementCharacter;
            ++count;
        } else if (isControl(character.code)) {
            typed.had_controls = true;
        } else {
            clean += word.substr(0, character.bytes);
            ++count;
        }
        word.remove_prefix(character.bytes);
    }
    const std::size_t kept = firstCharacters(clean, kLongestTypedWord).size();
    if (kept < clean.size()) typed.had_long_words = true;
    clean.resize(kept);
    return clean;
}

}  // namespace

std::vector<std::string> splitWords(std::string_view text) {
    std::vector<std::string> words;
    while (true) {
        const std::string_view word = takeWord(text);
        if (word.empty()) return words;
        words.emplace_back(word);
    }
}

std::string_view takeWord(std::string_view& text) {
    while (const std::size_t space = leadingSpace(text)) text.remove_prefix(space);
    std::size_t end = 0;
    while (end < text.size() && leadingSpace(text.substr(end)) == 0) ++end;
    const std::string_view word = text.substr(0, end);
    text.remove_prefix(end);
    return word;
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

TypedWords typedWords(const std::vector<std::string>& words) {
    TypedWords typed;
    for (const std::string& word : words) {
        if (static_cast<Index>(typed.words.size()) == kMaxTokens) {
            typed.had_more = true;
            break;
        }
        std::string clean = cleaned(word, typed);
        if (!clean.empty()) typed.words.push_back(std::move(clean));
    }
    return typed;
}

}  // namespace lookback
