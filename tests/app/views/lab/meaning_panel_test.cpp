// What the panel to the right says of a row: in numbers that are true, and with signs that fit.
#include <algorithm>

#include "core/base/text.h"
#include "core/document/edit.h"
#include "core/masking/methods.h"
#include "core/words/say.h"
#include "tests/app/lab_under_test.h"
#include "tests/core/documents.h"

using namespace lookback;
using namespace lookback::test;

namespace {

bool hasText(const LabUnderTest& lab, std::string_view wanted) {
    return std::any_of(lab.texts().begin(), lab.texts().end(),
                       [wanted](const LayoutProbe::Text& text) { return text.text == wanted; });
}

}  // namespace

TEST_CASE("keys without a bar are counted as what they are") {
    LabUnderTest lab(randomDocument({.tokens = 20}));
    lab.act(SelectToken{1});
    CHECK(hasText(lab, "+ 4 blocked"));
    lab.act(SelectToken{19});
    CHECK(hasText(lab, "+ 4 with less weight"));
    lab.act(SelectToken{17});
    CHECK(hasText(lab, "+ 2 with less weight and 2 blocked"));
}

TEST_CASE("the count of the values that a sum leaves out is not broken") {
    bool is_seen = false;
    for (const Index tokens : {6, 9, 12, 16}) {
        for (const std::string word : {"a", "some", "longer", "understanding"}) {
            Document document = randomDocument({.tokens = tokens});
            document.tokens[0] = word;
            LabUnderTest lab(document);
            lab.goTo("Weighted sum");
            for (const LayoutProbe::Text& text : lab.texts()) {
                is_seen = is_seen || text.text.ends_with(" more");
                CHECK(text.text != "more");
            }
        }
    }
    CHECK(is_seen);
}

TEST_CASE("keys that weigh as much as those with a bar do not weigh less") {
    Document document = documentWithScores(Matrix<double>::Ones(20, 20), DType::float64);
    document.mask.rules = {MaskRule{}};
    LabUnderTest lab(document);
    lab.act(SelectToken{18});
    CHECK(hasText(lab, "+ 3 with this weight or less and 1 blocked"));
    lab.act(SetMasking{{MaskingMethod::multiply}});
    lab.act(SelectToken{0});
    CHECK(hasText(lab, "+ 4 with this weight or less"));
}

TEST_CASE("the heading of a context has the token's name as it is") {
    for (const std::string name : {"a", "A", "écrit", "Straße"}) {
        CAPTURE(name);
        for (const bool has_output : {false, true}) {
            Document document = randomDocument({.tokens = 2, .output = has_output});
            document.tokens[1] = name;
            LabUnderTest lab(document);
            lab.act(SelectToken{1});
            CHECK(hasText(lab, "CONTEXT OF " + inQuotes(name)));
            CHECK(hasText(lab,
                          has_output ? "INFLUENCE ON THIS OUTPUT" : "INFLUENCE ON THIS CONTEXT"));
            CHECK(!hasText(lab,
                           has_output ? "INFLUENCE ON THIS CONTEXT" : "INFLUENCE ON THIS OUTPUT"));
        }
    }
}

TEST_CASE("headings name the head of the context, and the influence on all heads") {
    LabUnderTest lab(randomDocument({.tokens = 2, .heads = 2, .d_k = 2, .d_v = 2}));
    lab.act(Change(&Place::head, Index{1}));
    CHECK(std::any_of(lab.texts().begin(), lab.texts().end(), [](const LayoutProbe::Text& text) {
        return text.text.starts_with("CONTEXT OF ") && text.text.ends_with(", HEAD 2");
    }));
    CHECK(hasText(lab, "INFLUENCE ON ALL HEADS"));
    lab.act(SetOutput{true});
    CHECK(hasText(lab, "INFLUENCE ON THIS OUTPUT"));
}

