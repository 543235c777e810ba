// What travels between two pictures: from where to where, how long, and that it stays on the card.
#include <algorithm>
#include <array>
#include <cfloat>
#include <cmath>
#include <map>
#include <vector>

#include <fmt/format.h>

#include "app/state/update/update.h"
#include "app/widgets/matrix_grid.h"
#include "tests/app/travels.h"

using namespace lookback;
using namespace lookback::test;

namespace {

constexpr double kMotionFrame = 1 / 60.0;
constexpr int kMostFrames = 60;
const std::vector<ImVec2> kMotionSizes = windows({kUsual, kLaptop});

/// What is drawn in each frame from an action until all is at rest again.
std::vector<DrawnThings> filmOf(LabUnderTest& lab, const Action& action) {
    lab.carryOut(action);
    std::vector<DrawnThings> film;
    while (isMoving(lab.state()) && film.size() < kMostFrames) {
        lab.ui.step();
        film.push_back(lab.motion().drawn);
    }
    return film;
}

/// The middles of two opposite corner cells, and how much of the matrix is there.
struct Trail {
    ImVec2 first;
    ImVec2 last;
    float share = 0;
};

std::map<std::pair<MatrixId, int>, Trail> trailsOf(const DrawnThings& things) {
    constexpr float kSeen = 0.02f;
    std::map<std::pair<MatrixId, int>, Trail> trails;
    std::map<MatrixId, int> count;
    for (const DrawnGrid& grid : things.grids) {
        if (grid.share < kSeen) continue;
        const Cell last{grid.first.row + grid.rows - 1, grid.first.col + grid.cols - 1};
        trails[{grid.id, count[grid.id]++}] = {cellBox(grid, grid.first).center(),
                                               cellBox(grid, last).center(), grid.share};
    }
    return trails;
}

/// The faults of two frames that should show the same.
std::string differences(const DrawnThings& a, const DrawnThings& b, float most) {
    const auto left = trailsOf(a);
    const auto right = trailsOf(b);
    std::string found;
    for (const auto& [key, one] : left) {
        const auto other = right.find(key);
        const std::string_view name = info(key.first).name;
        if (other == right.end()) {
            found += fmt::format("{} is in one only\n", name);
            continue;
        }
        const float by =
            std::max(apart(one.first, other->second.first), apart(one.last, other->second.last));
        if (by > most) found += fmt::format("{} is {:.1f} px apart\n", name, by);
        if (std::abs(one.share - other->second.share) > 0.02f) {
            found += fmt::format("{} is there by {:.2f} and {:.2f}\n", name, one.share,
                                 other->second.share);
        }
    }
    if (left.size() != right.size()) found += "not as many matrices\n";
    return found;
}

/// All that the cells of its matrices cover.
ImRect hullOf(const DrawnThings& things) {
    ImRect hull(FLT_MAX, FLT_MAX, -FLT_MAX, -FLT_MAX);
    for (const DrawnGrid& grid : things.grids) {
        for (const Index row : {grid.first.row, grid.first.row + grid.rows - 1}) {
            for (const Index col : {grid.first.col, grid.first.col + grid.cols - 1}) {
                const Rect box = cellBox(grid, {row, col});
                hull.Add(ImRect(box.min, box.max));
            }
        }
    }
    return hull;
}

}  // namespace

TEST_CASE("the way back is the way there, reversed") {
    for (const LessonEntry& lesson : lessons()) {
        for (const ImVec2 size : kMotionSizes) {
            for (const bool presented : {false, true}) {
                LabUnderTest lab(lesson.id, size);
                open(lab, presented);
                for (std::size_t step = 0; step + 1 < lab.state().steps().size(); ++step) {
                    lab.goTo(step);
                    const std::vector<DrawnThings> there = filmOf(lab, wholeStep(lab, step + 1));
                    lab.ui.step(3);
                    const std::vector<DrawnThings> back = filmOf(lab, wholeStep(lab, step));
                    REQUIRE(there.size() == back.size());
                    REQUIRE(there.size() > 2);
                    // The last frame of each is at rest, as is that before the first.
                    for (std::size_t k = 0; k + 1 < there.size(); ++k) {
                        const std::string found =
                            differences(there[k], back[back.size() - 2 - k], 0.5f);
                        CHECK_MESSAGE(found.empty(), lesson.id, ", ", size.x, ", presented ",
                                      presented, ", step ", step, ", frame ", k, ":\n", found);
                    }
                }
            }
        }
    }
}

TEST_CASE("nothing leaves the card on its way") {
    for (const LessonEntry& lesson : lessons()) {
        for (const ImVec2 size : kMotionSizes) {
            for (const bool presented : {false, true}) {
                LabUnderTest lab(lesson.id, size);
                open(lab, presented);
                const std::size_t steps = lab.state().steps().size();
                for (std::size_t from = 0; from < steps; ++from) {
                    for (const std::size_t to : {(from + 1) % steps, (from + 3) % steps}) {
                        lab.goTo(from);
                        ImRect hull = hullOf(lab.motion().drawn);
                        lab.carryOut(wholeStep(lab, to));
                        lab.ui.wait(kMotionSeconds / 4);
                        const DrawnThings early = lab.motion().drawn;
                        lab.ui.wait(kMotionSeconds / 3);
                        REQUIRE(lab.state().motion.isOn());
                        const DrawnThings late = lab.motion().drawn;
                        lab.ui.wait(1);
                        hull.Add(hullOf(lab.motion().drawn));
                        hull.Expand(1);
                        for (const DrawnThings& drawn : {early, late}) {
                            CHECK_MESSAGE(hull.Contains(hullOf(drawn)), lesson.id, ", ", size.x,
                                          ", presented ", presented, ", from ", from, " to ", to);
                        }
                    }
                }
            }
        }
    }
}

