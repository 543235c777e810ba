// The stops of the presenter's remote: how many presses a step takes, and which cell is explained.
#include "app/state/model/stops.h"

#include <cmath>

#include "core/document/edit.h"
#include "tests/app/trains.h"
#include "tests/core/documents.h"

using namespace lookback;
using namespace lookback::test;

namespace {

/// The steps that a remote's presses come to, from the first cell to the end: one for each press.
std::vector<std::string> pressesToTheEnd(LabUnderTest& lab) {
    lab.ui.key(ImGuiKey_F5);
    lab.ui.key(ImGuiKey_Home);
    std::vector<std::string> steps;
    const auto place = [&] { return std::pair(lab.place().step, lab.place().revealed); };
    for (auto was = place();; was = place()) {
        lab.ui.key(ImGuiKey_PageDown);
        if (place() == was || steps.size() > 200) return steps;
        steps.push_back(lab.step());
    }
}

Index count(const std::vector<std::string>& steps, std::string_view step) {
    return std::count(steps.begin(), steps.end(), step);
}

Cell focusOf(const LabUnderTest& lab) { return focusedTarget(lab.state())->cell; }

/// Goes to the k-th stop of a step, presented.
void goToStop(LabUnderTest& lab, std::string_view step, int stop) {
    if (!lab.place().presenting) lab.ui.key(ImGuiKey_F5);
    lab.goTo(step);
    const std::size_t at = lab.place().step;
    lab.act(GoTo{at - 1, lab.state().shown.lastCell(lab.state().steps()[at - 1])});
    for (int k = 0; k <= stop; ++k) lab.ui.key(ImGuiKey_PageDown);
    lab.ui.wait(0.6);
}

}  // namespace

TEST_CASE("three tokens take twenty presses: one for embeddings and scale, else one for each row") {
    LabUnderTest lab("write-a-poem", kProjector);
    const std::vector<std::string> steps = pressesToTheEnd(lab);
    CHECK(steps.size() == 20);
    CHECK(count(steps, "Embeddings") == 1);
    CHECK(count(steps, "Scale") == 1);
    for (const char* const step :
         {"Queries", "Keys & values", "Scores", "Mask", "Softmax", "Weighted sum"}) {
        CAPTURE(step);
        CHECK(count(steps, step) == 3);
    }
    for (std::size_t press = 0; press < steps.size(); ++press) lab.ui.key(ImGuiKey_PageUp);
    CHECK(lab.place().step == 0);
    CHECK(lab.place().revealed == 0);
}

TEST_CASE("more than four tokens take three presses a step, ten steps at most thirty") {
    for (const Index tokens : {5, 6, 20}) {
        CAPTURE(tokens);
        Wanted wanted{.tokens = tokens, .output = true, .position = PositionKind::rope_half};
        LabUnderTest lab(randomDocument(wanted), kProjector);
        REQUIRE(lab.state().steps().size() == 10);
        const std::vector<std::string> steps = pressesToTheEnd(lab);
        CHECK(steps.size() <= 30);
        CHECK(count(steps, "Scores") == 3);
        CHECK(count(steps, "Scale") == 1);
    }
    LabUnderTest lab(randomDocument({.tokens = 6}), kProjector);
    goToStop(lab, "Scores", 0);
    CHECK(lab.place().revealed == 0);
    goToStop(lab, "Scores", 1);
    CHECK(lab.place().revealed == 5);
    goToStop(lab, "Scores", 2);
    CHECK(lab.place().revealed == 35);
}

TEST_CASE("a row of keys appears with the same row of values") {
    LabUnderTest lab("write-a-poem", kProjector);
    goToStop(lab, "Keys & values", 0);
    for (const char* const item : {"Centre/key", "Centre/value"}) {
        const ImRect grid = lab.ui.find(item).rect;
        const float row = grid.GetHeight() / 3;
        CAPTURE(item);
        CHECK(lab.textIn({grid.Min, {grid.Max.x, grid.Min.y + row}}) != "");
        CHECK(lab.textIn({{grid.Min.x, grid.Min.y + row}, grid.Max}) == "");
    }
}

TEST_CASE("the arithmetic of a row is that of its most telling cell") {
    LabUnderTest lab("write-a-poem", kProjector);
    goToStop(lab, "Softmax", 2);
    CHECK(focusOf(lab) == Cell{2, 2});
    goToStop(lab, "Softmax", 0);
    CHECK(focusOf(lab) == Cell{0, 0});
    CHECK(lab.shows("A[Write, Write]"));
    goToStop(lab, "Mask", 0);
    CHECK(focusOf(lab) == Cell{0, 2});
    goToStop(lab, "Mask", 1);
    CHECK(focusOf(lab) == Cell{1, 2});
    CHECK(lab.state().token() == 1);
    goToStop(lab, "Scores", 1);
    const MatrixView scores = lab.trace().view(MatrixId::scores);
    for (Index key = 0; key < 3; ++key) CHECK(scores(1, key) <= scores(focusOf(lab)));
    goToStop(lab, "Queries", 1);
    const MatrixView queries = lab.trace().view(MatrixId::query);
    for (Index k = 0; k < 2; ++k) {
        CHECK(std::abs(queries(1, k)) <= std::abs(queries(focusOf(lab))));
    }
}

