// The card of a lesson at every size of the window, in both themes and languages, presented too.
#include <fmt/format.h>

#include "tests/app/finite_value_lesson.h"
#include "tests/app/layout_check.h"
#include "tests/app/lesson_under_test.h"
#include "tests/app/trains.h"
#include "tests/combinations.h"

using namespace lookback;
using namespace lookback::test;

namespace {

constexpr ImVec2 kSmall{900, 640};

/// The card as it is opened, after a wrong answer, and done.
void addStates(LabUnderTest& lab, const std::string& screen, bool is_small, LayoutReport& report) {
    const auto look = [&](const char* state) {
        if (info(lab.place().mode).subject == SubjectKind::experiment) trainToTheEnd(lab);
        lab.ui.wait(0.6);
        // In small windows a note in the header of a step ends with an ellipsis.
        const std::vector<std::string> allowed =
            is_small ? std::vector<std::string>{"shortened"} : std::vector<std::string>{};
        report.add(screen + " " + state, layoutFaults(lab), allowed);
    };
    look("open");
    if (lab.state().lesson.asks<NumberTask>() != nullptr) lab.act(AnswerTask{-12.3456});
    while (lab.state().lesson.hasHint()) lab.act(ShowHint{});
    look("wrong");
    lab.act(ShowAnswer{});
    look("done");
}

}  // namespace

TEST_CASE("the card of every lesson is whole at every size, in both themes and languages") {
    LayoutReport report;
    for (const GuidedEntry& entry : guidedLessons()) {
        REQUIRE(entry.lesson != nullptr);
        for (const ImVec2 size : windows({kSmall, kLaptop, kUsual, kProjector})) {
            for (const bool presents : {false, true}) {
                if (presents && size.x < kLaptop.x) continue;
                LabUnderTest lab("write-a-poem", size);
                openShippedLesson(lab, entry.id);
                lab.act(SetPresenting{presents});
                const bool is_other = (size.x == kUsual.x) != presents;
                if (is_other) {
                    lab.act(Change(&Preferences::language, &kLanguages[1]));
                    lab.act(Change(&Preferences::theme, ThemeId::dark));
                }
                for (std::size_t step = 0; step < entry.lesson->steps.size(); ++step) {
                    lab.act(GoToLessonStep{step});
                    addStates(lab,
                              fmt::format("{} {} {}x{}{}", entry.id, step + 1, size.x, size.y,
                                          presents ? " presented" : ""),
                              size.x <= kLaptop.x, report);
                }
            }
        }
    }
    CHECK_MESSAGE(report.empty(), report.text());
}

TEST_CASE("the card stands in every mode and at every size") {
    for (const ImVec2 size : windows({kSmall, kLaptop, kUsual})) {
        CAPTURE(size.x);
        LabUnderTest lab("write-a-poem", size);
        openText(lab, kFiniteValueLesson);
        for (const Mode mode : {Mode::lab, Mode::compare, Mode::leak}) {
            lab.act(SetMode{mode});
            lab.ui.step(2);
            CHECK(lab.ui.exists("Lesson/##answer"));
            CHECK(lab.showsLines("How much of its weight does “Write” give to “poem”?"));
        }
        lab.act(SetPresenting{true});
        lab.ui.step(2);
        CHECK(lab.ui.exists("Lesson/##answer"));
    }
}

TEST_CASE("a card too long for its panel shows the newest words, and a new step from its start") {
    LabUnderTest lab("write-a-poem", kSmall);
    openShippedLesson(lab, "three-things-called-score");
    lab.act(AnswerTask{-12.3456});
    lab.act(AnswerTask{0.25});
    lab.ui.step(2);
    const ImGuiWindow& card = *ImGui::FindWindowByName("Lesson");
    const float before = card.ScrollMax.y;
    lab.act(ShowHint{});
    lab.ui.step(2);
    REQUIRE(card.ScrollMax.y > before);
    CHECK(card.Scroll.y == card.ScrollMax.y);
    lab.act(GoToLessonStep{4});
    lab.ui.step(2);
    CHECK(card.Scroll.y == 0);
}

TEST_CASE("words of a presented lesson have the size of the slide's words") {
    LabUnderTest lab("write-a-poem", kProjector);
    openText(lab, kFiniteValueLesson);
    lab.ui.key(ImGuiKey_F5);
    lab.ui.step(3);
    float high = 0;
    for (const LayoutProbe::Text& text : lab.texts()) {
        if (text.text.starts_with("Blocked")) high = std::max(high, text.drawn.height());
    }
    CHECK(high >= kProjector.y / 36);
}

TEST_CASE("short choices of a caption stand in pairs, so that the slide keeps room") {
    LabUnderTest lab("write-a-poem", kProjector);
    openShippedLesson(lab, "a-row-without-keys");
    lab.act(GoToLessonStep{2});
    const auto top = [&](int choice) {
        return lab.ui.find(fmt::format("Lesson/###choice-{}", choice)).rect.Min.y;
    };
    lab.ui.step(2);
    CHECK(top(0) < top(1));
    lab.act(SetPresenting{true});
    lab.ui.step(2);
    CHECK(top(0) == top(1));
    CHECK(top(2) == top(3));
    CHECK(top(1) < top(2));
    lab.ui.click("Lesson/###choice-1");
    CHECK(lab.state().lesson.task.last == TaskAnswer(AnsweredChoice{1}));
}
