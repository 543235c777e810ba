// Journeys: what a person asks for would take too much; it is refused in a sentence, and nothing
// changes.
#include "core/base/limits.h"
#include "app/state/commands/commands.h"
#include "core/document/edit.h"
#include "core/words/say.h"
#include "tests/app/lab_under_test.h"

using namespace lookback;
using namespace lookback::test;

namespace {

using Words = std::vector<std::string>;

/// One token, and columns that can be split into many heads.
Document wideDocument(Index width) {
    Document document;
    document.title = "wide";
    document.tokens = {"one"};
    document.embeddings = Matrix<double>(Matrix<double>::Ones(1, 1));
    document.weights.query = Matrix<double>(Matrix<double>::Ones(1, width));
    document.weights.key = document.weights.query;
    document.weights.value = document.weights.query;
    document.mask.rules = {MaskRule{}};
    return document;
}

/// The action is refused with these words, and leaves everything as it was.
void refused(LabUnderTest& lab, const Action& action, std::string_view words) {
    const Document before = lab.document();
    lab.act(action);
    CHECK(lab.document() == before);
    CAPTURE(english().text(lab.state().notice));
    CHECK(english().text(lab.state().notice).find(words) != std::string::npos);
    CHECK(english().text(lab.state().notice).ends_with('.'));
    CHECK(isUpToDate(lab.state()));
}

}  // namespace

TEST_CASE("an edit that would take too much is refused in a sentence") {
    LabUnderTest lab(wideDocument(4096));
    lab.act(Change<Document>(setHeads, 64));
    CHECK(lab.document().heads == 64);
    refused(lab, SetSentence{Words(4096, "word")},
            "64 heads of 4,096 tokens would take 17.6 GB of memory, expected at most");
    refused(lab, Change<Document>(setHeads, 2 * kMaxHeads), "");
    lab.act(SetSentence{Words(100, "word")});
    CHECK(lab.document().n() == 100);
    lab.undoAll();
    CHECK(lab.isAsOpened());
}

TEST_CASE("no output is made for a document that is too wide for one") {
    LabUnderTest lab(wideDocument(100'000));
    refused(lab, SetOutput{true}, "100,000 columns for 1 token would take 120");
    CHECK(lab.isAsOpened());
}

TEST_CASE("a recipe that would draw too much is refused on its sheet") {
    LabUnderTest lab("write-a-poem");
    lab.act(SetSentence{Words(4096, "word")});
    lab.act(command("draw").action(lab.state()));
    const Document before = lab.document();
    lab.act(SetDraw{Draw{"torch", "1", "linear:2,8000000,0", {"value"}}});
    CHECK(lab.document() == before);
    CHECK(english().text(lab.hands().open<DrawSheet>()->message).find("would take") !=
          std::string::npos);
}

TEST_CASE("a sentence that is a book is refused") {
    LabUnderTest lab("write-a-poem");
    std::string word;
    for (int k = 0; k < 200; ++k) word += "\u4E2D";
    refused(lab, SetSentence{Words(4096, word)}, " MB of text, expected at most 1 MB.");
    CHECK(lab.isAsOpened());
}