TEST_CASE("a mere fact has no tick") {
    LabUnderTest lab;
    const auto count = [&](std::string_view sign) {
        return std::count_if(lab.texts().begin(), lab.texts().end(),
                             [&](const LayoutProbe::Text& text) { return text.text == sign; });
    };
    lab.goTo("Softmax");
    CHECK(count("\u2713") == 3);
    CHECK(count("\u2717") == 0);
    lab.act(SetMasked{false});
    CHECK(lab.shows("The mask blocks no pair."));
    CHECK(count("\u00b7") == 2);  // it no longer equals the notebook: changed on purpose
    CHECK(count("\u2713") == 1);
    CHECK(count("\u2717") == 0);
    lab.act(SetMasked{true});
    lab.act(SetMasking{{MaskingMethod::zero}});
    CHECK(count("\u2717") == 1);
}

TEST_CASE("the check knows both tables of the notebook, and says which one it equals") {
    LabUnderTest lab("causal-two-ways");
    lab.goTo("Softmax");
    CHECK(lab.shows("Equals procedure 1 of the notebook."));
    // The lesson's own advice: "For the second procedure choose the method fill".
    lab.choose("mask", english().text(maskingRow(MaskingMethod::fill).words.label()));
    CHECK(lab.document().masking.method == MaskingMethod::fill);
    CHECK(lab.shows("Equals procedure 2 of the notebook."));
    CHECK_FALSE(lab.shows("\u2717"));
    lab.act(SetMasking{{MaskingMethod::fill, -1e9}});
    CHECK(lab.shows("Equals procedure 2 of the notebook."));
    lab.act(SetMasking{{MaskingMethod::zero}});
    CHECK(lab.shows("Numbers differ from the notebook\u2019s."));
    lab.act(SetMasking{{MaskingMethod::fill, -1}});
    CHECK(lab.shows("Numbers differ from the notebook\u2019s."));
}

TEST_CASE("a document of one's own with texts and no prints is compared with no notebook") {
    Document document = lessonDocument("write-a-poem");
    document.lesson = std::make_shared<const Lesson>(Lesson{.notes = document.lesson->notes});
    LabUnderTest lab(document);
    CHECK_FALSE(lab.shows("notebook"));
}

TEST_CASE("an empty sentence says what to do, wherever one looks") {
    for (const ImVec2 size : windows({kLaptop, kUsual})) {
        LabUnderTest lab(randomDocument({.tokens = 0}), size);
        for (std::size_t step = 0; step < lab.state().steps().size(); ++step) {
            lab.goTo(step);
            std::string all;
            for (const LayoutProbe::Text& text : lab.texts()) all += text.text;
            int times = 0;
            for (std::size_t at = 0; (at = all.find("press Insert or click +", at)) != all.npos;
                 ++at) {
                ++times;
            }
            CHECK(times == 3);
            CHECK(all.find("NaN") == std::string::npos);
            CHECK(all.find("nothing to compute") != std::string::npos);
        }
        lab.ui.key(ImGuiKey_Insert);
        lab.ui.type("poem");
        lab.ui.key(ImGuiKey_Enter);
        lab.ui.step(2);
        CHECK(lab.document().n() == 1);
        CHECK_FALSE(lab.shows("press Insert"));
    }
}

TEST_CASE("without a width there is nothing to compute, and it says so") {
    LabUnderTest lab(randomDocument({.tokens = 2, .d_v = 0}));
    lab.goTo("Weighted sum");
    CHECK(lab.shows("Its width is 0"));
    CHECK_FALSE(lab.shows("press Insert"));
}

TEST_CASE("a label that becomes bold under the pointer is not cut") {
    LabUnderTest lab("write-a-poem");
    lab.act(SelectToken{2});
    for (int key = 0; key < 3; ++key) {
        lab.ui.hover("Meaning/###bar" + std::to_string(key));
        lab.ui.step(2);
        const float left = lab.ui.find("Meaning/arcs").rect.Min.x;
        for (const LayoutProbe::Text& text : lab.texts()) {
            if (text.drawn.min.x < left - 40) continue;
            CHECK_MESSAGE(text.text.find("\u2026") == std::string::npos, text.text);
        }
    }
}

