// What travels within a step: hatching, bars, arcs, tokens, and numbers into the cell that they
// make.
#include <algorithm>
#include <vector>

#include "app/state/update/update.h"
#include "app/widgets/matrix_grid.h"
#include "tests/app/travels.h"

using namespace lookback;
using namespace lookback::test;

TEST_CASE("while a number is dragged nothing travels") {
    LabUnderTest lab;
    lab.goTo("Scores");
    const ImVec2 from = lab.center(MatrixId::w_query, {0, 0});
    lab.ui.move(from);
    lab.ui.press();
    for (int k = 1; k < 8; ++k) {
        ImGui::GetIO().AddMousePosEvent(from.x + 6 * static_cast<float>(k), from.y);
        lab.ui.step(2);
        CHECK(!isMoving(lab.state()));
    }
    lab.ui.release();
    REQUIRE(!lab.isAsOpened());
}

TEST_CASE("the hatching wipes across the blocked cells, and only there") {
    LabUnderTest lab;
    lab.goTo("Softmax");
    lab.ui.move({1, kUsual.y - 1});
    lab.carryOut(SetMasked{false});
    lab.ui.wait(kMotionSeconds / 2);
    const DrawnGrid* const seen = find(lab.motion().drawn, MatrixId::attention_weights);
    REQUIRE(seen != nullptr);
    REQUIRE(seen->hatched.size() == 9);
    for (Index row = 0; row < 3; ++row) {
        for (Index col = 0; col < 3; ++col) {
            const float share = seen->hatched[static_cast<std::size_t>(3 * row + col)];
            CHECK((share > 0) == (col > row));
            CHECK(share < 1);
            if (col <= row) continue;
            // To the right the weight's own colour is seen already.
            const Rect box = cellBox(*seen, {row, col});
            const Theme& c = lab.look().colors();
            const auto at = [&](float x) {
                return lab.ui.colorAt({box.min.x + box.width() * x, box.min.y + 3});
            };
            const auto isHatched = [&](Color color) {
                return color == c.hatch_ground || color == c.hatch_line;
            };
            CHECK(isHatched(at(share * 0.5f)));
            CHECK(!isHatched(at(0.97f)));
        }
    }
    lab.ui.wait(1);
    CHECK(!isMoving(lab.state()));
    CHECK(find(lab.motion().drawn, MatrixId::attention_weights)->hatched.empty());
}

TEST_CASE("bars and arcs grow and shrink to their new lengths") {
    for (const bool presented : {false, true}) {
        LabUnderTest lab;
        open(lab, presented);
        lab.goTo("Softmax");
        lab.act(SelectToken{0});
        lab.ui.wait(1);
        lab.carryOut(SetMasked{false});
        float before = 0;
        for (int k = 0; k < 15; ++k) {
            lab.ui.step();
            const DrawnThings& drawn = lab.motion().drawn;
            const auto arc = std::find_if(drawn.arcs.begin(), drawn.arcs.end(),
                                          [](const DrawnArc& a) { return a.key == 2; });
            REQUIRE(arc != drawn.arcs.end());
            CHECK(arc->drawn > before);
            CHECK(arc->dashed == doctest::Approx(1 - arc->drawn));
            before = arc->drawn;
            for (const DrawnBar& bar : drawn.bars) {
                if (bar.key != 2) continue;
                CHECK(bar.filled < lab.number(MatrixId::attention_weights, {0, 2}));
                CHECK(bar.hatched > 0);
            }
        }
        lab.ui.wait(1);
        const DrawnThings& rest = lab.motion().drawn;
        REQUIRE(rest.arcs.size() == 3);
        CHECK(rest.arcs[2].drawn == 1);
        CHECK(rest.arcs[2].dashed == 0);
        if (!presented) {
            REQUIRE(rest.bars.size() == 3);
            CHECK(rest.bars[2].hatched == doctest::Approx(0.62));  // it leaks
        }
    }
}

TEST_CASE("a moved token travels with its row, its column and its chip") {
    LabUnderTest lab;
    lab.goTo("Scores");
    const DrawnThings before = lab.motion().drawn;
    lab.carryOut(MoveToken{0, 2});
    lab.ui.wait(kMotionSeconds / 2);
    const DrawnThings half = lab.motion().drawn;
    lab.ui.wait(1);
    const DrawnThings after = lab.motion().drawn;
    const DrawnGrid* const was = find(before, MatrixId::scores);
    const DrawnGrid* const seen = find(half, MatrixId::scores);
    const DrawnGrid* const now = find(after, MatrixId::scores);
    // The first word's score of itself goes from the first corner to the last.
    const ImVec2 from = cellBox(*was, {0, 0}).center();
    const ImVec2 at = cellBox(*seen, {2, 2}).center();
    const ImVec2 to = cellBox(*now, {2, 2}).center();
    CHECK(apart(from, to) > 50);
    CHECK(apart(at, from) > 10);
    CHECK(apart(at, to) > 10);
    CHECK(apart(from, at) + apart(at, to) == doctest::Approx(apart(from, to)).epsilon(0.01));
    REQUIRE(half.chips.size() == 3);
    CHECK(half.chips[2].at.x > before.chips[0].at.x);
    CHECK(half.chips[2].at.x < after.chips[2].at.x);

    // And back, when it is taken back.
    lab.carryOut(Undo{});
    lab.ui.wait(kMotionSeconds / 2);
    const DrawnThings back = lab.motion().drawn;
    const ImVec2 returning = cellBox(*find(back, MatrixId::scores), {0, 0}).center();
    CHECK(apart(returning, from) > 10);
    CHECK(apart(returning, to) > 10);
    CHECK(apart(from, returning) + apart(returning, to) ==
          doctest::Approx(apart(from, to)).epsilon(0.01));
    CHECK(back.chips[0].at.x > before.chips[0].at.x);
    CHECK(back.chips[0].at.x < after.chips[2].at.x);
}

TEST_CASE("the numbers of row and column travel into the cell that they make") {
    LabUnderTest lab;
    lab.goTo("Scores");
    lab.act(GoTo{lab.place().step, 3});
    lab.ui.wait(1);
    lab.ui.move({1, kUsual.y - 1});
    lab.ui.step(3);
    // The newest cell is that of the second row and column: q(Write) and k(Write).
    lab.carryOut(GoTo{lab.place().step, 4});
    const std::string q = cellText(lab.number(MatrixId::query, {1, 0}), false, 4);
    const auto placesOf = [&](const std::string& digits) {
        const ImRect centre = lab.ui.find("Centre/query").rect;
        std::vector<ImVec2> places;
        for (const LayoutProbe::Text& text : lab.texts()) {
            if (text.text == digits && text.drawn.min.x >= centre.Min.x) {
                places.push_back(text.drawn.center());
            }
        }
        return places;
    };
    lab.ui.wait(kMotionSeconds / 3);
    const auto on_the_way = placesOf(q);
    const Rect goal = cellBox(*find(lab.motion().drawn, MatrixId::scores), {1, 1});
    const Rect home = cellBox(*find(lab.motion().drawn, MatrixId::query), {1, 0});
    CHECK(std::any_of(on_the_way.begin(), on_the_way.end(),
                      [&](ImVec2 at) { return at.x > home.max.x && at.x < goal.max.x; }));
    lab.ui.wait(1);
    const auto at_rest = placesOf(q);
    CHECK(at_rest.size() + 1 == on_the_way.size());
}
