// Numbers are changed where one looks: in the matrices of the figure, in the Lab and presented.
#include "tests/app/lab_under_test.h"

using namespace lookback;
using namespace lookback::test;

namespace {

constexpr MatrixId kFigureEditWeights = MatrixId::w_query;

/// The step whose figure has the embeddings and the query weights, three tokens of two dimensions.
LabUnderTest& atQueries(LabUnderTest& lab, bool presenting) {
    if (presenting) lab.ui.key(ImGuiKey_F5);
    lab.goTo("Queries");
    return lab;
}

ImVec2 weightAt(const LabUnderTest& lab, Cell cell) {
    return lab.figureCell("Centre/weights.query", cell, 2, 2);
}

}  // namespace

TEST_CASE("a weight is dragged in the figure, and everything follows at once") {
    for (const bool presenting : {false, true}) {
        CAPTURE(presenting);
        LabUnderTest lab("write-a-poem", kProjector);
        atQueries(lab, presenting);
        const double before = lab.number(kFigureEditWeights, {0, 0});
        const double beside = lab.number(kFigureEditWeights, {0, 1});
        const ImVec2 at = weightAt(lab, {0, 0});
        lab.ui.drag(at, {at.x + 60, at.y});
        CHECK(lab.number(kFigureEditWeights, {0, 0}) > before);
        CHECK(lab.number(kFigureEditWeights, {0, 1}) == beside);
        CHECK(isUpToDate(lab.state()));
        CHECK(lab.place().presenting == presenting);
        lab.undoAll();
        CHECK(lab.isAsOpened());
    }
}

TEST_CASE("a number is typed over its cell in the figure, Tab goes on, and Esc gives back") {
    for (const bool presenting : {false, true}) {
        CAPTURE(presenting);
        LabUnderTest lab("write-a-poem", kProjector);
        atQueries(lab, presenting);
        lab.ui.doubleClickAt(weightAt(lab, {0, 1}));
        lab.ui.step(2);
        REQUIRE(lab.hands().doing<NumberTyping>() != nullptr);
        CHECK(lab.hands().doing<NumberTyping>()->figure == MatrixId::query);
        lab.ui.type("1/4");
        lab.ui.key(ImGuiKey_Tab);
        lab.ui.step(2);
        CHECK(lab.number(kFigureEditWeights, {0, 1}) == 0.25);
        REQUIRE(lab.hands().doing<NumberTyping>() != nullptr);
        CHECK(lab.hands().doing<NumberTyping>()->cell == Cell{1, 0});
        lab.ui.type("7");
        lab.ui.key(ImGuiKey_Escape);
        lab.ui.step(2);
        CHECK(lab.hands().isIdle());
        CHECK(lab.number(kFigureEditWeights, {1, 0}) != 7);
        CHECK(lab.place().presenting == presenting);
        CHECK_FALSE(lab.place().locked.has_value());
    }
}

TEST_CASE("behind the last number of a matrix Tab goes on in the panel, and presented it ends") {
    for (const bool presenting : {false, true}) {
        CAPTURE(presenting);
        LabUnderTest lab("write-a-poem", kProjector);
        atQueries(lab, presenting);
        lab.ui.doubleClickAt(weightAt(lab, {1, 1}));
        lab.ui.step(2);
        lab.ui.key(ImGuiKey_Tab);
        lab.ui.step(2);
        const auto* const typing = lab.hands().doing<NumberTyping>();
        CHECK((typing == nullptr) == presenting);
        if (typing != nullptr) CHECK_FALSE(typing->figure.has_value());
    }
}

TEST_CASE(
    "a click on a number of the figure does what it did: operands lock, results take the focus") {
    LabUnderTest lab("write-a-poem", kProjector);
    atQueries(lab, false);
    lab.ui.clickAt(weightAt(lab, {1, 0}));
    lab.ui.step();
    CHECK(lab.place().locked == Target{kFigureEditWeights, 0, {1, 0}});
    lab.ui.clickAt(weightAt(lab, {1, 0}));
    lab.ui.step();
    CHECK_FALSE(lab.place().locked.has_value());
    lab.goTo("Embeddings");
    lab.ui.clickAt(lab.figureCell("Centre/embeddings", {0, 1}, 3, 2));
    lab.ui.step();
    CHECK(lab.place().cell == 1);
    CHECK(lab.isAsOpened());
}

TEST_CASE("numbers that are computed are not dragged") {
    LabUnderTest lab("write-a-poem", kProjector);
    lab.goTo("Scores");
    const ImVec2 at = lab.figureCell("Centre/query", {1, 0}, 3, 2);
    lab.ui.drag(at, {at.x + 60, at.y});
    CHECK(lab.isAsOpened());
}

TEST_CASE("Esc in a drag gives the number back, and the presentation goes on") {
    LabUnderTest lab("write-a-poem", kProjector);
    atQueries(lab, true);
    const ImVec2 at = weightAt(lab, {0, 0});
    lab.ui.move(at);
    lab.ui.step();
    lab.ui.press();
    lab.ui.move({at.x + 60, at.y});
    lab.ui.step(2);
    CHECK_FALSE(lab.isAsOpened());
    lab.ui.key(ImGuiKey_Escape);
    lab.ui.release();
    lab.ui.step();
    CHECK(lab.isAsOpened());
    CHECK(lab.place().presenting);
}
