#include "core/document/words.h"

#include <optional>

#include "core/base/foreign_text.h"
#include "core/base/limits.h"
#include "core/base/utf8.h"
#include "core/random/mt19937.h"

namespace lookback {
namespace {

constexpr std::string_view kSpaces[] = {" ",        "\t",     "\n",     "\r",     "\v",    "\f",
                                        "\xC2\x85", "\u00a0", "\u2028", "\u2029", "\u3000"};

constexpr std::string_view kOpeningQuote = "\u201c";
constexpr std::string_view kClosingQuote = "\u201d";
constexpr std::size_t kLongestQuoted = 4 * kLongestTypedWord;  ///< bytes

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

bool endsWord(std::string_view rest) { return rest.empty() || leadingSpace(rest) > 0; }

/// Takes a quoted part off the beginning of a text.
/// @return what stands between the quotes; nothing, and the text as it was, where the text does not
/// begin with a quote, or where its partner does not end a word
std::optional<std::string> takeQuoted(std::string_view& text) {
    const bool is_curly = text.starts_with(kOpeningQuote);
    if (!is_curly && !text.starts_with('"')) return std::nullopt;
    const std::string_view closing = is_curly ? kClosingQuote : "\"";
    std::string quoted;
    for (std::string_view rest = text.substr(is_curly ? kOpeningQuote.size() : 1); !rest.empty();) {
        if (quoted.size() > kLongestQuoted) break;
        if (!is_curly && rest.starts_with("\"\"")) {
            quoted += '"';
            rest.remove_prefix(2);
        } else if (rest.starts_with(closing) && endsWord(rest.substr(closing.size()))) {
            text = rest.substr(closing.size());
            return quoted;
        } else {
            quoted += rest.front();
            rest.remove_prefix(1);
        }
    }
    return std::nullopt;
}

/// True where `splitSentence` would split the token, or take quotes off it.
bool needsQuotes(std::string_view token) {
    if (token.empty() || token.starts_with('"') || token.starts_with(kOpeningQuote)) return true;
    std::string_view rest = token;
    return takeWord(rest) != token;
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

std::vector<std::string> splitSentence(std::string_view text) {
    std::vector<std::string> tokens;
    while (true) {
        while (const std::size_t space = leadingSpace(text)) text.remove_prefix(space);
        if (text.empty()) return tokens;
        if (auto quoted = takeQuoted(text)) {
            tokens.push_back(*std::move(quoted));
        } else {
            tokens.emplace_back(takeWord(text));
        }
    }
}

std::string sentenceText(const std::vector<std::string>& tokens) {
    std::string text;
    for (const std::string& token : tokens) {
        if (!text.empty()) text += ' ';
        if (!needsQuotes(token)) {
            text += token;
            continue;
        }
        text += '"';
        for (const char letter : token) text.append(letter == '"' ? 2 : 1, letter);
        text += '"';
    }
    return text;
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
