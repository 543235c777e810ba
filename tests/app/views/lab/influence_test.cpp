// Which words change the output that one reads: a line in the panel to the right.
#include <algorithm>
#include <limits>

#include <fmt/format.h>

#include "core/base/text.h"
#include "tests/app/lab_under_test.h"
#include "tests/core/documents.h"

using namespace lookback;
using namespace lookback::test;

TEST_CASE("the panel to the right ranks what changes an output, without what is hidden") {
    LabUnderTest lab("write-a-poem");
    CHECK(lab.shows("INFLUENCE ON THIS CONTEXT"));
    // The second token sees the first and itself.
    const std::vector<double> norms = lab.state().shown.influenceOn(1);
    CHECK(norms[2] == 0);
    const ImRect line = lab.ui.find("Meaning/influence").rect;
    const std::string before = lab.textIn(line);
    const double sum = norms[0] + norms[1];
    const bool is_own_first = norms[1] > norms[0];
    CHECK(before.find(is_own_first ? "a " : "Write ") == 0);
    CHECK(before.find("poem") == std::string::npos);
    CHECK(before.find(formatPercent(norms[0] / sum)) != std::string::npos);
    CHECK(before.find(formatPercent(norms[1] / sum)) != std::string::npos);
    lab.act(SetMasked{false});
    CHECK(lab.textIn(line).find("poem") != std::string::npos);
    lab.act(SelectToken{0});
    CHECK(lab.textIn(line).find("a ") != std::string::npos);
    lab.act(SetMasked{true});
    CHECK(lab.textIn(line) == "Write 100.0%");
}

TEST_CASE("tokens that are left out for lack of room are counted, and change the output") {
    const auto told = [](LabUnderTest& lab) {
        const ImRect line = lab.ui.find("Meaning/influence").rect;
        lab.ui.move(line.GetCenter());
        lab.ui.step(60);
        std::string all;
        for (const std::string& text : lab.tooltip()) all += text;
        std::erase(all, ' ');
        return all;
    };
    for (const Index tokens : {2, 7, 9}) {
        CAPTURE(tokens);
        LabUnderTest lab(randomDocument({.tokens = tokens, .mask = MaskKind::none}));
        lab.act(SelectToken{0});
        const std::vector<double> norms = lab.state().shown.influenceOn(0);
        const auto changing =
            std::count_if(norms.begin(), norms.end(), [](double norm) { return norm > 0; });
        REQUIRE(changing == tokens);
        const std::string line = lab.textIn(lab.ui.find("Meaning/influence").rect);
        const auto named = std::count(line.begin(), line.end(), '%') - (tokens > 6 ? 1 : 0);
        const Index rest = tokens - named;
        CHECK((rest > 0) == (tokens > 6));
        const std::string more =
            rest == 1 ? "1moretokenchangesit." : fmt::format("{}moretokenschangeit.", rest);
        CHECK_MESSAGE(
            told(lab).find(rest > 0 ? more : "Noothertokenchangesit.") != std::string::npos,
            told(lab));
        if (rest > 0) CHECK(line.find(fmt::format("{} more", rest)) != std::string::npos);
    }
}

TEST_CASE("without a ranking the panel says why") {
    LabUnderTest wide(randomDocument({.tokens = 20}));
    CHECK(wide.shows("Shown for sentences of at most 16 tokens."));
    LabUnderTest undefined(randomDocument(
        {.tokens = 3,
         .mask = MaskKind::strict_causal,
         .masking = {MaskingMethod::fill, -std::numeric_limits<double>::infinity()}}));
    undefined.act(SelectToken{0});
    CHECK(undefined.shows("Not defined: this context is NaN."));
    undefined.act(SetMasking{{MaskingMethod::zero_rows}});
    CHECK(undefined.shows("No token changes this context."));
}

TEST_CASE("the influence on an output of NaN or infinity is called by what the output holds") {
    Document document;
    document.tokens = {"a", "b"};
    document.dtype = DType::float16;
    document.embeddings = Matrix<double>{{300, 1}, {1, 1}};
    document.weights.query = document.weights.key = Matrix<double>{{0}, {0}};
    document.weights.value = Matrix<double>{{300, 300}, {0, 0}};
    document.mask.rules = {MaskRule{MaskKind::causal}};
    document.masking.value = -std::numeric_limits<double>::infinity();
    LabUnderTest lab(document);
    lab.act(SelectToken{0});
    CHECK(lab.shows("Not defined: this context is infinite."));
    document.weights.value = Matrix<double>{{300, -300}, {0, 0}};
    document.embeddings = Matrix<double>{{1, 1}, {300, 1}};
    document.masking.method = MaskingMethod::zero;  // 0 times infinity
    LabUnderTest blocked(document);
    blocked.act(SelectToken{0});
    CHECK(blocked.shows("Not defined: this context is NaN."));
    document.weights.value = Matrix<double>{{300, 1}, {0, 0}};
    LabUnderTest in_part(document);
    in_part.act(SelectToken{0});
    CHECK_FALSE(in_part.shows("Not defined"));
}

TEST_CASE("the tooltip has every token that the line leaves out") {
    for (const ImVec2 size : windows({kLaptop, kUsual})) {
        CAPTURE(size.x);
        const Index tokens = size.y == kLaptop.y ? 4 : 9;
        LabUnderTest lab(randomDocument({.tokens = tokens, .mask = MaskKind::none}), size);
        lab.act(SelectToken{0});
        const ImRect line = lab.ui.find("Meaning/influence").rect;
        std::string all = lab.textIn(line);
        CHECK(all.find(" more ") != std::string::npos);
        lab.ui.move(line.GetCenter());
        lab.ui.step(60);
        for (const std::string& text : lab.tooltip()) all += " " + text;
        for (const std::string& label : lab.state().shown.wholeLabels()) {
            CHECK_MESSAGE(all.find(label + " ") != std::string::npos, all);
        }
    }
}

TEST_CASE("a first token that is too long for the line is shortened, and the rest is counted") {
    Document document = randomDocument({.tokens = 3, .mask = MaskKind::none});
    for (std::string& token : document.tokens) token = std::string(60, 'm');
    LabUnderTest lab(document, kLaptop);
    const std::string line = lab.textIn(lab.ui.find("Meaning/influence").rect);
    CHECK(line.find("\u2026") != std::string::npos);
    CHECK_MESSAGE(line.find("2 more") != std::string::npos, line);
}

TEST_CASE("no token has all of an influence of which another one has a part") {
    int almost = 0;
    for (const double scale : {0.004, 0.01, 0.03, 0.1}) {
        for (unsigned seed = 1; seed <= 4; ++seed) {
            Document document = randomDocument(
                {.tokens = 3, .dtype = DType::float64, .mask = MaskKind::none, .seed = seed});
            document.scale = {Scale::Kind::number, scale};
            LabUnderTest lab(document);
            for (Index token = 0; token < 3; ++token) {
                lab.act(SelectToken{token});
                const std::string line = lab.textIn(lab.ui.find("Meaning/influence").rect);
                CAPTURE(line);
                const bool are_several = line.find("\u00b7") != std::string::npos;
                CHECK_FALSE((are_several && line.find("100.0%") != std::string::npos));
                CHECK(line.find(" 0.0%") == std::string::npos);
                almost += line.find("more than 99.9%") != std::string::npos ? 1 : 0;
            }
        }
    }
    CHECK(almost > 0);
}
