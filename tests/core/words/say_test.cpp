// The catalogue in each language, and how counts, choices, lists and numbers are said.
#include "core/words/say.h"

#include <algorithm>
#include <fstream>
#include <regex>
#include <sstream>

#include <doctest/doctest.h>

#include "core/words/catalogue.h"
#include "messages/common.h"
#include "messages/explain.h"
#include "messages/leak.h"
#include "tests/source_folder.h"

using namespace lookback;

namespace {

Listed labels(const std::vector<std::string>& names) {
    Listed list;
    for (const std::string& name : names) list.things.emplace_back(TokenLabel{name});
    return list;
}

std::string dependsOn(const std::vector<std::string>& names) {
    return english().text(say::leak::DependsOn{.output = TokenLabel{"a"}, .tokens = labels(names)});
}

/// An expression that no message matches, but those with these keys.
struct NeverSaid {
    std::string expression;
    std::vector<std::string> keys;
};

std::vector<NeverSaid> neverSaid() {
    std::ifstream file(sourcePath("tests/words/never.txt"));
    std::vector<NeverSaid> rows;
    for (std::string line; std::getline(file, line);) {
        if (line.empty() || line.front() == '#') continue;
        const std::size_t tab = std::min(line.find('\t'), line.size());
        NeverSaid row{line.substr(0, tab), {}};
        std::istringstream keys(line.substr(std::min(tab + 1, line.size())));
        for (std::string key; keys >> key;) row.keys.push_back(key);
        rows.push_back(std::move(row));
    }
    return rows;
}

}  // namespace

TEST_CASE("counts take the branch of their number, exact ones first, with commas from 1,000 on") {
    const auto zeros = [](Index n) { return english().text(say::leak::AllZero{.n = n}); };
    CHECK(zeros(1) == "The derivative of the blocked pair is exactly 0.");
    CHECK(zeros(2) == "Both derivatives of blocked pairs are exactly 0.");
    CHECK(zeros(3) == "All 3 derivatives of blocked pairs are exactly 0.");
    CHECK(zeros(999) == "All 999 derivatives of blocked pairs are exactly 0.");
    CHECK(zeros(1424) == "All 1,424 derivatives of blocked pairs are exactly 0.");
    CHECK(zeros(1234567) == "All 1,234,567 derivatives of blocked pairs are exactly 0.");
    const Wording& indonesian = wordingIn(*findLanguage("id"));
    CHECK(indonesian.text(say::leak::AllZero{.n = 1234567}).find("1\u00A0234\u00A0567") !=
          std::string::npos);
    CHECK(indonesian.text(say::leak::AllZero{.n = 999}).find("999") != std::string::npos);
    const auto units = [](Index n) {
        return english().text(say::leak::RoundingMoves{.size = Rough{2.4e-7, 2}, .places = n});
    };
    CHECK(units(1).ends_with("by at most 2.4e\u22127. That is at most 1 unit in the last place."));
    CHECK(units(0).ends_with("That is at most 0 units in the last place."));
}

TEST_CASE("a choice takes its branch, `other` where it has none of its own") {
    using How = say::leak::Example::How;
    using Derivative = say::leak::Example::Derivative;
    const auto example = [](Derivative derivative, How how) {
        return english().text(say::leak::Example{.derivative = derivative,
                                                 .token = TokenLabel{"b"},
                                                 .how = how,
                                                 .output = TokenLabel{"a"},
                                                 .size = Rough{0.5, 2}});
    };
    CHECK(example(Derivative::zero, How::nan) ==
          "The derivative is exactly 0, but another embedding of \u201cb\u201d makes the output of "
          "\u201ca\u201d NaN.");
    CHECK(
        example(Derivative::other, How::other) ==
        "Another embedding of \u201cb\u201d moves a number in the output of \u201ca\u201d by 0.5.");
}

TEST_CASE("a list names four things, or three and how many more") {
    CHECK(dependsOn({"b"}) == "The output of \u201ca\u201d depends on \u201cb\u201d.");
    CHECK(dependsOn({"b", "c"}).ends_with("\u201cb\u201d and \u201cc\u201d."));
    CHECK(dependsOn({"b", "c", "d", "e"})
              .ends_with("\u201cb\u201d, \u201cc\u201d, \u201cd\u201d and \u201ce\u201d."));
    CHECK(dependsOn({"b", "c", "d", "e", "f"})
              .ends_with("\u201cb\u201d, \u201cc\u201d, \u201cd\u201d and 2 more."));
}

TEST_CASE("every language says every message") {
    const auto keys = [](std::string_view language) {
        std::vector<std::string_view> all;
        for (const CatalogueText& text : catalogueTexts(language)) all.push_back(text.key);
        return all;
    };
    for (const Language& language : kLanguages) {
        CAPTURE(language.id);
        CHECK(!keys(language.id).empty());
        CHECK(keys(language.id) == keys("en"));
        const auto english_texts = catalogueTexts("en");
        for (std::size_t k = 0; const CatalogueText& text : catalogueTexts(language.id)) {
            CAPTURE(text.key);
            CHECK(parsePattern(text.pattern).has_value());
            // The command line is English in every language.
            if (text.key.starts_with("cli.")) CHECK(text.pattern == english_texts[k].pattern);
            ++k;
        }
    }
    CHECK(catalogueTexts("xx").empty());
}

TEST_CASE("terms in a lesson's text follow the conventions, and all else stays") {
    const Wording columns = english().in({.rows_are_queries = false});
    const LocalText text("Each {@row} below {@above_diagonal}: {x} {@other} {@row");
    CHECK(english().text(text) == "Each row below above the diagonal: {x} {@other} {@row");
    CHECK(columns.text(text) == "Each column below below the diagonal: {x} {@other} {@row");
    CHECK(columns.text(LocalText("{@}, <b>, '")) == "{@}, <b>, '");
}

TEST_CASE("no English message says what tests/words/never.txt forbids") {
    const std::vector<NeverSaid> rows = neverSaid();
    REQUIRE(rows.size() >= 10);
    for (const NeverSaid& row : rows) {
        const std::regex expression(row.expression);
        std::vector<std::string> found;
        for (const CatalogueText& text : catalogueTexts("en")) {
            const std::string pattern(text.pattern);
            if (std::regex_search(pattern, expression)) found.emplace_back(text.key);
        }
        // A key that no longer needs its exception loses it.
        CHECK_MESSAGE(found == row.keys, row.expression);
    }
}

TEST_CASE("a number in a sentence that is not 0 has a digit that is not 0") {
    for (int decimals = 1; decimals <= 6; ++decimals) {
        for (double size = 1e3; size > 1e-30; size /= 7) {
            for (const double value : {size, -size}) {
                const std::string text = english().text(say::explain::ScoreBest{
                    .token = TokenLabel{"poem"}, .score = Decimal{value, decimals}});
                CAPTURE(text);
                CHECK(text.find_first_of("123456789") != std::string::npos);
                CHECK((text.find("\u2212") != std::string::npos) ==
                      (value < 0 || text.find("e\u2212") != std::string::npos));
            }
        }
        CHECK(english().text(say::explain::ScoreBest{.token = TokenLabel{"poem"},
                                                     .score = Decimal{0, decimals}}) ==
              "The best match is \u201cpoem\u201d with 0." +
                  std::string(static_cast<std::size_t>(decimals), '0') + ".");
    }
}
