// Journeys through matrices that are larger than the screen.
#include <algorithm>
#include <random>

#include "tests/app/lab_under_test.h"
#include "tests/core/documents.h"

using namespace lookback;
using namespace lookback::test;

namespace {

Document longDocument(Index tokens, Index width) {
    std::mt19937 generator(7);
    Document document;
    for (Index k = 0; k < tokens; ++k) document.tokens.push_back("w" + std::to_string(k));
    document.embeddings = SharedMatrix(randomMatrix(generator, tokens, width));
    document.weights.query = SharedMatrix(randomMatrix(generator, width, width));
    document.weights.key = SharedMatrix(randomMatrix(generator, width, width));
    document.weights.value = SharedMatrix(randomMatrix(generator, width, width));
    document.mask.rules = {MaskRule{}};
    return document;
}

}  // namespace

TEST_CASE("a long sentence shows a window that follows the focus") {
    LabUnderTest lab(longDocument(300, 4));
    lab.goTo("Softmax");
    CHECK(lab.shows("of 300"));
    CHECK(lab.place().pane.query == 300 - kUsualSpan);
    lab.act(GoTo{lab.place().step, 0});
    CHECK(lab.place().pane.query == 0);
    CHECK(lab.place().pane.key == 0);
    lab.act(GoTo{lab.place().step, 150 * 300 + 200});
    CHECK(lab.place().pane.query <= 150);
    CHECK(lab.place().pane.query + kUsualSpan > 150);
    CHECK(lab.place().pane.key + kUsualSpan > 200);
    CHECK(lab.state().token() == 150);
}

TEST_CASE("the wheel pans and zooms") {
    LabUnderTest lab(longDocument(300, 4));
    lab.goTo("Scores");
    lab.act(GoTo{lab.place().step, 0});
    lab.ui.move(lab.ui.find("Centre/scores").center());
    lab.ui.wheel(-2);
    const Index down = lab.place().pane.query;
    CHECK(down > 0);
    CHECK(lab.place().pane.key == 0);
    lab.ui.hold(ImGuiMod_Shift);
    lab.ui.wheel(-3);
    lab.ui.letGo(ImGuiMod_Shift);
    CHECK(lab.place().pane.key > 0);
    CHECK(lab.place().pane.query == down);
    lab.ui.hold(ImGuiMod_Ctrl);
    lab.ui.wheel(1);
    lab.ui.letGo(ImGuiMod_Ctrl);
    CHECK(lab.place().pane.span < kUsualSpan);
    for (int k = 0; k < 60; ++k) lab.ui.wheel(-4);
    CHECK(lab.place().pane.query + lab.place().pane.span == 300);
    CHECK(!lab.state().document_work.history.canUndo());
}

TEST_CASE("pointing into the window points at the whole matrix") {
    LabUnderTest lab(longDocument(300, 4));
    lab.goTo("Scores");
    const Pane& pane = lab.place().pane;
    lab.ui.move(lab.figureCell("Centre/scores", {3, 5}, pane.span, pane.span));
    lab.ui.step(2);
    REQUIRE(lab.hands().hovered.has_value());
    CHECK(lab.hands().hovered->cell == Cell{pane.query + 3, pane.key + 5});
}

TEST_CASE("sixteen tokens show digits of eight rows and columns in a small window") {
    LabUnderTest lab(longDocument(16, 2), kLaptop);
    for (const char* step : {"Scores", "Softmax", "Weighted sum"}) {
        CAPTURE(step);
        lab.goTo(step);
        const MatrixId result = lab.state().step().results.front();
        const auto cols = static_cast<std::size_t>(lab.trace().view(result).cols());
        const ImRect cells = lab.ui.find("Centre/" + std::string(info(result).name)).rect;
        const std::size_t number = std::string("0.00").size();
        CHECK(lab.textIn(cells).size() >= number * 8 * std::min<std::size_t>(cols, 8));
    }
}

TEST_CASE("a thousand tokens are drawn and explained") {
    LabUnderTest lab(longDocument(1000, 8));
    for (std::size_t step = 0; step < lab.state().steps().size(); ++step) {
        lab.goTo(step);
        CHECK(lab.shows(" = "));
    }
    CHECK(isUpToDate(lab.state()));
}
