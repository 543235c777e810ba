#include "core/document/typed_words.h"

#include "core/base/utf8.h"
#include "core/document/document.h"

namespace lookback {
namespace {

bool isControl(char32_t code) {
    const bool is_old_control = code < 0x20 || (code >= 0x7F && code < 0xA0);
    const bool ends_a_line = code == 0x2028 || code == 0x2029;
    const bool turns_text =
        (code >= 0x202A && code <= 0x202E) || (code >= 0x2066 && code <= 0x2069);
    return is_old_control || ends_a_line || turns_text;
}

/// One word, without what cannot stay; stops soon after it is long enough.
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
