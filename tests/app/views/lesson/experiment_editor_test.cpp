// A lesson about an experiment is written in the window.
#include <fmt/format.h>

#include "core/io/lesson_check.h"
#include "core/io/lesson_library.h"
#include "tests/app/layout_check.h"
#include "tests/app/lesson_author.h"
#include "tests/app/lesson_under_test.h"
#include "tests/app/trains.h"

using namespace lookback;
using namespace lookback::test;

namespace {

/// Plays the lesson as the worker does. @return whether that was asked
bool checkLesson(LabUnderTest& lab) {
    bool was_asked = false;
    for (const Effect& effect : lab.takeEffects()) {
        const auto* const check = std::get_if<CheckLesson>(&effect);
        if (check == nullptr) continue;
        was_asked = true;
        lab.act(LessonChecked{check->lesson, lessonFaults(*check->lesson)});
    }
    lab.ui.step(2);
    return was_asked;
}

void openTrain(LabUnderTest& lab, const std::string& experiment = "greetings") {
    lab.act(OpenExperiment{experiment});
    trainToTheEnd(lab);
    REQUIRE(lab.place().mode == Mode::train);
}

void standAtTrainingStep(LabUnderTest& lab, Index step) {
    lab.act(Change(&TrainPlace::step, step));
    trainToTheEnd(lab);
}

void setSteps(LabUnderTest& lab, Index steps) {
    Experiment experiment = lab.state().experiment();
    experiment.steps = steps;
    lab.act(SetExperiment{std::make_shared<const Experiment>(experiment)});
    trainToTheEnd(lab);
}

/// The words about the whole of a lesson.
void writeWhole(LabUnderTest& lab, Author& author) {
    author.click("Meaning/###page-lesson");
    author.type("title", " ");
    lab.ui.key(ImGuiMod_Ctrl | ImGuiKey_A);
    lab.ui.type("Two models");
    author.typeNext("Which model has the lower loss?");
    author.typeNext("I can compare two losses.");
}

}  // namespace

TEST_CASE("a lesson about an experiment is written from nothing, saved, read again and solved") {
    LabUnderTest lab;
    Author author(lab);
    openTrain(lab);
    openEditor(lab);
    CHECK(draftOf(lab).isAboutExperiment());
    CHECK(draftOf(lab).steps() == 0);
    writeWhole(lab, author);

    // A step that asks a number, after 100 steps of the training.
    standAtTrainingStep(lab, 100);
    author.click("Meaning/###add-step");
    CHECK(draftOf(lab).file.json("steps[0].look") ==
          R"({"mode":"train","head":0,"training_step":100})");
    CHECK_FALSE(draftOf(lab).file.has("steps[0].set"));
    author.type("steps[0].title", "A loss");
    author.typeNext("The floor is");
    author.click("Meaning/###insert");
    CHECK(lab.showsLines("Training loss of model B after 100 steps"));
    author.click("Meaning/###number-floor");
    CHECK(draftOf(lab).file.words("steps[0].text", "en") == "The floor is {decimals 3: floor}");
    author.click("Meaning/###kind-number");
    author.type("steps[0].task.ask", "Which loss does model B have in the end?");
    author.click("Meaning/###pick-asked");
    author.click("Meaning/###number-training_loss.B[steps]");
    CHECK(draftOf(lab).file.words("steps[0].task.of", "") == "training_loss.B[steps]");
    author.click("Meaning/###hide-loss");
    CHECK(draftOf(lab).file.words("steps[0].hide[0]", "") == "loss");
    author.click("Meaning/###lock-experiment");
    CHECK(draftOf(lab).file.words("steps[0].lock[0]", "") == "experiment");

    // A step with choices, in Generate.
    lab.act(SetMode{Mode::generate});
    trainToTheEnd(lab);
    REQUIRE(isWritingLesson(lab.state()));
    author.click("Meaning/###add-step");
    CHECK(draftOf(lab).file.json("steps[1].look") ==
          R"({"mode":"generate","head":0,"training_step":100})");
    author.type("steps[1].title", "A choice");
    author.typeNext("Both models write.");
    author.click("Meaning/###kind-choice");
    author.type("steps[1].task.ask", "Which model read the answer?");
    author.typeNext("Model A");
    author.typeNext("Model A has a mask.");
    author.typeNext("Model B");
    author.typeNext("Yes.");
    author.click("Meaning/###right-1");
    lab.ui.step(2);

    // The worker plays it: until then nothing is claimed.
    REQUIRE(draftOf(lab).reading.unchecked != nullptr);
    author.click("Meaning/###page-missing");
    CHECK(lab.showsLines("The lesson is being checked."));
    CHECK(checkLesson(lab));
    CHECK_MESSAGE(draftOf(lab).reading.missing.empty(), faultsOf(draftOf(lab).reading.missing));
    CHECK(lab.showsLines("Nothing is missing"));
    CHECK_FALSE(checkLesson(lab));

    const std::string text = savedText(lab, author, "two-models");
    CHECK(draftOf(lab).isSaved());
    const auto lesson = lessonOfText(text);
    CHECK(lesson->steps.size() == 2);
    CHECK_MESSAGE(lessonFaults(*lesson).empty(), faultsOf(lessonFaults(*lesson)));

    // Elsewhere.
    LabUnderTest other;
    openText(other, text);
    trainToTheEnd(other);
    CHECK(other.place().mode == Mode::train);
    CHECK(other.state().train_place.step == 100);
    CHECK(other.state().lesson.awaitsAnswer());
    other.ui.click("Lesson/###show-me");
    other.ui.step(3);
    CHECK(other.state().lesson.task.isDone());
    other.ui.click("Lesson/###next");
    trainToTheEnd(other);
    CHECK(other.place().mode == Mode::generate);
    other.ui.click("Lesson/###show-me");
    other.ui.step(3);
    CHECK(other.state().lesson.task.isDone());
}

