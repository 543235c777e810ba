// The mask taken off by M: the badge, the sentence and the orange cells.
#include <algorithm>

#include "core/document/edit.h"
#include "core/words/say.h"
#include "tests/app/lab_under_test.h"

using namespace lookback;
using namespace lookback::test;

namespace {

/// True where the badge stands below the top bar, whose menu has the same words.
bool hasBadge(const LabUnderTest& lab) {
    const float bar = lab.look().px(lab.place().presenting ? 0.0f : 52.0f);
    return std::any_of(lab.texts().begin(), lab.texts().end(), [&](const LayoutProbe::Text& text) {
        return text.text == "No mask" && text.drawn.min.y >= bar;
    });
}

/// True where a matrix is drawn with its queries as columns.
bool isTransposed(const LabUnderTest& lab, std::string_view item) {
    const MatrixId id = findMatrix(item.substr(item.find('/') + 1))->id;
    const auto& grids = lab.motion().drawn.grids;
    const auto grid = std::find_if(grids.begin(), grids.end(),
                                   [id](const DrawnGrid& one) { return one.id == id; });
    REQUIRE(grid != grids.end());
    return grid->transposed;
}

/// True for the orange of cells that leak, also where they are dimmed: the digits have another ink.
bool isOrange(ImU32 color) {
    const int red = static_cast<int>(color & 0xFF);
    const int green = static_cast<int>(color >> 8 & 0xFF);
    const int blue = static_cast<int>(color >> 16 & 0xFF);
    return red > green + 3 && green > blue + 3;
}

/// The steps from the mask on.
std::vector<std::size_t> stepsFromMaskOn(const LabUnderTest& lab) {
    std::vector<std::size_t> steps;
    for (std::size_t k = 0; k < lab.state().steps().size(); ++k) {
        if (k >= *stepCovering(lab.state().steps(), MatrixId::mask)) steps.push_back(k);
    }
    return steps;
}

/// The sentence about a query, by the weights on the screen.
std::string sentenceOf(const LabUnderTest& lab, Index query) {
    const MatrixView weights = lab.state().shown.matrix(MatrixId::attention_weights, 0);
    double later = 0;
    for (Index key = query + 1; key < weights.cols(); ++key) later += weights(query, key);
    const std::string token = lab.document().tokens[static_cast<std::size_t>(query)];
    if (query + 1 == weights.cols()) {
        return "No token comes after “" + token + "”: the mask took nothing from it.";
    }
    return "“" + token + "” now takes " + english().written(Share{later}) +
           " of its weight from tokens that come later.";
}

/// The sentence on a slide, which tells of the row that leaks most in place of the last one.
std::string sentenceOnSlide(const LabUnderTest& lab, Index query) {
    const MatrixView weights = lab.state().shown.matrix(MatrixId::attention_weights, 0);
    if (query + 1 < weights.cols()) return sentenceOf(lab, query);
    Index most = 0;
    double least_kept = 1;
    for (Index row = 0; row < query; ++row) {
        double kept = 0;
        for (Index key = 0; key <= row; ++key) kept += weights(row, key);
        if (kept < least_kept) most = row;
        least_kept = std::min(kept, least_kept);
    }
    return sentenceOf(lab, most);
}

/// The row of the query whose numbers are explained.
Index queryInFocus(const LabUnderTest& lab) { return focusedTarget(lab.state())->cell.row; }

}  // namespace