TEST_CASE("a matrix shown in both steps travels with the engine's digits") {
    LabUnderTest lab;
    lab.goTo("Scores");
    const DrawnThings before = lab.motion().drawn;
    lab.carryOut(wholeStep(lab, lab.place().step + 1));
    lab.ui.wait(kMotionSeconds / 3);
    REQUIRE(lab.step() == "Scale");
    const DrawnGrid* const was = find(before, MatrixId::scores);
    const DrawnThings half_way = lab.motion().drawn;
    const DrawnGrid* const seen = find(half_way, MatrixId::scores);
    REQUIRE(was != nullptr);
    REQUIRE(seen != nullptr);
    const std::vector<LayoutProbe::Text> texts = lab.texts();
    const auto isIn = [&](const DrawnGrid& grid, Cell cell) {
        const Rect box = cellBox(grid, cell).grown(1);
        const std::string digits = cellText(lab.number(MatrixId::scores, cell), false, 4);
        return std::any_of(texts.begin(), texts.end(), [&](const LayoutProbe::Text& text) {
            return text.text == digits && box.contains(text.drawn.center());
        });
    };
    for (const Cell cell : {Cell{0, 0}, Cell{1, 2}, Cell{2, 2}}) CHECK(isIn(*seen, cell));
    CHECK(apart(cellBox(*seen, {0, 0}).min, cellBox(*was, {0, 0}).min) > 10);
    lab.ui.wait(1);
    const DrawnGrid* const now = find(lab.motion().drawn, MatrixId::scores);
    CHECK(now->share == 1);
    CHECK(apart(cellBox(*seen, {0, 0}).min, cellBox(*now, {0, 0}).min) > 10);
}

TEST_CASE("what leaves fades out, what is new fades in") {
    LabUnderTest lab;
    lab.goTo("Scores");
    lab.carryOut(wholeStep(lab, lab.place().step + 1));
    float key = 1;
    float scaled = 0;
    for (int k = 0; k < 15; ++k) {
        lab.ui.step();
        const DrawnGrid* const leaves = find(lab.motion().drawn, MatrixId::key);
        const DrawnGrid* const comes = find(lab.motion().drawn, MatrixId::scaled_scores);
        REQUIRE(leaves != nullptr);
        REQUIRE(comes != nullptr);
        CHECK(leaves->share < key);
        CHECK(comes->share > scaled);
        key = leaves->share;
        scaled = comes->share;
    }
    lab.ui.wait(1);
    CHECK(find(lab.motion().drawn, MatrixId::key) == nullptr);
}

TEST_CASE("a motion ends after 0.3 to 0.45 seconds") {
    LabUnderTest lab;
    lab.goTo("Scores");
    const auto frames = filmOf(lab, wholeStep(lab, lab.place().step + 1)).size();
    CHECK(static_cast<double>(frames) * kMotionFrame >= 0.3);
    CHECK(static_cast<double>(frames) * kMotionFrame <= 0.45);
    lab.ui.step(3);
    CHECK(!isMoving(lab.state()));
    CHECK(!lab.motion().has_movers);
}

TEST_CASE("a motion that is interrupted starts anew from what is drawn") {
    for (const bool presented : {false, true}) {
        LabUnderTest lab;
        open(lab, presented);
        lab.goTo("Scores");
        const std::size_t step = lab.place().step;
        for (const std::size_t other : {step, step + 2}) {
            lab.goTo("Scores");
            lab.carryOut(wholeStep(lab, step + 1));
            lab.ui.wait(kMotionSeconds / 3);
            const DrawnThings drawn = lab.motion().drawn;
            lab.carryOut(wholeStep(lab, other));
            lab.ui.step();
            CHECK(differences(drawn, lab.motion().before, 0) == "");
            // A frame later nearly nothing has moved.
            for (const auto& [key, now] : trailsOf(lab.motion().drawn)) {
                const auto was = trailsOf(drawn);
                const auto found = was.find(key);
                if (found == was.end()) continue;
                CHECK(apart(found->second.first, now.first) < 8);
                CHECK(apart(found->second.last, now.last) < 8);
            }
        }
    }
}

TEST_CASE("without motion all is where it belongs at once") {
    LabUnderTest lab;
    lab.goTo("Scores");
    const GoTo next = wholeStep(lab, lab.place().step + 1);
    lab.carryOut(next);
    lab.ui.wait(kMotionSeconds / 3);
    REQUIRE(lab.state().motion.isOn());
    lab.ui.key(ImGuiMod_Ctrl | ImGuiKey_M);
    CHECK(!isMoving(lab.state()));
    const DrawnThings at_once = lab.motion().drawn;
    lab.ui.wait(1);
    CHECK(differences(at_once, lab.motion().drawn, 0) == "");
    lab.goTo("Queries");
    lab.act(next);
    CHECK(!isMoving(lab.state()));
    CHECK(differences(at_once, lab.motion().drawn, 0) == "");
}

TEST_CASE("at rest a picture is the same with motion and without") {
    for (const bool presented : {false, true}) {
        LabUnderTest moving;
        LabUnderTest still;
        still.act(Change(&Preferences::has_motion, false));
        open(moving, presented);
        open(still, presented);
        for (std::size_t step = 0; step < moving.state().steps().size(); ++step) {
            moving.goTo(step);
            still.goTo(step);
            REQUIRE(moving.texts().size() == still.texts().size());
            for (std::size_t k = 0; k < moving.texts().size(); ++k) {
                const LayoutProbe::Text& a = moving.texts()[k];
                const LayoutProbe::Text& b = still.texts()[k];
                CHECK(a.text == b.text);
                CHECK(apart(a.drawn.min, b.drawn.min) == 0);
            }
        }
    }
}
