// Words that people type or paste: what a document takes of them.
#include "core/document/words.h"

#include <doctest/doctest.h>

#include "core/base/text.h"
#include "core/base/utf8.h"
#include "core/document/document.h"

using namespace lookback;

namespace {

using Words = std::vector<std::string>;

std::string repeated(std::string_view text, std::size_t times) {
    std::string all;
    for (std::size_t k = 0; k < times; ++k) all += text;
    return all;
}

std::string typed(std::string_view word) {
    const TypedWords clean = typedWords({std::string(word)});
    return clean.words.empty() ? "" : clean.words.front();
}

}  // namespace

TEST_CASE("the first character of a text, or what stands for it") {
    CHECK(firstCharacter("a").code == U'a');
    CHECK(firstCharacter("\u00e9t").bytes == 2);
    CHECK(firstCharacter("\U0001F642").code == 0x1F642);
    const Utf8Character bad = firstCharacter("\xE2\x82 tail");
    CHECK_FALSE(bad.is_valid);
    CHECK(bad.bytes == 2);
    CHECK(bad.code == kReplacementCode);
}

TEST_CASE("a beginning of a text keeps letters and their accents together") {
    CHECK(firstCharacters("poem", 4) == "poem");
    CHECK(firstCharacters("poem", 2) == "po");
    CHECK(firstCharacters("\u00e4\u00f6", 1) == "\u00e4");
    CHECK(firstCharacters("poe\u0301m", 3) == "po");
    CHECK(firstCharacters("poe\u0301m", 4) == "poe\u0301");
    CHECK(firstCharacters("\u0301\u0301\u0301", 2) == "\u0301\u0301");
    CHECK(firstCharacters("abc", std::string::npos) == "abc");
    CHECK(firstCharacters("abc", 0).empty());
    CHECK(firstCharacters("", 3).empty());
}

TEST_CASE("bytes that are no UTF-8 become U+FFFD, one for each part") {
    CHECK(typed("caf\xE9") == "caf\uFFFD");
    CHECK(typed("na\xEFve") == "na\uFFFDve");
    // The examples of the Unicode Standard, tables 3-8 to 3-11.
    CHECK(typed("\xC0\xAF\xE0\x80\xBF\xF0\x81\x82\x41") == repeated("\uFFFD", 8) + "A");
    CHECK(typed("\xED\xA0\x80\xED\xBF\xBF\xED\xAF\x41") == repeated("\uFFFD", 8) + "A");
    CHECK(typed("\xF4\x91\x92\x93\xFF\x41\x80\xBF\x42") ==
          repeated("\uFFFD", 5) + "A" + repeated("\uFFFD", 2) + "B");
    CHECK(typed("\xE1\x80\xE2\xF0\x91\x92\xF1\xBF\x41") == repeated("\uFFFD", 4) + "A");
    CHECK(asUtf8("na\xEFve \xFF") == "na\uFFFDve \uFFFD");
    CHECK(typedWords({"\xFF"}).had_bad_bytes);
    CHECK_FALSE(typedWords({"na\u00efve \uFFFD"}).had_bad_bytes);
    for (int byte = 0; byte < 256; ++byte) {
        const std::string sign(1, static_cast<char>(byte));
        CHECK(isUtf8(typed(sign + "a" + sign)));
    }
}

TEST_CASE("control characters and what turns the text around a word are left out") {
    CHECK(typed(std::string_view("a\0b", 3)) == "ab");
    CHECK(typed("\x1b[31mred\x7f") == "[31mred");
    CHECK(typed("a\xC2\x9F"
                "b") == "ab");
    CHECK(typed("\u202Eevil\u202C \u2066\u2069") == "evil ");
    CHECK(typed("line\u2028end") == "lineend");
    CHECK(typedWords({"\x01"}).had_controls);
    const TypedWords rest = typedWords({"a", "\x01\x02", "b"});
    CHECK(rest.words == Words{"a", "b"});
    const std::string letters = "\u05e9\u200f\u0644\u200d\U0001F469\u200d\U0001F52C";
    CHECK(typed(letters) == letters);
}

TEST_CASE("words are cut to 200 characters, and the sentence to 4096 words") {
    const std::string long_word = repeated("\u00e4", kLongestTypedWord);
    CHECK(typed(long_word) == long_word);
    CHECK_FALSE(typedWords({long_word}).had_long_words);
    CHECK(typed(long_word + "x") == long_word);
    CHECK(typedWords({long_word + "x"}).had_long_words);
    CHECK(typed(repeated("x", 199) + "e\u0301!") == repeated("x", 199));

    const TypedWords most = typedWords(Words(kMaxTokens, "a"));
    CHECK(static_cast<Index>(most.words.size()) == kMaxTokens);
    CHECK_FALSE(most.had_more);
    const TypedWords more = typedWords(Words(kMaxTokens + 1, "a"));
    CHECK(static_cast<Index>(more.words.size()) == kMaxTokens);
    CHECK(more.had_more);
}

TEST_CASE("a typed sentence is split at spaces, and quotes keep words together") {
    CHECK(splitSentence("  The cat\tsat ") == Words{"The", "cat", "sat"});
    CHECK(splitSentence("\"New York\" is big") == Words{"New York", "is", "big"});
    CHECK(splitSentence("\u201cNew York\u201d is") == Words{"New York", "is"});
    CHECK(splitSentence("say \"\"\"hi\"\" there\"") == Words{"say", "\"hi\" there"});
    CHECK(splitSentence("\"\" a") == Words{"", "a"});
    // Quotes within words, and without a partner.
    CHECK(splitSentence("5\" x \"6") == Words{"5\"", "x", "\"6"});
    CHECK(splitSentence("it\"s \"a b") == Words{"it\"s", "\"a", "b"});
    CHECK(splitSentence("\"a\"b c\"") == Words{"a\"b c"});
    CHECK(splitSentence("").empty());
    CHECK(splitSentence("\"" + repeated("long ", 400) + "\"").size() == 401);
}

TEST_CASE("a sentence as typed text is split into the same tokens") {
    const std::vector<Words> sentences{{},
                                       {"Write", "a", "poem"},
                                       {"New York", "is"},
                                       {"", "\"", "\"\"", "a\"b", "\"a b\"", "\u201ca", "b\u201d"},
                                       {"a \" b", "c"}};
    for (const Words& sentence : sentences) {
        CAPTURE(sentenceText(sentence));
        CHECK(splitSentence(sentenceText(sentence)) == sentence);
    }
    CHECK(sentenceText({"New York", "is"}) == "\"New York\" is");
}