TEST_CASE("without the mask every step from Mask on has a badge and says what leaks") {
    for (const bool is_presented : {true, false}) {
        for (const ImVec2 size : windows({kLaptop, kProjector})) {
            for (const bool rows_are_queries : {true, false}) {
                LabUnderTest lab("write-a-poem", size);
                lab.act(Change(&Preferences::conventions,
                               Conventions{.rows_are_queries = rows_are_queries}));
                if (is_presented) lab.ui.key(ImGuiKey_F5);
                lab.goTo("Softmax");
                CHECK(!hasBadge(lab));
                lab.ui.key(ImGuiKey_M);
                lab.ui.wait(1);
                for (const std::size_t step : stepsFromMaskOn(lab)) {
                    for (Index query = 0; query < 3; ++query) {
                        const StepRow row = stepRow(lab.document(), lab.state().step(), 0);
                        lab.act(GoTo{step, row.first});
                        lab.act(SelectToken{query});
                        lab.ui.wait(1);
                        CAPTURE(lab.step());
                        CAPTURE(size.x);
                        CAPTURE(is_presented);
                        CHECK(hasBadge(lab));
                        const Index told = queryInFocus(lab);
                        CHECK(lab.showsLines(is_presented ? sentenceOnSlide(lab, told)
                                                          : sentenceOf(lab, told)));
                    }
                }
                lab.goTo("Scores");
                lab.ui.wait(1);
                CHECK(!hasBadge(lab));
                CHECK(!lab.showsLines("tokens that come later"));
                lab.ui.key(ImGuiKey_M);
                lab.goTo("Softmax");
                lab.ui.wait(1);
                CHECK(!hasBadge(lab));
                CHECK(!lab.showsLines("now takes"));
            }
        }
    }
}

TEST_CASE("“Write” takes 64.3% of its weight from later tokens, as the issue has it") {
    LabUnderTest lab("write-a-poem", kProjector);
    lab.ui.key(ImGuiKey_F5);
    lab.goTo("Softmax");
    lab.ui.key(ImGuiKey_M);
    lab.act(SelectToken{0});
    lab.ui.wait(1);
    CHECK(lab.showsLines("“Write” now takes 64.3% of its weight from tokens that come later."));
}

TEST_CASE("cells that the mask blocked are orange without it, and only those") {
    for (const bool is_presented : {true, false}) {
        for (const bool rows_are_queries : {true, false}) {
            LabUnderTest lab("write-a-poem", kProjector);
            lab.act(Change(&Preferences::conventions,
                           Conventions{.rows_are_queries = rows_are_queries}));
            if (is_presented) lab.ui.key(ImGuiKey_F5);
            lab.ui.key(ImGuiKey_M);
            for (const auto& [step, item] :
                 {std::pair{"Mask", "Centre/mask"},
                  std::pair{"Softmax", "Centre/attention_weights"},
                  std::pair{"Weighted sum", "Centre/attention_weights"}}) {
                lab.goTo(step);
                lab.ui.move({2, 700});
                lab.ui.wait(1);
                for (Index query = 0; query < 3; ++query) {
                    for (Index key = 0; key < 3; ++key) {
                        const Cell drawn =
                            isTransposed(lab, item) ? Cell{key, query} : Cell{query, key};
                        const ImVec2 place = lab.figureCell(item, drawn, 3, 3);
                        const ImVec2 corner{place.x - 8, place.y - 14};
                        CAPTURE(lab.step());
                        CAPTURE(is_presented);
                        CAPTURE(query);
                        CAPTURE(key);
                        CHECK(isOrange(lab.ui.colorAt(corner)) == (key > query));
                    }
                }
            }
        }
    }
}

TEST_CASE("a document that never had a mask has the badge, and nothing in it leaks") {
    Document document = lessonDocument("write-a-poem");
    setMasked(document, false);
    LabUnderTest lab(document, kProjector);
    lab.ui.key(ImGuiKey_F5);
    lab.goTo("Softmax");
    lab.ui.wait(1);
    CHECK(hasBadge(lab));
    CHECK(!lab.showsLines("now takes"));
    lab.ui.key(ImGuiKey_M);
    CHECK(isMasked(lab.document()));
    lab.ui.key(ImGuiKey_M);
    lab.act(SelectToken{0});
    lab.ui.wait(1);
    CHECK(lab.showsLines("now takes"));
}

TEST_CASE("the head on screen is named with what leaks in it") {
    Document document = lessonDocument("write-a-poem");
    setHeads(document, 2);
    LabUnderTest lab(document, kProjector);
    lab.ui.key(ImGuiKey_F5);
    lab.goTo("Softmax");
    lab.ui.key(ImGuiKey_M);
    lab.act(SelectToken{0});
    lab.ui.wait(1);
    CHECK(lab.showsLines("In head 1, “Write” now takes"));
    lab.ui.key(ImGuiKey_H);
    lab.ui.wait(1);
    CHECK(lab.showsLines("In head 2, “Write” now takes"));
}
