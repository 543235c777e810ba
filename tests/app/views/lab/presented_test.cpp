// In presentation digits and words are as large as the back row needs them, at every step.
#include <algorithm>
#include <cmath>
#include <tuple>

#include <fmt/format.h>

#include "tests/app/lab_under_test.h"
#include "tests/app/type_sizes.h"
#include "tests/core/documents.h"

using namespace lookback;
using namespace lookback::test;

namespace {

/// A size of type that holds in a window of 1920 x 1080, in another one of this height.
float atHeight(float size, ImVec2 window) { return size * window.y / kProjector.y; }

/// The steps whose digits are smaller than this, in a window of 1920 x 1080.
std::string tooSmall(LabUnderTest& lab, ImVec2 window, float size) {
    std::string steps;
    for (std::size_t step = 0; step < lab.state().steps().size(); ++step) {
        lab.goTo(step);
        if (focusedTarget(lab.state())->id == MatrixId::mask) continue;
        const float digits = digitsOf(lab);
        // Fonts have whole pixels.
        if (digits < atHeight(size, window) - 0.6f) {
            steps += fmt::format("{}: {:.1f} px\n", lab.step(), digits);
        }
    }
    return steps;
}

Document named(Document document) {
    for (Index k = 0; k < document.n(); ++k) {
        document.tokens[static_cast<std::size_t>(k)] = fmt::format("word{}", k + 1);
    }
    return document;
}

}  // namespace

TEST_CASE("every step of every lesson has digits of 34 px on a projector, 24 where it is wide") {
    for (const LessonEntry& lesson : lessons()) {
        for (const ImVec2 size : windows({kProjector, kLaptop})) {
            LabUnderTest lab(lesson.id, size);
            lab.ui.key(ImGuiKey_F5);
            const Document& document = lab.document();
            // From five dimensions on the operands' digits take some of the room.
            const bool is_wide = document.dIn() > 4 || document.n() > 4;
            const bool is_small = document.n() <= 3 && document.dK() <= 2;
            const float wanted = is_wide ? 24 : is_small ? 37 : 34;
            const std::string found = tooSmall(lab, size, wanted);
            CHECK_MESSAGE(found.empty(), lesson.id, " at ", size.x, ":\n", found);
        }
    }
}

TEST_CASE("one token to sixteen of width sixteen have digits of 24 px, however they are masked") {
    for (const MaskingInfo& method : kMaskingMethods) {
        for (const Index tokens : {1, 2, 3, 6, 10, 16}) {
            Document document =
                named(randomDocument({.tokens = tokens, .d_in = 16, .d_k = 16, .d_v = 16}));
            document.masking.method = method.method;
            for (const ImVec2 size : windows({kProjector, kLaptop})) {
                LabUnderTest lab(document, size);
                lab.ui.key(ImGuiKey_F5);
                const std::string found = tooSmall(lab, size, 24);
                CHECK_MESSAGE(found.empty(), method.name, ", ", tokens, " tokens at ", size.x,
                              ":\n", found);
            }
        }
    }
}

TEST_CASE("the weights of twenty tokens are never smaller than their values") {
    for (const ImVec2 size : windows({kProjector, kLaptop})) {
        LabUnderTest lab(named(randomDocument({.tokens = 20, .d_in = 4, .d_k = 4, .d_v = 4})),
                         size);
        lab.ui.key(ImGuiKey_F5);
        lab.goTo("Softmax");
        const float weights = digitsOf(lab);
        lab.goTo("Keys & values");
        CHECK(weights >= std::min(digitsOf(lab), atHeight(24, size)) - 0.6f);
    }
}