TEST_CASE("a shipped lesson about an experiment is edited, and everything else of it stays") {
    LabUnderTest lab;
    Author author(lab);
    openShippedLesson(lab, "which-model-learned-more");
    trainToTheEnd(lab);
    openEditor(lab);
    CHECK(lab.state().lesson.step() == nullptr);
    CHECK(draftOf(lab).steps() == 6);
    author.type("steps[0].title", "!");
    lab.ui.key(ImGuiKey_Tab);
    lab.ui.step(2);
    author.click("Meaning/###draft-step-5");
    CHECK(lab.showsLines("Changes on entry") == false);
    CHECK(lab.showsLines("Solution: the masks"));
    CHECK(checkLesson(lab));
    CHECK_MESSAGE(draftOf(lab).reading.missing.empty(), faultsOf(draftOf(lab).reading.missing));

    const std::string text = savedText(lab, author, "which-model-learned-more");
    const auto saved = lessonOfText(text);
    const Checked<GuidedLesson> shipped = openGuidedLesson("which-model-learned-more");
    REQUIRE(shipped.has_value());
    GuidedLesson expected = *shipped;
    const std::string title(saved->steps[0].title.in("en"));
    CHECK(title.find('!') != std::string::npos);
    expected.steps[0].title.set("en", title);
    expected.group = LessonGroup::mine;
    CHECK(text == writeGuidedLesson(expected));
    CHECK_MESSAGE(lessonFaults(*saved).empty(), faultsOf(lessonFaults(*saved)));
}

TEST_CASE("edits of an experiment are recorded in steps, and a repair as a solution") {
    LabUnderTest lab;
    Author author(lab);
    openTrain(lab);
    openEditor(lab);
    addStep(lab);
    setSteps(lab, 40);
    CHECK(draftOf(lab).reading.is_changed);
    CHECK(lab.showsLines("The experiment differs from this step."));
    addStep(lab);
    CHECK(draftOf(lab).file.json("steps[1].set") == R"({"steps":40})");
    CHECK(lab.showsLines("Changes on entry: the training"));
    CHECK_FALSE(draftOf(lab).reading.is_changed);
    author.click("Meaning/###draft-step-0");
    CHECK(lab.state().experiment().steps == 500);
    author.click("Meaning/###draft-step-1");
    CHECK(lab.state().experiment().steps == 40);

    // What is to be made is compared with a number of the list.
    trainToTheEnd(lab);
    author.click("Meaning/###kind-make");
    CHECK_FALSE(lab.ui.exists("Meaning/###no-leak"));
    author.click("Meaning/###at-most");
    CHECK_FALSE(lab.ui.exists("Meaning/###number-written.A"));
    author.click("Meaning/###number-steps");
    CHECK(draftOf(lab).file.json("steps[1].task.all[0].at_most") == "40");
    CHECK(draftOf(lab).file.words("steps[1].task.all[0].text", "en") ==
          "Number of training steps is at most 40");
    setSteps(lab, 20);
    author.click("Meaning/###record-solution");
    CHECK(draftOf(lab).file.json("steps[1].task.solution") == R"({"steps":20})");
    setSteps(lab, 60);
    author.click("Meaning/###record");
    CHECK(draftOf(lab).file.json("steps[1].set") == R"({"steps":60})");

    author.click("Meaning/###earlier");
    CHECK(draftOf(lab).step == 0);
    CHECK(lab.state().experiment().steps == 60);
    author.click("Meaning/###undo-draft");
    author.click("Meaning/###remove-step");
    CHECK(draftOf(lab).steps() == 1);
}