TEST_CASE("after an edit of the mask the focus goes to what tells most now, but not from a click") {
    LabUnderTest lab("write-a-poem", kProjector);
    goToStop(lab, "Softmax", 0);
    REQUIRE(focusOf(lab) == Cell{0, 0});
    lab.ui.key(ImGuiKey_M);
    const MatrixView unmasked = lab.state().shown.matrix(MatrixId::attention_weights);
    for (Index key = 0; key < 3; ++key) CHECK(unmasked(0, key) <= unmasked(focusOf(lab)));
    CHECK(focusOf(lab) != Cell{0, 0});
    CHECK(lab.state().token() == 0);
    lab.ui.key(ImGuiKey_M);
    CHECK(focusOf(lab) == Cell{0, 0});

    lab.act(FocusCell{1});
    lab.ui.key(ImGuiKey_M);
    lab.ui.key(ImGuiKey_M);
    CHECK(focusOf(lab) == Cell{0, 1});
}

TEST_CASE("of many rows that appear together, Mask explains the last blocked cell") {
    LabUnderTest lab(randomDocument({.tokens = 6}), kProjector);
    goToStop(lab, "Mask", 2);
    CHECK(focusOf(lab) == Cell{4, 5});
    goToStop(lab, "Softmax", 2);
    CHECK(focusOf(lab).row == 5);
}

TEST_CASE("a head that is shown stays shown from stop to stop") {
    LabUnderTest lab(randomDocument({.tokens = 3, .heads = 2}), kProjector);
    goToStop(lab, "Weighted sum", 0);
    for (const Index head : {0, 1}) {
        lab.act(Change(&Place::head, head));
        lab.ui.key(ImGuiKey_PageDown);
        CHECK(lab.place().head == head);
        lab.ui.key(ImGuiKey_PageUp);
        CHECK(lab.place().head == head);
    }
}

TEST_CASE("Down goes cell by cell after a stop") {
    LabUnderTest lab("write-a-poem", kProjector);
    goToStop(lab, "Softmax", 0);
    const Index size = 3;
    CHECK(lab.place().revealed == size - 1);
    for (int press = 0; press < 3; ++press) lab.ui.key(ImGuiKey_DownArrow);
    CHECK(lab.place().revealed == size);
    CHECK(focusOf(lab) == Cell{1, 0});
}

TEST_CASE("numbers that are NaN are not the most telling ones") {
    Document document = lessonDocument("write-a-poem");
    // Queries overflow float32: the softmax of infinite scores is NaN.
    setNumber(document, MatrixId::w_query, {0, 0}, -3e38);
    const Variant shown(document);
    REQUIRE(std::isnan(shown.matrix(MatrixId::attention_weights)(0, 0)));
    for (const Step& step : shown.steps()) {
        for (const Stop& stop : stopsOf(shown, step, 0)) {
            CHECK(stop.cell >= 0);
            CHECK(stop.cell <= stop.revealed);
        }
    }
}

TEST_CASE("a sentence without tokens has a stop for each step") {
    const Variant shown(randomDocument({.tokens = 0}));
    for (const Step& step : shown.steps()) CHECK(stopsOf(shown, step, 0).size() == 1);
}

TEST_CASE("Train stops where something is seen, and where a model falls below the floor") {
    LabUnderTest lab("write-a-poem", kProjector);
    lab.ui.key(ImGuiMod_Alt | ImGuiKey_4);
    lab.ui.step(3);
    trainToTheEnd(lab);
    const TrainingReport& report = *lab.state().training.report();
    REQUIRE(report.floor_crossed);
    REQUIRE(report.floor_crossed->size() == 1);  // the model without the mask
    const Index crossed = report.floor_crossed->front();
    const auto loss = [&](Index step) {
        return report.run.twin(1,
                               [&](const auto& history) { return history.trainLossAfter(step); });
    };
    CHECK(loss(crossed) < report.run.measuredFloor());
    CHECK(loss(crossed - 1) >= report.run.measuredFloor() - 1e-4);
    std::vector<Index> wanted{0, 10, 30, 60, 100, 200, crossed, lab.state().experiment().steps};
    if (lab.state().experiment().steps > 500) wanted.push_back(500);
    std::sort(wanted.begin(), wanted.end());
    wanted.erase(std::unique(wanted.begin(), wanted.end()), wanted.end());
    CHECK(trainingStops(lab.state()) == wanted);
    lab.ui.key(ImGuiKey_F5);
    lab.ui.key(ImGuiKey_Home);
    for (std::size_t k = 1; k < wanted.size(); ++k) {
        lab.ui.key(ImGuiKey_PageDown);
        CHECK(lab.state().train_place.step == wanted[k]);
    }
    lab.ui.key(ImGuiKey_PageDown);
    CHECK(lab.state().train_place.step == wanted.back());
    lab.ui.key(ImGuiKey_PageUp);
    CHECK(lab.state().train_place.step == wanted[wanted.size() - 2]);
    // Beside a class, Right goes step by step; Play goes on from stop to stop.
    lab.ui.key(ImGuiKey_Escape);
    lab.ui.key(ImGuiKey_Home);
    lab.ui.key(ImGuiKey_RightArrow);
    CHECK(lab.state().train_place.step == 1);
    lab.ui.key(ImGuiKey_F5);
    lab.ui.key(ImGuiKey_Space);
    lab.ui.wait(0.5);
    CHECK(lab.state().train_place.step > 10);
}
