#include "core/base/text.h"
#include "tests/core/io_files.h"

namespace lookback {
namespace {

using test::faultOf;
using test::faultsOf;
using test::fileWith;

TEST_CASE("what is no JSON says line, column and what was expected") {
    CHECK(faultOf("") == ": is empty, expected a JSON object");
    CHECK(faultOf(" \n") == ": is empty, expected a JSON object");
    CHECK(faultOf("\xff\xfe{") == ": is not UTF-8 text, expected a JSON object");
    CHECK(faultOf(std::string_view("{\"a\": \0}", 8)) ==
          ": holds bytes of value 0, expected a JSON object as text");
    CHECK(faultOf("{") ==
          "line 1, column 2: the file ends too early, expected a field name in quotes");
    CHECK(faultOf("{\n  \"lookback\": 1,\n  \"tokens\": [\"a\"") ==
          "line 3, column 17: the file ends too early, expected “,” or “]” (in tokens[0])");
    CHECK(faultOf(R"({"lookback": 1)") ==
          "line 1, column 15: the file ends too early, expected “,” or “}” (in lookback)");
    CHECK(faultOf("{\"lookback\" 1}") ==
          "line 1, column 13: unexpected number literal, expected “:” (in lookback)");
    CHECK(faultOf("{\"tokens\": [1,]}") ==
          "line 1, column 15: unexpected ']', expected a value (in tokens[0])");
    CHECK(faultOf("{\"é\": nul}") == "line 1, column 7: invalid literal, expected a value (in é)");
    CHECK(faultOf("{} x") == "line 1, column 4: invalid literal, expected the end of the file");
    CHECK(faultOf("{'a': 1}") ==
          "line 1, column 2: invalid literal, expected a field name in quotes");
    CHECK(faultOf("{\"a\": \"b\n\"}") ==
          "line 1, column 9: invalid string: control character U+000A (LF) must be escaped to "
          "\\u000A or \\n, expected a value (in a)");
    CHECK(faultOf("{\"a\": \"b") ==
          "line 1, column 9: invalid string: missing closing quote, expected a value (in a)");
}

TEST_CASE("a broken word may say what the parser says") {
    for (const char* words : {"unexpected string literal", "; last read: '; expected end of input",
                              " - invalid string", "while parsing object separator"}) {
        CAPTURE(words);
        CHECK(faultOf("{\"" + std::string(words) + "\x1F\": 1}")
                  .find("invalid string: control character U+001F (US) must be escaped to \\u001F, "
                        "expected a field name in quotes") != std::string::npos);
    }
}

TEST_CASE("numbers that JSON does not have are named") {
    CHECK(faultOf(fileWith({{"embeddings", "[[NaN, 2], [3, 4]]"}})) ==
          "line 1, column 55: NaN is not a number in JSON, expected a finite number (in "
          "embeddings[0])");
    CHECK(faultOf(fileWith({{"scale", "-Infinity"}}))
              .find("-Infinity is not a number in JSON, expected a finite number (in scale)") !=
          std::string::npos);
    CHECK(faultOf(fileWith({{"scale", "1e999"}}))
              .find("“1e999” is too large for any number format, expected a finite number (in "
                    "scale)") != std::string::npos);
    CHECK(faultOf(fileWith({{"scale", "+1"}})).find("a leading + is not a number in JSON") !=
          std::string::npos);
}

TEST_CASE("too much is refused before it is looked at") {
    CHECK(faultOf(std::string((std::size_t{64} << 20) + 1, ' ')) == ": is larger than 64 MiB");
    const std::string deep = std::string(40, '[') + std::string(40, ']');
    CHECK(faultOf(fileWith({{"title", deep}})).find("is nested deeper than 32 levels") !=
          std::string::npos);
    std::string many = "{";
    for (int k = 0; k < 300; ++k) many += "\"f" + std::to_string(k) + "\": 0, ";
    CHECK(faultOf(many + "\"last\": 0}") == ": has more than 256 fields");
    std::string tokens = "\"\"";
    std::string rows = "[1, 2]";
    for (int k = 0; k < 4096; ++k) {
        tokens += ", \"\"";
        rows += ", [1, 2]";
    }
    CHECK(faultOf(fileWith({{"tokens", "[" + tokens + "]"}, {"embeddings", "[" + rows + "]"}})) ==
          "tokens: 4,097 tokens, expected at most 4,096");
}

TEST_CASE("a field given twice is refused") {
    CHECK(faultOf(R"({"lookback": 1, "lookback": 1})") ==
          "lookback: is given twice, expected once");
    const std::string twice = R"({"query": [[1], [2]], "key": [[1], [2]], "query": [[1], [2]]})";
    CHECK(faultOf(fileWith({{"weights", twice}})) ==
          "weights.query: is given twice, expected once");
}

TEST_CASE("the version is looked at first") {
    CHECK(faultOf("[1, 2]") == ": is a list of 2, expected an object");
    CHECK(faultOf("{\"name\": 1}") ==
          "lookback: is missing, expected 1 (the version of the format)");
    CHECK(faultOf(R"({"lookback": 2, "new": []})") ==
          "lookback: was written by a newer version of Lookback (2), expected version 1");
    CHECK(faultOf(R"({"lookback": 0})") == "lookback: is 0, expected 1");
    CHECK(faultOf(R"({"lookback": 1.5})") == "lookback: is 1.5, expected 1");
    CHECK(faultOf(R"({"lookback": "1"})") == "lookback: is “1”, expected 1");
}

TEST_CASE("unknown fields name the closest known one") {
    CHECK(faultOf(fileWith({{"embedings", "1"}})) ==
          "embedings: unknown field (did you mean “embeddings”?)");
    CHECK(faultOf(fileWith({{"zzzzzz", "1"}})) == "zzzzzz: unknown field");
    CHECK(faultOf(fileWith({{"a b\\n", "1"}})) == "“a b?”: unknown field");
    CHECK(faultOf(fileWith({{"positions", R"({"kind": "none", "base": 1})"}})) ==
          "positions.base: unknown field");
    CHECK(faultOf(fileWith({{"mask", R"([{"kind": "causal", "window": 1}])"}})) ==
          "mask[0].window: unknown field");
}

TEST_CASE("missing fields say what is expected") {
    CHECK(faultOf(fileWith({{"tokens", ""}, {"embeddings", "[]"}})) ==
          "tokens: is missing, expected a list of texts, one for each token");
    CHECK(faultOf(fileWith({{"weights", ""}})) ==
          "weights.query: is missing, expected a list of rows or a draw that gives it\n"
          "weights.key: is missing, expected a list of rows or a draw that gives it\n"
          "weights.value: is missing, expected a list of rows or a draw that gives it");
    CHECK(faultOf(fileWith({{"positions", R"({"kind": "learned"})"}})) ==
          "positions.table: is missing, expected a list of rows or a draw that gives it");
    CHECK(faultOf(fileWith({{"positions", "{}"}})) ==
          "positions.kind: is missing, expected one of none, sinusoidal, learned, "
          "rope_interleaved, rope_half, alibi");
    CHECK(faultOf(fileWith({{"mask", R"([{"kind": "offset"}, {}])"}}))
              .find("mask[0].diagonal: is missing, expected a whole number\n"
                    "mask[1].kind: is missing, expected one of none, causal") == 0);
}

TEST_CASE("every fault is listed, the first twenty at most") {
    CHECK(faultsOf(fileWith({{"title", "1"}, {"heads", "0"}, {"scale", "[]"}})).size() == 3);
    std::string row = "[true";
    for (int k = 0; k < 29; ++k) row += ", true";
    const auto lines = faultsOf(fileWith({{"embeddings", "[" + row + "]]"}}));
    REQUIRE(lines.size() == 21);
    CHECK(lines[19] == "embeddings[0][19]: is true, expected a finite number");
    CHECK(lines[20] == ": and 10 more");
}

}  // namespace
}  // namespace lookback
