// Journeys: tokens are added, named, removed and moved.
#include <fmt/format.h>

#include "core/document/edit.h"
#include "tests/app/lab_under_test.h"

using namespace lookback;
using namespace lookback::test;

namespace {

using Words = std::vector<std::string>;

Eigen::RowVectorXd embedding(const LabUnderTest& lab, Index token) {
    return lab.document().embeddings.get().row(token);
}

void checkFollows(const LabUnderTest& lab) {
    CHECK(faults(lab.document()).empty());
    CHECK(isUpToDate(lab.state()));
    CHECK(static_cast<Index>(lab.state().shown.labels().size()) == lab.document().n());
}

}  // namespace

TEST_CASE("a token is added with the plus sign") {
    LabUnderTest lab("write-a-poem");
    lab.ui.click("Edit/+");
    lab.ui.step(2);
    REQUIRE(lab.hands().doing<TokenNaming>() != nullptr);
    lab.ui.type("today");
    lab.ui.key(ImGuiKey_Enter);
    lab.ui.step(2);
    // The next one opens, until nothing is typed.
    REQUIRE(lab.hands().doing<TokenNaming>() != nullptr);
    CHECK(lab.hands().doing<TokenNaming>()->at == 4);
    lab.ui.key(ImGuiKey_Enter);
    CHECK(lab.hands().doing<TokenNaming>() == nullptr);
    CHECK(lab.document().tokens == Words{"Write", "a", "poem", "today"});
    CHECK(lab.ui.exists(lab.chip(3)));
    CHECK(lab.shows("today"));
    checkFollows(lab);
    lab.ui.click("Edit/+");
    lab.ui.step(2);
    lab.ui.type("never");
    lab.ui.key(ImGuiKey_Escape);
    CHECK(lab.document().n() == 4);
    lab.undoAll();
    CHECK(lab.isAsOpened());
}

TEST_CASE("a token that is only renamed after a double click keeps its embedding") {
    LabUnderTest lab("write-a-poem");
    const Eigen::RowVectorXd before = embedding(lab, 2);
    lab.ui.doubleClick(lab.chip(2));
    lab.ui.step(2);
    REQUIRE(lab.hands().doing<TokenNaming>() != nullptr);
    lab.ui.type("Gedicht \u00fcber K\u00e4se");
    lab.ui.key(ImGuiMod_Shift | ImGuiKey_Enter);
    CHECK(lab.document().tokens == Words{"Write", "a", "Gedicht \u00fcber K\u00e4se"});
    CHECK(embedding(lab, 2) == before);
    CHECK(lab.shows("Gedicht"));
    checkFollows(lab);
    lab.ui.doubleClick(lab.chip(0));
    lab.ui.step(2);
    lab.ui.type("Read");
    lab.ui.key(ImGuiKey_Escape);
    CHECK(lab.document().tokens[0] == "Write");
}

TEST_CASE("Del removes the selected token") {
    LabUnderTest lab("write-a-poem");
    const Eigen::RowVectorXd last = embedding(lab, 2);
    lab.ui.click(lab.chip(1));
    CHECK(lab.state().token() == 1);
    CHECK(lab.shows("The row of "));
    lab.ui.key(ImGuiKey_Delete);
    CHECK(lab.document().tokens == Words{"Write", "poem"});
    CHECK(embedding(lab, 1) == last);
    checkFollows(lab);
    lab.ui.key(ImGuiMod_Ctrl | ImGuiKey_Z);
    CHECK(lab.isAsOpened());
    CHECK(lab.state().token() == 1);
}

TEST_CASE("a chip that is dragged takes its embedding along") {
    LabUnderTest lab("write-a-poem");
    const Matrix<double> before = lab.document().embeddings.get();
    lab.ui.drag(lab.ui.find(lab.chip(0)).center(), lab.ui.find(lab.chip(2)).center());
    CHECK(lab.document().tokens == Words{"a", "poem", "Write"});
    CHECK(embedding(lab, 0) == before.row(1));
    CHECK(embedding(lab, 1) == before.row(2));
    CHECK(embedding(lab, 2) == before.row(0));
    CHECK(lab.state().token() == 2);
    checkFollows(lab);
    lab.ui.drag(lab.ui.find(lab.chip(2)).center(), lab.ui.find(lab.chip(0)).center());
    CHECK(lab.document().embeddings.get() == before);
    lab.ui.drag(lab.ui.find(lab.chip(0)).center(), {900, 600});
    CHECK(lab.document().embeddings.get() == before);
    lab.undoAll();
    CHECK(lab.isAsOpened());
}

TEST_CASE("a click on a chip reads its row everywhere") {
    LabUnderTest lab("the-cat-sat");
    for (Index token : {2, 0, 1}) {
        lab.ui.click(lab.chip(token));
        CHECK(lab.state().token() == token);
        lab.ui.move({5, 5});
        const MatrixView weights = lab.trace().view(MatrixId::attention_weights);
        for (Index key = 0; key <= token; ++key) {
            CHECK(lab.shows(fmt::format("{:.1f}%", 100 * weights(token, key))));
        }
    }
    CHECK(!lab.state().document_work.history.canUndo());
}

TEST_CASE("words that Inter cannot write still draw") {
    LabUnderTest lab("write-a-poem");
    lab.ui.doubleClick(lab.chip(0));
    lab.ui.step(2);
    lab.ui.type("\u8a69\u270f\ufe0f\U0001F600");
    lab.ui.key(ImGuiKey_Enter);
    lab.ui.step(3);
    CHECK(lab.document().tokens[0] == "\u8a69\u270f\ufe0f\U0001F600");
    CHECK(isUpToDate(lab.state()));
}

TEST_CASE("the sentence may become empty and explains itself") {
    LabUnderTest lab("write-a-poem");
    for (Index left = 2; left >= 0; --left) {
        lab.ui.click(lab.chip(0));
        lab.ui.key(ImGuiKey_Delete);
        REQUIRE(lab.document().n() == left);
        checkFollows(lab);
        for (std::size_t step = 0; step < lab.state().steps().size(); ++step) {
            lab.goTo(step);
            lab.ui.key(ImGuiKey_DownArrow);
            lab.ui.key(ImGuiKey_UpArrow);
        }
        lab.ui.key(ImGuiKey_Home);
    }
    CHECK(lab.shows("The sentence is empty"));
    CHECK(!lab.ui.exists("Edit/Write###token0"));
    lab.ui.key(ImGuiKey_M);
    lab.ui.key(ImGuiKey_Delete);
    lab.ui.click("Edit/+");
    lab.ui.step(2);
    lab.ui.type("new");
    lab.ui.key(ImGuiKey_Enter);
    CHECK(lab.document().tokens == Words{"new"});
    lab.ui.step(2);
    lab.ui.key(ImGuiKey_Escape);
    lab.undoAll();
    CHECK(lab.isAsOpened());
}
