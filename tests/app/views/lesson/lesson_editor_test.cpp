// A lesson is written in the window, by mouse and keyboard alone.
#include <cmath>

#include <fmt/format.h>

#include "app/state/commands/commands.h"
#include "app/state/model/shown_quantity.h"
#include "core/io/lesson_check.h"
#include "core/io/lesson_file.h"
#include "tests/app/finite_value_lesson.h"
#include "tests/app/layout_check.h"
#include "tests/app/lesson_author.h"
#include "tests/app/lesson_under_test.h"

using namespace lookback;
using namespace lookback::test;

namespace {

constexpr int kMostClicks = 60;

}  // namespace

TEST_CASE("a lesson of four steps with two tasks is written, saved, opened elsewhere and solved") {
    LabUnderTest lab;
    Author author(lab);
    openEditor(lab);

    // The words about the whole.
    author.click("Meaning/###page-lesson");
    author.type("title", " ");
    lab.ui.key(ImGuiMod_Ctrl | ImGuiKey_A);
    lab.ui.type("Who is looked at");
    author.typeNext("Which token does a query look at?");
    author.typeNext("A row of weights adds up to 1.");

    // First step: read, with a number of the Lab in its text.
    lab.goTo("Scores");
    author.click("Meaning/###add-step");
    REQUIRE(draftOf(lab).steps() == 1);
    author.type("steps[0].title", "Scores");
    author.typeNext("The first score is");
    author.click("Meaning/###insert");
    author.clickCell("Centre/scores", {0, 0}, 3, 3);
    CHECK(draftOf(lab).file.words("steps[0].text", "en") == "The first score is {scores[0][0]}");

    // Second step: a number is predicted.
    lab.goTo("Softmax");
    author.click("Meaning/###add-step");
    author.type("steps[1].title", "Predict a weight");
    author.typeNext("The last token looks at all three.");
    author.click("Meaning/###kind-number");
    author.click("Meaning/###pick-asked");
    author.clickCell("Centre/attention_weights", {1, 0}, 3, 3);
    CHECK(draftOf(lab).file.words("steps[1].task.of", "") == "attention_weights[1][0]");
    author.type("steps[1].task.ask", "How large is this weight?");
    author.click("Meaning/###page-step");

    // Third step: a repair. The mask is lifted first.
    lab.act(command("mask").action(lab.state()));
    lab.ui.step(3);
    author.click("Meaning/###add-step");
    CHECK(draftOf(lab).file.has("steps[2].set.mask"));
    author.type("steps[2].title", "Repair the mask");
    author.typeNext("Now every token looks at later ones.");
    author.click("Meaning/###kind-make");
    author.type("steps[2].task.ask", "Block the later tokens.");
    author.click("Meaning/###no-leak");
    lab.act(command("mask").action(lab.state()));
    lab.ui.step(3);
    CHECK(draftOf(lab).reading.is_changed);
    author.click("Meaning/###record-solution");
    CHECK(draftOf(lab).file.has("steps[2].task.solution.mask"));

    // Last step: read.
    author.click("Meaning/###add-step");
    author.type("steps[3].title", "The end");
    author.typeNext("Nothing leaks.");
    lab.ui.key(ImGuiKey_Tab);
    lab.ui.step(2);
    CHECK_MESSAGE(draftOf(lab).reading.missing.empty(), faultsOf(draftOf(lab).reading.missing));

    const std::string text = savedText(lab, author, "who-is-looked-at");
    CHECK(draftOf(lab).isSaved());
    MESSAGE("clicks: ", author.clicks);
    CHECK(author.clicks <= kMostClicks);

    const auto lesson = lessonOfText(text);
    CHECK(lesson->steps.size() == 4);
    CHECK(lesson->tasks() == 2);
    CHECK_MESSAGE(lessonFaults(*lesson).empty(), faultsOf(lessonFaults(*lesson)));

    // Elsewhere.
    LabUnderTest other;
    openText(other, text);
    CHECK(other.showsLines("The first score is"));
    other.act(GoToLessonStep{1});
    other.ui.step(2);
    CHECK(other.state().lesson.awaitsAnswer());
    other.ui.click("Lesson/##answer");
    other.ui.type(formatNumber(other.number(MatrixId::attention_weights, {1, 0}), 4));
    other.ui.click("Lesson/###check");
    other.ui.step(3);
    CHECK(other.state().lesson.task.is_solved);
    other.ui.click("Lesson/###next");
    other.ui.step(3);
    CHECK(other.state().lesson.isOpen());
    other.ui.key(ImGuiKey_M);
    other.ui.step(3);
    CHECK(other.state().lesson.task.is_solved);
}

