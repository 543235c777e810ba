// Figures of stages: their colours and legends, and that nothing in them moves during a drag.
#include <algorithm>

#include <fmt/format.h>

#include "tests/app/lab_under_test.h"
#include "tests/core/documents.h"

using namespace lookback;
using namespace lookback::test;

namespace {

/// The first query sees only its own, small score; the mask takes the largest of all away.
Document withSmallScores(double own, Masking masking = {}) {
    Document document =
        documentWithScores(Matrix<double>{{own, 9}, {own / 2, own}}, DType::float64);
    document.tokens = {"a", "b"};
    document.mask.rules = {MaskRule{}};
    document.masking = masking;
    return document;
}

/// The ground of a cell of a matrix in the figure on screen.
ImU32 ground(const LabUnderTest& lab, std::string_view name, Cell cell) {
    return lab.ui.colorAt(lab.figureCell(fmt::format("Centre/{}", name), cell, 2, 2));
}

}  // namespace

TEST_CASE("a score has one colour in a figure, before and after it is masked") {
    LabUnderTest lab(withSmallScores(0.9));
    lab.goTo("Mask");
    const Variant& shown = lab.state().shown;
    REQUIRE(shown.bound(MatrixId::scaled_scores) == 10);
    REQUIRE(shown.bound(MatrixId::masked_scores) == 1);
    // One cell at a time: the operand's others step back.
    const auto focus = [&](Cell cell) {
        lab.act(GoTo{lab.place().step, 2 * cell.row + cell.col});
        lab.ui.wait(1);
    };
    for (const Cell cell : {Cell{0, 0}, Cell{1, 0}, Cell{1, 1}}) {
        focus(cell);
        CHECK(ground(lab, "scaled_scores", cell) == ground(lab, "masked_scores", cell));
    }
    // What lies beyond the scale is as strong as its end.
    focus({0, 1});
    CHECK(ground(lab, "scaled_scores", {0, 1}) == lab.look().colors().positive);
    // The digits have the room that their own size asks for.
    CHECK(lab.shows("9.0000"));
}

TEST_CASE("a legend prints its bound with the digits that it needs") {
    for (const auto& [score, legend] : {std::pair{1.3, "1.4"},
                                        {0.27, "0.28"},
                                        {5500.0, "5600"},
                                        {0.9, "1"},
                                        {7.5, "8"},
                                        {1.3e-5, "1.4e\u22125"},
                                        {0.0, "1"}}) {
        LabUnderTest lab(withSmallScores(score));
        lab.goTo("Mask");
        CHECK(lab.shows(fmt::format("\u2212{} \u2026 {}", legend, legend)));
    }
}

TEST_CASE("cells keep their size while a number is dragged, masked ones, too") {
    for (const MaskingMethod method : {MaskingMethod::add, MaskingMethod::multiply}) {
        LabUnderTest lab(withSmallScores(0.5, {method, -92}));
        lab.goTo("Mask");
        const auto width = [&] { return lab.ui.find("Centre/masked_scores").rect.GetWidth(); };
        const float before = width();
        for (const double score : {-8.0, -80.0, 800.0, 8e7}) {
            lab.act(dragged(SetNumber{MatrixId::w_query, {0, 1}, score}));
            lab.ui.step();
            CHECK(width() == before);
        }
        lab.act(FinishDrag{});
        CHECK(lab.shows("8e7"));
    }
}

TEST_CASE("the corner above the left operand of a product says how a cell is computed") {
    const Document document = randomDocument({.tokens = 6, .d_in = 4, .d_k = 4, .d_v = 4});
    for (const bool is_presented : {false, true}) {
        for (const ImVec2 size : windows({kUsual, kProjector})) {
            LabUnderTest lab(document, size);
            if (is_presented) lab.ui.key(ImGuiKey_F5);
            const auto says = [&](std::string_view step) {
                lab.goTo(step);
                lab.ui.step(60);
                return std::ranges::any_of(lab.texts(), [](const LayoutProbe::Text& text) {
                    return text.text.starts_with("meet");
                });
            };
            CAPTURE(size.x);
            CAPTURE(is_presented);
            CHECK(says("Scores"));
            CHECK(says("Weighted sum"));
            CHECK_FALSE(says("Softmax"));
        }
    }
}