TEST_CASE("arithmetic and words are 30 px on a projector, whatever the digits are") {
    for (const Index tokens : {3, 6, 16, 20}) {
        for (const ImVec2 size : windows({kProjector, kLaptop})) {
            LabUnderTest lab(named(randomDocument({.tokens = tokens})), size);
            lab.ui.key(ImGuiKey_F5);
            for (const std::string_view step : {"Scores", "Weighted sum"}) {
                lab.goTo(step);
                CAPTURE(step);
                CAPTURE(tokens);
                bool has_arithmetic = false;
                for (const LayoutProbe::Text& text : lab.texts()) {
                    if (text.text.find("= ") == std::string::npos) continue;
                    has_arithmetic = true;
                    CHECK(text.drawn.height() / kMonoLine >= atHeight(30, size) - 0.6f);
                }
                CHECK(has_arithmetic);
            }
        }
    }
}

TEST_CASE("a remote goes row by row, down cell by cell, and back the same way") {
    LabUnderTest lab("write-a-poem");
    lab.ui.key(ImGuiKey_F5);
    lab.ui.key(ImGuiKey_Home);
    for (int k = 0; k < 50 && lab.step() != "Scores"; ++k) lab.ui.key(ImGuiKey_RightArrow);
    const std::size_t scores = lab.place().step;
    CHECK(lab.place().revealed == 2);
    CHECK(lab.shows("row 1 of 3"));
    lab.ui.key(ImGuiKey_PageDown);
    CHECK(lab.place().revealed == 5);
    CHECK(lab.shows("row 2 of 3"));
    lab.ui.key(ImGuiKey_PageUp);
    CHECK(lab.place().revealed == 2);
    lab.act(FocusCell{2});
    lab.ui.key(ImGuiKey_DownArrow);
    CHECK(lab.place().revealed == 3);
    lab.ui.key(ImGuiKey_RightArrow);
    CHECK(lab.place().revealed == 5);
    lab.ui.key(ImGuiKey_Enter);
    CHECK(lab.place().revealed == 8);
    lab.ui.key(ImGuiKey_RightArrow);
    CHECK(lab.place().step == scores + 1);
    CHECK(lab.place().revealed == 8);  // Scale takes one press
    lab.ui.key(ImGuiKey_LeftArrow);
    CHECK(lab.place().step == scores);
    CHECK(lab.place().revealed == 8);
}

TEST_CASE("the screen goes dark and comes back, at the latest where one goes on") {
    for (const ImGuiKey key : {ImGuiKey_B, ImGuiKey_Period}) {
        LabUnderTest lab("write-a-poem");
        lab.ui.key(key);
        CHECK_FALSE(lab.place().is_blank);
        lab.ui.key(ImGuiKey_F5);
        lab.ui.key(key);
        CHECK(lab.place().is_blank);
        lab.ui.key(key);
        CHECK_FALSE(lab.place().is_blank);
        lab.ui.key(key);
        lab.ui.key(ImGuiKey_PageDown);
        CHECK_FALSE(lab.place().is_blank);
        lab.ui.key(key);
        lab.ui.key(ImGuiKey_Escape);
        CHECK_FALSE(lab.place().is_blank);
    }
}

TEST_CASE("all that a lesson asks for can be done while presenting") {
    LabUnderTest lab("write-a-poem");
    lab.ui.click("Top/##present");
    REQUIRE(lab.place().presenting);
    lab.goTo("Softmax");
    lab.ui.key(ImGuiKey_M);
    CHECK(lab.document().mask.rules.empty());
    lab.ui.key(ImGuiMod_Ctrl | ImGuiKey_Z);
    CHECK(lab.isAsOpened());
    lab.ui.key(ImGuiKey_3);
    CHECK(lab.state().token() == 2);
    lab.ui.key(ImGuiMod_Shift | ImGuiKey_LeftArrow);
    CHECK(lab.state().token() == 1);
    lab.ui.key(ImGuiKey_X);
    CHECK_FALSE(lab.isAsOpened());
    lab.ui.key(ImGuiMod_Ctrl | ImGuiKey_Z);
    lab.ui.key(ImGuiMod_Ctrl | ImGuiKey_D);
    CHECK(lab.preferences().theme == ThemeId::dark);
    lab.ui.key(ImGuiMod_Ctrl | ImGuiKey_Equal);
    CHECK(lab.preferences().type_percent == 110);
    lab.ui.key(ImGuiKey_F1);
    CHECK(lab.hands().open<HelpSheet>() != nullptr);
    lab.ui.key(ImGuiKey_Escape);
    CHECK(lab.hands().open<HelpSheet>() == nullptr);
    CHECK(lab.place().presenting);
    // What there is no place for does nothing.
    lab.ui.key(ImGuiKey_F6);
    CHECK(lab.place().presenting);
    CHECK_FALSE(ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopup));
}

