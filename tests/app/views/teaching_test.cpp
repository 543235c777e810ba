// docs/teaching.md: its keys and numbers are those of the program.
#include "tests/app/course.h"

using namespace lookback;
using namespace lookback::test;

namespace {

/// Presses Right until nothing more comes. @return how often something came
int presentToTheEnd(LabUnderTest& lab) {
    for (int presses = 0;; ++presses) {
        const Place before = lab.place();
        lab.ui.key(ImGuiKey_RightArrow);
        const Place& now = lab.place();
        if (now.step == before.step && now.revealed == before.revealed) return presses;
    }
}

}  // namespace

TEST_CASE("the first class of docs/teaching.md is taught with the keys that it names") {
    LabUnderTest lab("the-cat-sat", kProjector);
    openPage(lab);
    lab.ui.type("write a poem");
    lab.ui.step(2);
    lab.ui.click("Course/###without-tasks");
    lab.ui.step(3);
    CHECK(lab.state().lesson.step() == nullptr);
    CHECK(lab.document().title == "Write a poem");
    CHECK(lab.state().steps().size() == 8);
    lab.ui.key(ImGuiKey_F5);
    REQUIRE(lab.place().presenting);
    lab.ui.key(ImGuiKey_B);
    CHECK(lab.place().is_blank);
    lab.ui.key(ImGuiKey_B);
    CHECK_FALSE(lab.place().is_blank);
    lab.ui.key(ImGuiKey_Home);
    CHECK(lab.step() == "Embeddings");
    CHECK(presentToTheEnd(lab) == 20);
    CHECK(lab.step() == "Weighted sum");

    // Without the mask, the context of "Write" changes; the second press restores it.
    const double context = lab.number(MatrixId::context, {0, 0});
    lab.ui.key(ImGuiKey_M);
    CHECK(lab.number(MatrixId::context, {0, 0}) != context);
    lab.ui.key(ImGuiKey_M);
    CHECK(lab.number(MatrixId::context, {0, 0}) == context);

    lab.ui.key(ImGuiMod_Alt | ImGuiKey_3);
    CHECK(lab.place().mode == Mode::leak);
    lab.ui.key(ImGuiMod_Alt | ImGuiKey_1);
    CHECK(lab.place().mode == Mode::lab);
    for (int press = 0; press < 3; ++press) lab.ui.key(ImGuiKey_LeftArrow);
    CHECK(lab.step() == "Softmax");
}

TEST_CASE("the class of docs/teaching.md can guess the row of “a” before the slide shows it") {
    LabUnderTest lab("write-a-poem", kProjector);
    lab.ui.key(ImGuiKey_F5);
    while (lab.step() != "Softmax") lab.ui.key(ImGuiKey_RightArrow);
    lab.ui.step(60);
    CHECK_FALSE(lab.shows("0.3606"));
    lab.ui.key(ImGuiKey_RightArrow);
    lab.ui.step(60);
    CHECK(lab.shows("0.3606"));
    CHECK(lab.shows("0.6394"));
}