TEST_CASE("below the arcs each word that fits is shown, and the others are marks") {
    Document document = lessonDocument("write-a-poem");
    document.lesson = nullptr;
    const auto wordsBelow = [](const LabUnderTest& lab) {
        const ImRect arcs = lab.ui.find("Meaning/arcs").rect;
        std::vector<LayoutProbe::Text> words;
        for (const LayoutProbe::Text& text : lab.texts()) {
            const Rect& box = text.drawn;
            if (box.min.x > arcs.Min.x - 1 && box.max.x < arcs.Max.x + 1 &&
                box.min.y > arcs.Max.y - 44 && box.max.y < arcs.Max.y + 1)
                words.push_back(text);
        }
        return words;
    };
    const auto checkApart = [](const std::vector<LayoutProbe::Text>& words) {
        for (std::size_t k = 1; k < words.size(); ++k) {
            for (std::size_t other = 0; other < k; ++other) {
                const Rect& a = words[other].drawn;
                const Rect& b = words[k].drawn;
                const bool has_own_line = std::abs(a.center().y - b.center().y) > 10;
                CHECK((has_own_line || a.max.x < b.min.x));
            }
        }
    };
    setSentence(document, {"a", "to", "be", "or", "not", "to", "be", "internationalization", "it",
                           "by", "he", "so", "we", "do"});
    LabUnderTest lab(document);
    lab.act(SelectToken{0});
    std::vector<LayoutProbe::Text> words = wordsBelow(lab);
    REQUIRE(words.size() == 13);
    CHECK(words[0].text == "a");
    CHECK(words[6].text == "be₂");
    CHECK(words[7].text == "it");
    checkApart(words);
    // The token that is read always has its word.
    lab.act(SelectToken{7});
    words = wordsBelow(lab);
    CHECK(std::any_of(words.begin(), words.end(), [](const LayoutProbe::Text& word) {
        return word.text == "internationalization";
    }));
    checkApart(words);
}

TEST_CASE("below the arcs of twelve tokens no word is a mark, in the Lab and on the slide") {
    for (const ImVec2 size : windows({kProjector, ImVec2{1600, 1000}})) {
        for (const bool is_presented : {false, true}) {
            CAPTURE(size.x);
            CAPTURE(is_presented);
            LabUnderTest lab("write-a-poem", size);
            lab.act(MakeDocument{.sentence = "once upon a time a small red fox ran over the hill",
                                 .shape = {.d_model = 4, .d_k = 4, .d_v = 4, .heads = 1},
                                 .library = "torch",
                                 .seed = "42"});
            if (is_presented) lab.ui.key(ImGuiKey_F5);
            lab.goTo("Softmax");
            lab.ui.wait(1);
            const ImRect arcs = lab.ui.find(is_presented ? "Centre/arcs" : "Meaning/arcs").rect;
            const std::string words = lab.textIn(arcs);
            for (const char* word : {"once", "upon", "small", "over", "hill"}) {
                CHECK_MESSAGE(words.find(word) != std::string::npos, word);
            }
        }
    }
}

TEST_CASE("a value that has a weight is not written with a weight of 0") {
    constexpr std::string_view kTimesValue = " \u00d7 v(";
    int tiny = 0;
    for (const DTypeInfo& dtype : kDTypes) {
        for (const double scale : {0.02, 0.1, 0.4}) {
            Document document = randomDocument({.tokens = 5, .dtype = dtype.dtype});
            document.scale = {Scale::Kind::number, scale};
            LabUnderTest lab(document);
            for (int fewer = 0; fewer < 3; ++fewer) {
                lab.ui.key(ImGuiKey_Comma);
                lab.ui.step(2);
                std::string all;
                for (const LayoutProbe::Text& text : lab.texts()) all += text.text;
                for (std::size_t at = all.find(kTimesValue); at != std::string::npos;
                     at = all.find(kTimesValue, at + 1)) {
                    // A number that reads as 0 has nothing but zeros after its point.
                    const std::size_t last = all.find_last_not_of('0', at - 1);
                    CAPTURE(all.substr(at > 12 ? at - 12 : 0, 20));
                    CHECK_FALSE((all[last] == '.' && all[last - 1] == '0'));
                    tiny += all.rfind("e\u2212", at) + 8 > at ? 1 : 0;
                }
            }
        }
    }
    CHECK(tiny > 0);
}