TEST_CASE("the pointer held on empty ground is a light, and on a matrix it is none") {
    LabUnderTest lab("write-a-poem", kProjector);
    lab.ui.key(ImGuiKey_F5);
    lab.goTo("Scores");
    const ImRect scores = lab.ui.find("Centre/scores").rect;
    lab.ui.move({8, 300});
    lab.ui.step();
    lab.ui.press();
    lab.ui.step();
    CHECK(lab.hands().doing<LightPointing>() != nullptr);
    lab.ui.move({scores.GetCenter().x, scores.GetCenter().y});
    lab.ui.step();
    CHECK(lab.hands().doing<LightPointing>() != nullptr);
    lab.ui.release();
    lab.ui.step();
    CHECK(lab.hands().isIdle());
    lab.ui.press();
    lab.ui.step();
    CHECK(lab.hands().isIdle());
    lab.ui.release();
}

TEST_CASE("a click on a token beside the rows of a matrix selects it, on every step") {
    for (const bool is_presented : {false, true}) {
        LabUnderTest lab("causal-two-ways", kProjector);
        if (is_presented) lab.ui.key(ImGuiKey_F5);
        int clicks = 0;
        for (std::size_t step = 0; step < lab.state().steps().size(); ++step) {
            lab.goTo(step);
            const std::vector<DrawnGrid> grids = lab.motion().drawn.grids;
            for (const DrawnGrid& grid : grids) {
                if (grid.row_labels <= 0) continue;
                for (const Index token : {Index{2}, Index{0}, lab.document().n() - 1}) {
                    const Cell cell = grid.transposed ? Cell{0, token} : Cell{token, 0};
                    const Rect box = cellBox(grid, cell);
                    lab.ui.clickAt({box.min.x - grid.label_width / 2, box.center().y});
                    CAPTURE(lab.step());
                    CAPTURE(info(grid.id).name);
                    CHECK(lab.state().token() == token);
                    CHECK(lab.hands().hovered_token == token);
                    ++clicks;
                }
            }
        }
        CHECK(clicks >= 24);
    }
}

TEST_CASE("keys and values share the embeddings, and the rows of all three are the same tokens") {
    struct Shown {
        Index tokens;
        ImVec2 size;
        bool is_presented;
    };
    for (const Shown& shown : {Shown{3, kProjector, true},
                               {4, kProjector, true},
                               {6, kUsual, false},
                               {12, kProjector, false}}) {
        LabUnderTest lab(randomDocument({.tokens = shown.tokens, .d_in = 4, .d_k = 4, .d_v = 4}),
                         shown.size);
        if (shown.is_presented) lab.ui.key(ImGuiKey_F5);
        lab.goTo("Keys & values");
        CAPTURE(shown.tokens);
        const std::vector<DrawnGrid>& grids = lab.motion().drawn.grids;
        const auto rowOf = [&](MatrixId id) {
            REQUIRE(std::count_if(grids.begin(), grids.end(),
                                  [&](const DrawnGrid& grid) { return grid.id == id; }) == 1);
            const auto grid = std::find_if(grids.begin(), grids.end(),
                                           [&](const DrawnGrid& one) { return one.id == id; });
            const Rect box = cellBox(*grid, grid->first);
            return std::tuple{grid->first.row, grid->rows, box.min.y, box.max.y};
        };
        CHECK(rowOf(MatrixId::key) == rowOf(MatrixId::embeddings));
        CHECK(rowOf(MatrixId::value) == rowOf(MatrixId::embeddings));
    }
}
