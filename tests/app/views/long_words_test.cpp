// Words, titles and sentences of any length: only what there is room for is measured and drawn.
#include <fmt/format.h>

#include "app/state/model/sentences.h"
#include "core/base/utf8.h"
#include "core/document/edit.h"
#include "core/document/labels.h"
#include "core/words/say.h"
#include "tests/app/lab_under_test.h"
#include "tests/core/said.h"

using namespace lookback;
using namespace lookback::test;

namespace {

constexpr std::size_t kMostDrawn = 1000;  ///< characters of any one text

Document withToken(const std::string& word) {
    Document document = lessonDocument("write-a-poem");
    document.lesson = nullptr;
    document.tokens[1] = word;
    return document;
}

Document ofWords(Index count) {
    Document document = lessonDocument("write-a-poem");
    document.lesson = nullptr;
    std::vector<std::string> words;
    for (Index k = 0; k < count; ++k) words.push_back(fmt::format("word{}", k));
    setSentence(document, words);
    return document;
}

void checkShort(const LabUnderTest& lab) {
    for (const LayoutProbe::Text& text : lab.texts()) {
        CHECK(firstCharacters(text.text, kMostDrawn).size() == text.text.size());
    }
}

int chips(LabUnderTest& lab) {
    int count = 0;
    for (const UiItem& item : lab.ui.items()) {
        if (item.label.find("##token") != std::string::npos) ++count;
    }
    return count;
}

}  // namespace

TEST_CASE("a word of any length is drawn by its beginning, on every step") {
    std::string chinese;
    for (char32_t k = 0; k < 30'000; ++k) appendUtf8(chinese, 0x4E00 + k % 20'000);
    std::string hebrew;
    for (int k = 0; k < 40'000; ++k) hebrew += k % 7 == 0 ? " " : "\u05e9";
    for (const std::string& word : {std::string(100'000, 'x'), chinese, hebrew,
                                    std::string(100'000, '['), std::string(100'000, ' ')}) {
        LabUnderTest lab(withToken(word));
        for (std::size_t step = 0; step < lab.state().steps().size(); ++step) {
            lab.goTo(step);
            checkShort(lab);
        }
        lab.ui.hover(lab.chip(1));
        lab.ui.wait(1);
        REQUIRE(!lab.tooltip().empty());
        CHECK(firstCharacters(lab.tooltip().front(), kLongestWholeWord).size() ==
              lab.tooltip().front().size());
    }
}

TEST_CASE("a title of any length keeps its beginning, in the bar, in menus and as a file's name") {
    Document document = withToken("a");
    document.title = "Title ";
    for (char32_t code = 0x100; code < 0xD000; ++code) appendUtf8(document.title, code);
    for (const float width : {1280.0f, 480.0f}) {
        LabUnderTest lab(document, {width, 720});
        checkShort(lab);
        lab.ui.key(ImGuiMod_Ctrl | ImGuiKey_S);
        lab.ui.step(2);
        REQUIRE(lab.hands().open<FileSheet>() != nullptr);
        CHECK(lab.hands().open<FileSheet>()->text.starts_with("title-"));
        CHECK(lab.hands().open<FileSheet>()->text.size() < 255);
        checkShort(lab);
    }
}

TEST_CASE("a sentence of 4096 words shows a window of its chips, which follows the token") {
    LabUnderTest lab(ofWords(kMaxTokens));
    CHECK(chips(lab) > 0);
    CHECK(chips(lab) <= kUsualSpan);
    CHECK(lab.shows("1\u201364 of 4,096"));
    lab.act(SelectToken{2000});
    lab.ui.step(2);
    CHECK(chips(lab) <= kUsualSpan);
    CHECK(lab.ui.exists(lab.chip(2000)));
    lab.ui.key(ImGuiKey_F2);
    lab.ui.step(2);
    REQUIRE(lab.hands().doing<TokenNaming>() != nullptr);
    CHECK(lab.hands().doing<TokenNaming>()->at == 2000);
    lab.ui.type("another");
    lab.ui.key(ImGuiKey_Enter);
    CHECK(lab.document().tokens[2000] == "another");
    lab.act(NameToken{7});
    lab.ui.step(2);
    REQUIRE(lab.hands().doing<TokenNaming>() != nullptr);
    CHECK(lab.hands().doing<TokenNaming>()->at == 7);
}

TEST_CASE("a long notice is cut") {
    LabUnderTest lab("write-a-poem");
    lab.act(Notice{
        {faultSentence({"", test::asWritten(fmt::format("{} end", std::string(50'000, 'n')))})}});
    checkShort(lab);
    CHECK(!lab.shows("end"));
}
