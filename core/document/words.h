#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/base/matrix.h"

namespace lookback {

/// Words between white space (ASCII, no-break and ideographic space, ends of lines and paragraphs),
/// in order.
[[nodiscard]] std::vector<std::string> splitWords(std::string_view text);

/// Takes the next of these words off a text, with the white space before it.
/// @return a part of the text; empty where it has no word left
[[nodiscard]] std::string_view takeWord(std::string_view& text);

/// The tokens of a typed sentence: words between white space; quotes, straight or curly, keep the
/// words between them together. Within straight quotes, two of them stand for one. A quote within a
/// word, or without its partner in the next 4 * kLongestTypedWord bytes, is a character like any
/// other.
[[nodiscard]] std::vector<std::string> splitSentence(std::string_view text);

/// A sentence as typed text, which `splitSentence` splits into the same tokens.
[[nodiscard]] std::string sentenceText(const std::vector<std::string>& tokens);

/// The embedding of a word that has none yet: the FNV-1a hash (32 bits) of its bytes seeds MT19937,
/// whose outputs modulo 401 give whole hundredths from -2 to 2. The same word, the same numbers.
[[nodiscard]] std::vector<double> drawnEmbedding(std::string_view word, Index width);

/// Most characters of a typed or pasted word. Words of files may be longer.
inline constexpr std::size_t kLongestTypedWord = 200;

/// Typed or pasted words made fit for a document, and the changes that this took.
struct TypedWords {
    std::vector<std::string> words;
    bool had_bad_bytes = false;   ///< bytes that are no UTF-8: U+FFFD stands in their place
    bool had_controls = false;    ///< left out, see `typedWords`
    bool had_long_words = false;  ///< cut to kLongestTypedWord characters
    bool had_more = false;        ///< only the first kMaxTokens words are there
};

/// Makes words fit for a document. Left out are control characters (C0, C1, DEL), the ends of lines
/// and paragraphs, and characters that turn the direction of the text around them (U+202A to
/// U+202E, U+2066 to U+2069): they would turn a sentence that quotes the word. A word without other
/// characters is left out, too.
[[nodiscard]] TypedWords typedWords(const std::vector<std::string>& words);

/// A typed title, made fit as a word is; its list has one word, or none.
struct TypedTitle : TypedWords {
    explicit TypedTitle(std::string_view title) : TypedWords(typedWords({std::string(title)})) {}

    [[nodiscard]] std::string text() const { return words.empty() ? "" : words.front(); }
};

}  // namespace lookback
