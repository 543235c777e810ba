#include "core/words/pattern.h"

#include <doctest/doctest.h>

using namespace lookback;

namespace {

std::string faultOfPattern(std::string_view text) {
    const tl::expected<Pattern, PatternFault> pattern = parsePattern(text);
    REQUIRE(!pattern);
    return pattern.error().where + ": " + pattern.error().text;
}

std::vector<PatternSlot> slotsIn(std::string_view text) {
    const tl::expected<Pattern, PatternFault> pattern = parsePattern(text);
    REQUIRE(pattern);
    return slotsOf(*pattern);
}

}  // namespace

TEST_CASE("a pattern has each slot once, with its kind, in the order of its text") {
    using Kind = PatternSlot::Kind;
    CHECK(slotsIn("Nothing differs.").empty());
    CHECK(slotsIn("{a} and {b}, then {a}") ==
          std::vector<PatternSlot>{{.name = "a"}, {.name = "b"}});
    CHECK(slotsIn("{n} of {n, plural, one {# row} other {# rows of {of}}}") ==
          std::vector<PatternSlot>{{.name = "n", .kind = Kind::count}, {.name = "of"}});
    CHECK(slotsIn("{who, select, self {itself} other {{key}}} <b>{x}</b>") ==
          std::vector<PatternSlot>{
              {"who", Kind::choice, {"self", "other"}}, {.name = "key"}, {.name = "x"}});
}

TEST_CASE("a slot of a lesson's text holds an expression") {
    const auto pattern =
        parsePattern("{percent: max(a, b[0])} {n - 1, plural, one {# of {x[0..1]}} other {#}}",
                     SlotSyntax::expressions);
    REQUIRE(pattern);
    CHECK(slotsOf(*pattern) ==
          std::vector<PatternSlot>{{.name = "percent: max(a, b[0])"},
                                   {.name = "n - 1", .kind = PatternSlot::Kind::count},
                                   {.name = "x[0..1]"}});
    CHECK(!parsePattern("{max(a, b)}"));
}

TEST_CASE("tags and branches within each other are limited") {
    const auto nested = [](int depth) {
        std::string text = "x";
        for (int k = 0; k < depth; ++k) text = "<b>" + text + "</b>";
        return text;
    };
    CHECK(parsePattern(nested(15)));
    CHECK(faultOfPattern(nested(16))
              .ends_with("expected at most 16 tags and branches within each other"));
    CHECK(!parsePattern(nested(10000)));
}

TEST_CASE("what cannot be parsed is told with its place") {
    CHECK(faultOfPattern("{") == "column 2: expected a name of a to z, 0 to 9 and _");
    CHECK(faultOfPattern("a {b") == "column 5: expected ,");
    CHECK(faultOfPattern("a } b") == "column 3: expected no closing brace or tag here");
    CHECK(faultOfPattern("{n, number}") ==
          "column 11: expected plural or select after the slot's name");
    CHECK(faultOfPattern("{n, plural, one {x}}") ==
          "column 21: the slot n has no branch named other");
    CHECK(faultOfPattern("<i>a</i>") ==
          "column 1: expected <b>, <sup> or <sub>; for the character itself write '<'");
    CHECK(faultOfPattern("<b>a</sup>") == "column 5: expected </b>");
    CHECK(faultOfPattern("<b>a") == "column 5: expected </b>");
}