TEST_CASE("the list of what is missing leads to each place") {
    LabUnderTest lab;
    Author author(lab);
    openEditor(lab);
    addStep(lab);
    const auto places = [&] {
        std::string all;
        for (const Error& fault : draftOf(lab).reading.missing) all += fault.where + " ";
        return all;
    };
    CHECK(places() == "summary goal steps[0].text ");
    author.click("Meaning/###page-missing");
    author.click("Meaning/###missing-2");
    CHECK(draftOf(lab).page == EditorPage::step);
    lab.ui.type("Read this.");
    lab.ui.key(ImGuiKey_Tab);
    lab.ui.step(2);
    CHECK(draftOf(lab).file.words("steps[0].text", "en") == "Read this.");
    CHECK(places() == "summary goal ");
    // A lesson that lacks something is not saved and not tried: the list is shown instead.
    author.click("Meaning/###try");
    CHECK(isWritingLesson(lab.state()));
    CHECK(draftOf(lab).page == EditorPage::missing);
}

TEST_CASE("steps are chosen, moved, removed and brought back, and show their numbers") {
    LabUnderTest lab;
    Author author(lab);
    openText(lab, kFiniteValueLesson);
    openEditor(lab);
    CHECK(lab.state().lesson.step() == nullptr);
    author.click("Meaning/###draft-step-2");
    CHECK(draftOf(lab).step == 2);
    CHECK(lab.document().masking.value == -1);
    const LessonFile before = draftOf(lab).file;
    author.click("Meaning/###earlier");
    CHECK(draftOf(lab).step == 1);
    CHECK(draftOf(lab).file.words("steps[1].title", "en") == "Repair it");
    author.click("Meaning/###draft-step-2");
    CHECK(std::isinf(lab.document().masking.value));
    author.click("Meaning/###remove-step");
    CHECK(draftOf(lab).steps() == 2);
    author.click("Meaning/###undo-draft");
    author.click("Meaning/###undo-draft");
    CHECK(draftOf(lab).file == before);
}

TEST_CASE("an existing lesson is edited, and everything else of its file stays") {
    LabUnderTest lab;
    Author author(lab);
    openText(lab, kFiniteValueLesson);
    openEditor(lab);
    author.type("steps[0].title", "!");
    lab.ui.key(ImGuiKey_Tab);
    lab.ui.step(2);
    const Checked<GuidedLesson> edited = draftOf(lab).file.lesson();
    REQUIRE(edited.has_value());
    GuidedLesson expected = *lessonOfText(kFiniteValueLesson);
    const std::string title(edited->steps[0].title.in("en"));
    CHECK(title.find('!') != std::string::npos);
    expected.steps[0].title.set("en", title);
    CHECK(writeGuidedLesson(*edited) == writeGuidedLesson(expected));
}

TEST_CASE("nothing is locked or hidden in the editor, and a lesson is tried from a step on") {
    LabUnderTest lab;
    Author author(lab);
    openText(lab, kFiniteValueLesson);
    CHECK(lab.state().lesson.awaitsAnswer());
    openEditor(lab);
    CHECK_FALSE(lab.ui.exists("Lesson/##answer"));
    CHECK(isShown(lab.state(), {.id = MatrixId::attention_weights, .row = 0, .col = 2}));
    lab.act(SetNumber{MatrixId::embeddings, {0, 0}, 2});
    CHECK(lab.number(MatrixId::embeddings, {0, 0}) == 2);
    author.click("Meaning/###draft-step-0");
    CHECK(lab.number(MatrixId::embeddings, {0, 0}) == doctest::Approx(1.16));
    author.click("Meaning/###try");
    CHECK_FALSE(isWritingLesson(lab.state()));
    CHECK(lab.state().lesson.awaitsAnswer());
    lab.ui.click("Lesson/###next-step");
    lab.ui.step(2);
    lab.ui.click("Lesson/###back-to-editor");
    lab.ui.step(2);
    CHECK(isWritingLesson(lab.state()));
    CHECK(draftOf(lab).step == 1);
}

