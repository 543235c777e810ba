// "What if I change this word?" Another word has numbers of its own, or keeps them where one wants.
#include "core/document/words.h"
#include "core/words/say.h"
#include "tests/app/lab_under_test.h"

using namespace lookback;
using namespace lookback::test;

namespace {

std::vector<double> embeddingOf(const LabUnderTest& lab, Index token) {
    std::vector<double> numbers;
    for (Index k = 0; k < lab.document().dIn(); ++k) {
        numbers.push_back(lab.document().embeddings(token, k));
    }
    return numbers;
}

/// Types a name over that of the second token, up to the key that takes it.
void typeName(LabUnderTest& lab, std::string_view name) {
    lab.act(NameToken{1});
    lab.ui.step(2);
    lab.ui.key(ImGuiMod_Ctrl | ImGuiKey_A);
    lab.ui.type(name);
}

}  // namespace

TEST_CASE("another word has other numbers, and a notice says so") {
    LabUnderTest lab("write-a-poem");
    const std::vector<double> before = embeddingOf(lab, 1);
    typeName(lab, "the");
    lab.ui.key(ImGuiKey_Enter);
    lab.ui.step();
    CHECK(lab.document().tokens[1] == "the");
    CHECK(embeddingOf(lab, 1) == drawnEmbedding("the", 2));
    CHECK(english().text(lab.state().notice) ==
          "\u201cthe\u201d replaced \u201ca\u201d and has other numbers. Everything computed from "
          "them changed. Undo restores \u201ca\u201d.");
    CHECK(isUpToDate(lab.state()));
    typeName(lab, "a");  // as the lesson has it
    lab.ui.key(ImGuiKey_Enter);
    lab.ui.step();
    CHECK(embeddingOf(lab, 1) == before);
    typeName(lab, "poem");  // as the sentence has it
    lab.ui.key(ImGuiKey_Enter);
    lab.ui.step();
    CHECK(embeddingOf(lab, 1) == embeddingOf(lab, 2));
    lab.undoAll();
    CHECK(lab.isAsOpened());
}

TEST_CASE("a word is renamed alone with Shift+Enter, or by the button beside it") {
    for (const bool by_key : {false, true}) {
        CAPTURE(by_key);
        LabUnderTest lab("write-a-poem");
        const std::vector<double> before = embeddingOf(lab, 1);
        typeName(lab, "the");
        if (by_key) {
            lab.ui.key(ImGuiMod_Shift | ImGuiKey_Enter);
        } else {
            lab.ui.click("Edit/###keep-numbers");
        }
        lab.ui.step(2);
        CHECK(lab.hands().isIdle());
        CHECK(lab.document().tokens[1] == "the");
        CHECK(embeddingOf(lab, 1) == before);
        CHECK(lab.state().notice.empty());
    }
}

TEST_CASE("a name that stays the same changes nothing, and Esc gives the old one back") {
    for (const ImGuiKey key : {ImGuiKey_Enter, ImGuiKey_Escape}) {
        LabUnderTest lab("write-a-poem");
        typeName(lab, key == ImGuiKey_Enter ? "a" : "the");
        lab.ui.key(key);
        lab.ui.step(2);
        CHECK(lab.isAsOpened());
        CHECK_FALSE(lab.state().document_work.history.canUndo());
    }
}

TEST_CASE("a new token has no old numbers to keep") {
    LabUnderTest lab("write-a-poem");
    lab.ui.key(ImGuiKey_Insert);
    lab.ui.step(2);
    CHECK_FALSE(lab.ui.exists("Edit/###keep-numbers"));
    lab.ui.type("now");
    lab.ui.key(ImGuiKey_Enter);
    lab.ui.step();
    CHECK(embeddingOf(lab, 3) == drawnEmbedding("now", 2));
}
