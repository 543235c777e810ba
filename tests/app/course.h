/// The page of lessons in tests of the window.
#pragma once

#include <string>

#include "tests/app/lab_under_test.h"

namespace lookback::test {

inline bool isPageOpen(const LabUnderTest& lab) {
    return lab.hands().open<CoursePage>() != nullptr;
}

/// Opens the page by its key and draws frames until all pictures are drawn.
inline void openPage(LabUnderTest& lab) {
    lab.ui.key(ImGuiMod_Ctrl | ImGuiKey_1);
    REQUIRE(isPageOpen(lab));
    constexpr int kMostFrames = 2000;
    for (int k = 0; k < kMostFrames && !lab.state().course.isFinished(); ++k) lab.ui.step();
    REQUIRE(lab.state().course.isFinished());
    lab.ui.step(3);
}

/// Opens a lesson or an experiment on the page, which has its button in the top bar.
inline void openFromPage(LabUnderTest& lab, const std::string& id) {
    lab.ui.click(lab.ui.exists("Top/##lesson") ? "Top/##lesson" : "Top/##experiment");
    lab.ui.step(3);
    const auto chosen = [&] { return lab.hands().open<CoursePage>()->chosen; };
    for (const ImGuiKey key : {ImGuiKey_RightArrow, ImGuiKey_LeftArrow}) {
        std::string before;
        while (chosen() != id && chosen() != before) {
            before = chosen();
            lab.ui.key(key);
            lab.ui.step(2);
        }
    }
    REQUIRE(chosen() == id);
    lab.ui.doubleClick("Course/##" + id);
    lab.ui.step(3);
    CHECK(!isPageOpen(lab));
}

}  // namespace lookback::test
