// Text that enters by hand: whatever is pasted or typed, the document can be kept and opened again.
#include "core/io/document_json.h"
#include "core/words/say.h"
#include "tests/app/lab_under_test.h"

using namespace lookback;
using namespace lookback::test;

namespace {

using Words = std::vector<std::string>;

/// A document as somebody's file may bring it along: with a word of 100,000 characters.
Document withLongWord() {
    Document document = lessonDocument("write-a-poem");
    document.tokens[1] = std::string(100'000, 'x');
    return document;
}

}  // namespace

TEST_CASE("a sentence in another encoding is pasted, and can be saved and opened") {
    LabUnderTest lab("write-a-poem");
    lab.copy("un caf\xE9 noir");
    lab.ui.key(ImGuiMod_Ctrl | ImGuiKey_V);
    CHECK(lab.document().tokens == Words{"un", "caf\uFFFD", "noir"});
    CHECK(english().text(lab.state().notice) == "Unreadable bytes were replaced by \uFFFD.");
    const Result<std::string> bytes = documentBytes(lab.document());
    REQUIRE(bytes.has_value());
    CHECK(readDocument(*bytes)->tokens == lab.document().tokens);
    CHECK(isUpToDate(lab.state()));
    lab.undoAll();
    CHECK(lab.isAsOpened());
}

TEST_CASE("long words and control characters are told of when they are pasted") {
    LabUnderTest lab("write-a-poem");
    lab.copy("a\x01 " + std::string(300, 'w') + " \x02 b");
    lab.ui.key(ImGuiMod_Ctrl | ImGuiKey_V);
    CHECK(lab.document().tokens == Words{"a", std::string(200, 'w'), "b"});
    CHECK(english().text(lab.state().notice) ==
          "Control characters were removed. Words longer than 200 characters were cut.");
    lab.act(InsertToken{3, "\xFF"});
    CHECK(lab.document().tokens.back() == "\uFFFD");
    CHECK(documentBytes(lab.document()).has_value());
}

TEST_CASE("what is pasted into the name of a token is cut like a sentence") {
    LabUnderTest lab("write-a-poem");
    lab.copy(std::string(1000, 'y'));
    lab.ui.doubleClick(lab.chip(2));
    lab.ui.step(2);
    lab.ui.key(ImGuiMod_Ctrl | ImGuiKey_V);
    lab.ui.key(ImGuiKey_Enter);
    CHECK(lab.document().tokens[2] == std::string(200, 'y'));
    CHECK(english().text(lab.state().notice) == "Words longer than 200 characters were cut.");
    CHECK(documentBytes(lab.document()).has_value());
}

TEST_CASE("a long word of a file stays whole until another is typed") {
    LabUnderTest lab("write-a-poem");
    lab.act(FileOpened{"/home/ada/long.lookback.json", withLongWord()});
    for (const ImGuiKey leaving : {ImGuiKey_Enter, ImGuiKey_Tab, ImGuiKey_Escape}) {
        lab.act(NameToken{1});
        lab.ui.step(2);
        REQUIRE(lab.hands().doing<TokenNaming>() != nullptr);
        CHECK(lab.hands().doing<TokenNaming>()->text == std::string(200, 'x'));
        lab.ui.key(leaving);
        CHECK(lab.document().tokens[1].size() == 100'000);
        CHECK(lab.state().document_work.is_saved);
    }
    lab.act(NameToken{1});
    lab.ui.step(2);
    lab.ui.type("short");
    lab.ui.key(ImGuiKey_Enter);
    CHECK(lab.document().tokens[1] == "short");
    CHECK(english().text(lab.state().notice).starts_with("\u201cshort\u201d replaced "));
}