TEST_CASE("a lesson about an experiment is tried, and one comes back to its editor") {
    LabUnderTest lab;
    Author author(lab);
    openShippedLesson(lab, "which-model-learned-more");
    trainToTheEnd(lab);
    openEditor(lab);
    author.click("Meaning/###draft-step-2");
    CHECK(lab.state().train_place.step == 25);
    author.click("Meaning/###try");
    trainToTheEnd(lab);
    CHECK_FALSE(isWritingLesson(lab.state()));
    CHECK(lab.state().lesson.awaitsAnswer());
    CHECK(lab.state().lesson.stand.step == 2);
    lab.ui.click("Lesson/###next-step");
    lab.ui.step(2);
    lab.ui.click("Lesson/###back-to-editor");
    lab.ui.step(2);
    CHECK(isWritingLesson(lab.state()));
    CHECK(draftOf(lab).step == 3);
    CHECK(lab.state().train_place.step == 150);
}

TEST_CASE("the list of numbers has values where the training is known, and nothing is trained") {
    LabUnderTest lab;
    Author author(lab);
    openTrain(lab);
    openEditor(lab);
    addStep(lab);
    setSteps(lab, 200);
    Experiment other = lab.state().experiment();
    other.seed += 1;
    lab.act(SetExperiment{std::make_shared<const Experiment>(other)});
    lab.act(Change(pick, CellPick::slot, std::string("steps[0].text")));
    const auto valueOf = [&](const std::string& expression) {
        for (const ExperimentNumber& number : draftOf(lab).reading.numbers) {
            if (number.expression == expression) return number.value;
        }
        FAIL("not listed: ", expression);
        return std::optional<double>();
    };
    CHECK_FALSE(valueOf("loss.A[steps - 1]").has_value());
    CHECK_FALSE(valueOf("training_loss.B[steps]").has_value());
    trainToTheEnd(lab);
    const TrainingRun& run = lab.state().training.report()->run;
    CHECK(valueOf("loss.A[steps - 1]") == run.losses(0).back());
    CHECK(valueOf("floor") == run.floor());
    CHECK(valueOf("steps") == 200.0);
    CHECK(valueOf("held_out_loss.B[steps]") == run.heldOut(1).back().loss);
    // The shown step follows.
    standAtTrainingStep(lab, 100);
    CHECK(valueOf("loss.B.100") == run.losses(1)[100]);
    CHECK(valueOf("held_out_loss.A.100").has_value());
    standAtTrainingStep(lab, 101);
    for (const ExperimentNumber& number : draftOf(lab).reading.numbers) {
        CHECK_FALSE(number.expression.starts_with("held_out_loss.A.1"));
    }
}

TEST_CASE("an unsaved draft about the other kind of work is shown, not lost") {
    LabUnderTest lab;
    openEditor(lab);
    addStep(lab);
    openTrain(lab);
    CHECK_FALSE(isWritingLesson(lab.state()));
    lab.ui.key(ImGuiMod_Ctrl | ImGuiKey_J);
    lab.ui.step(3);
    CHECK(lab.place().mode == Mode::lab);
    CHECK(isWritingLesson(lab.state()));
    CHECK(draftOf(lab).steps() == 1);
    CHECK(lab.showsLines("is not saved"));
}

TEST_CASE("Ctrl+Enter adds a step while a text of the editor is typed") {
    LabUnderTest lab;
    Author author(lab);
    openEditor(lab);
    addStep(lab);
    author.type("steps[0].title", "One");
    REQUIRE(ImGui::GetIO().WantTextInput);
    addStep(lab);
    CHECK(draftOf(lab).steps() == 2);
    CHECK(draftOf(lab).step == 1);
    CHECK(draftOf(lab).file.words("steps[0].title", "en") == "One");
    CHECK_FALSE(draftOf(lab).file.has("steps[1].title"));
}

TEST_CASE("the editor of an experiment is whole at every size, in both themes and languages") {
    LayoutReport report;
    for (const ImVec2 size : windows({kLaptop, kUsual})) {
        for (const bool is_other : {false, true}) {
            LabUnderTest lab("write-a-poem", size);
            if (is_other) {
                lab.act(Change(&Preferences::language, &kLanguages[1]));
                lab.act(Change(&Preferences::theme, ThemeId::dark));
            }
            openTrain(lab);
            openEditor(lab);
            Author author(lab);
            const auto look = [&](const std::string& name) {
                lab.ui.wait(0.6);
                report.add(fmt::format("{} {}x{}{}", name, size.x, size.y, is_other ? " id" : ""),
                           layoutFaults(lab));
            };
            look("new");
            standAtTrainingStep(lab, 150);
            addStep(lab);
            author.click("Meaning/###insert");
            look("numbers");
            author.click("Meaning/###kind-make");
            author.click("Meaning/###at-least");
            look("condition");
            author.click("Meaning/###number-training_loss.A.150");
            look("made");
        }
    }
    CHECK_MESSAGE(report.empty(), report.text());
}
