// How long the program compares with the document before an act, and words of how much of a row
// moved to other tokens.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "app/state/model/before.h"
#include "core/engine/attend.h"
#include "core/engine/changed_cells.h"
#include "tests/app/lab_under_test.h"
#include "tests/app/signed_difference.h"
#include "tests/core/documents.h"

using namespace lookback;
using namespace lookback::test;

namespace {

constexpr MatrixId kComparisonWeights = MatrixId::w_query;

std::string movedToOthers(const Trace& was, const Trace& is, Index row) {
    const MatrixView before = was.view(MatrixId::attention_weights);
    const MatrixView now = is.view(MatrixId::attention_weights);
    double sum = 0;
    for (Index key = 0; key < now.cols(); ++key) sum += std::abs(now(row, key) - before(row, key));
    return fmt::format("{:.1f}% of the weight moved.", sum / 2 * 100);
}

}  // namespace

TEST_CASE("any act of the person ends the comparison, and no answer of the program does") {
    const auto is_compared = [](const LabUnderTest& lab) {
        return lab.state().before.shown() != nullptr;
    };
    const std::vector<Action> acts{
        SelectToken{0},           Move{StepUnit::step, 1},
        Move{StepUnit::cell, -1}, Change(&Place::locked, {}),
        Change(&Place::head, 0),  Change(&Preferences::theme, ThemeId::dark),
        SaveFile{"/p"},           SetPlaying{},
        SetPresenting{true},      InsertToken{0, "so"},
        MoveToken{0, 2}};
    for (std::size_t at = 0; at < acts.size(); ++at) {
        CAPTURE(at);
        LabUnderTest lab;
        lab.act(SetNumber{kComparisonWeights, {0, 0}, 2});
        REQUIRE(is_compared(lab));
        lab.act(acts[at]);
        CHECK_FALSE(is_compared(lab));
    }
    LabUnderTest lab;
    lab.act(SetNumber{kComparisonWeights, {0, 0}, 2});
    lab.act(FileSaved{"/tmp/poem.lookback.json", std::make_shared<const Document>(lab.document())});
    lab.act(RecentsListed{});
    CHECK(is_compared(lab));
    lab.act(dragged(SetNumber{kComparisonWeights, {0, 0}, 3}));
    lab.act(CancelDrag{});
    CHECK_FALSE(is_compared(lab));
    lab.act(SetNumber{kComparisonWeights, {0, 0}, 2.5});
    lab.act(OpenLesson{"masked-self-attention", false});
    CHECK_FALSE(is_compared(lab));
}

TEST_CASE("of long sentences nothing is remembered") {
    LabUnderTest lab(randomDocument({.tokens = 65}));
    lab.act(SetNumber{kComparisonWeights, {0, 0}, 2});
    CHECK(lab.state().before.shown() == nullptr);
}

TEST_CASE("the panel tells by how much weights and outputs of the row changed") {
    for (const ImVec2 size : windows({kLaptop, kUsual})) {
        LabUnderTest lab("write-a-poem", size);
        lab.act(SelectToken{1});
        const Trace was = attend(lab.document());
        lab.dragCell(kComparisonWeights, {0, 0}, 80);
        lab.ui.step(2);
        const auto expect = [&](MatrixId id, Cell cell) {
            const std::string text =
                signedDifference(was.view(id)(cell), lab.trace().view(id)(cell));
            REQUIRE_FALSE(text.empty());
            const auto& texts = lab.texts();
            CHECK(std::any_of(texts.begin(), texts.end(), [&](const LayoutProbe::Text& shown) {
                return shown.text == text &&
                       shown.drawn.min.x > lab.ui.find("Meaning/plane").rect.Min.x;
            }));
        };
        for (Index key = 0; key < 2; ++key) expect(MatrixId::attention_weights, {1, key});
        for (Index col = 0; col < 2; ++col) expect(MatrixId::context, {1, col});
        CHECK(lab.shows(movedToOthers(was, lab.trace(), 1)));
        lab.act(SelectToken{2});
        CHECK_FALSE(lab.shows("of the weight moved"));
    }
}

TEST_CASE("M tells how much of the row moved to other tokens, both ways, until the next act") {
    for (const bool presenting : {false, true}) {
        for (const Index row : {0, 1}) {
            CAPTURE(presenting);
            CAPTURE(row);
            LabUnderTest lab("write-a-poem", kProjector);
            if (presenting) lab.ui.key(ImGuiKey_F5);
            lab.goTo("Softmax");
            lab.act(FocusCell{3 * row + 2});  // a slide tells of a row when all of it is shown
            const Trace masked = attend(lab.document());
            CHECK_FALSE(lab.shows("of the weight moved"));
            lab.ui.key(ImGuiKey_M);
            lab.ui.step(2);
            const Trace open = attend(lab.document());
            const std::string words = movedToOthers(masked, open, row);
            CHECK(lab.shows(words));
            CHECK(lab.shows("BEFORE THE CHANGE") == !presenting);
            lab.ui.key(ImGuiKey_M);
            lab.ui.step(2);
            CHECK(sameTrace(lab.trace(), masked));
            CHECK(lab.shows(words));
            lab.ui.key(ImGuiKey_DownArrow);
            lab.ui.step(2);
            CHECK_FALSE(lab.shows("of the weight moved"));
        }
    }
}

TEST_CASE("of a row of which nothing moved nothing is said") {
    LabUnderTest lab("write-a-poem", kProjector);
    lab.goTo("Softmax");
    lab.act(FocusCell{8});
    lab.ui.key(ImGuiKey_M);
    lab.ui.step(2);
    CHECK_FALSE(lab.shows("of the weight moved"));
}