TEST_CASE("cells are hidden and parts are locked by clicks, and a second click takes it back") {
    LabUnderTest lab;
    Author author(lab);
    openEditor(lab);
    lab.goTo("Softmax");
    addStep(lab);
    author.click("Meaning/###hide-row");
    author.click("Meaning/###hide-clicked");
    author.clickCell("Centre/attention_weights", {1, 0}, 3, 3);
    CHECK(draftOf(lab).file.words("steps[0].hide[0]", "") == "attention_weights[1]");
    author.clickCell("Centre/attention_weights", {1, 1}, 3, 3);
    CHECK_FALSE(draftOf(lab).file.has("steps[0].hide"));
    author.click("Meaning/###lock-weights");
    CHECK(draftOf(lab).file.words("steps[0].lock[0]", "") == "weights");
    author.click("Meaning/###lock-weights");
    CHECK_FALSE(draftOf(lab).file.has("steps[0].lock"));
}

TEST_CASE("the editor is whole at every size, in both themes and languages") {
    LayoutReport report;
    for (const ImVec2 size : windows({kLaptop, kUsual})) {
        for (const bool is_other : {false, true}) {
            LabUnderTest lab("write-a-poem", size);
            if (is_other) {
                lab.act(Change(&Preferences::language, &kLanguages[1]));
                lab.act(Change(&Preferences::theme, ThemeId::dark));
            }
            const auto look = [&](const std::string& name) {
                lab.ui.wait(0.6);
                report.add(fmt::format("{} {}x{}{}", name, size.x, size.y, is_other ? " id" : ""),
                           layoutFaults(lab));
            };
            openEditor(lab);
            look("new");
            addStep(lab);
            for (const char* const kind :
                 {"kind-none", "kind-number", "kind-choice", "kind-make"}) {
                Author author(lab);
                author.click("Meaning/###" + std::string(kind));
                look(kind);
            }
            for (const EditorPage page : {EditorPage::lesson, EditorPage::missing}) {
                lab.act(Change(&LessonDraft::page, page));
                look("page");
            }
        }
    }
    CHECK_MESSAGE(report.empty(), report.text());
}

TEST_CASE("the editor does not jump when a number is picked") {
    LabUnderTest lab("write-a-poem", kLaptop);
    Author author(lab);
    openEditor(lab);
    lab.goTo("Softmax");
    addStep(lab);
    author.click("Meaning/###kind-number");
    // Each toggle that picks, and what stands below it.
    const std::array<std::pair<std::string, std::string>, 3> picks{
        {{"Meaning/###insert", "Meaning/###record"},
         {"Meaning/###pick-asked", "Meaning/###percent"},
         {"Meaning/###hide-clicked", "Meaning/###lock-tokens"}}};
    for (const auto& pick : picks) {
        const auto& [toggle, below] = pick;
        CAPTURE(pick.first);
        lab.ui.scrollTo(toggle);
        const float at = lab.ui.find(toggle).rect.Min.y;
        const float was = lab.ui.find(below).rect.Min.y;
        author.click(toggle);
        CHECK(lab.ui.find(below).rect.Min.y == was);
        author.clickCell("Centre/attention_weights", {1, 0}, 3, 3);
        lab.ui.step(2);
        CHECK(lab.ui.find(toggle).rect.Min.y == at);
        const bool lists_entries = toggle.ends_with("hide-clicked");
        if (!lists_entries) CHECK(lab.ui.find(below).rect.Min.y == was);
    }
}
