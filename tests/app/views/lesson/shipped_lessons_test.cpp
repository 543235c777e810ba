// Every shipped lesson is worked through: each task first wrong by each mistake that the lesson
// names, then right, then by "Show me".
#include <fmt/format.h>

#include "app/state/model/shown_lesson.h"
#include "core/base/text.h"
#include "core/language/training_findings.h"
#include "core/language/unit_text.h"
#include "tests/app/lesson_under_test.h"
#include "tests/app/trains.h"

using namespace lookback;
using namespace lookback::test;

namespace {

/// Waits for the training of an experiment.
void settleTraining(LabUnderTest& lab) {
    if (info(lab.place().mode).subject == SubjectKind::experiment) trainToTheEnd(lab);
}

LessonFacts factsOf(const LabUnderTest& lab) {
    auto facts = lessonFacts(lab.state(), true);
    REQUIRE(facts.has_value());
    return *std::move(facts);
}

/// Gives an answer as a person does: types a number, presses the digit of a choice, and clicks or
/// goes to a cell or a token.
void give(LabUnderTest& lab, const TaskAnswer& answer) {
    if (const auto* const number = std::get_if<double>(&answer)) {
        lab.ui.click("Lesson/##answer");
        lab.ui.key(ImGuiMod_Ctrl | ImGuiKey_A);
        const auto* const asked = lab.state().lesson.asks<NumberTask>();
        const bool is_share = asked != nullptr && asked->unit == AnswerUnit::percent;
        lab.ui.type(is_share ? shortestDigits(100 * *number, ScalarKind::float64) + "%"
                             : shortestDigits(*number, ScalarKind::float64));
        lab.ui.key(ImGuiKey_Enter);
    } else if (const auto* const choice = std::get_if<AnsweredChoice>(&answer)) {
        lab.ui.key(static_cast<ImGuiKey>(ImGuiKey_1 + static_cast<int>(choice->place)));
    } else {
        lab.act(AnswerTask{answer});
    }
    lab.ui.step(3);
}

/// The wrong answers of the step, each with the place of its mistake.
std::vector<std::pair<TaskAnswer, std::size_t>> wrongAnswers(const LessonStep& step,
                                                             const LessonFacts& facts) {
    std::vector<std::pair<TaskAnswer, std::size_t>> wrong;
    const auto* const cell = std::get_if<CellTask>(&step.task->kind);
    for (std::size_t k = 0; k < step.mistakes.size(); ++k) {
        const LessonMistake& mistake = step.mistakes[k];
        if (cell == nullptr) {
            const Result<double> number = wrongNumber(*step.task, mistake, facts);
            if (number) wrong.emplace_back(*number, k);
            continue;
        }
        const auto all = candidates(*cell, facts);
        REQUIRE(all.has_value());
        for (const TaskAnswer& answer : *all) {
            const auto judged = judge(step, answer, facts);
            if (judged && judged->mistake == k) {
                wrong.emplace_back(answer, k);
                break;
            }
        }
    }
    return wrong;
}

void answerWrongly(LabUnderTest& lab, const LessonStep& step) {
    const LessonFacts facts = factsOf(lab);
    for (const auto& wrong : wrongAnswers(step, facts)) {
        const TaskAnswer& answer = wrong.first;
        const std::size_t mistake = wrong.second;
        CAPTURE(mistake);
        give(lab, answer);
        CHECK(lab.state().lesson.isOpen());
        const auto judged = judge(step, answer, facts);
        REQUIRE(judged.has_value());
        CHECK(judged->mistake == mistake);
        const std::string reply = english().text(judged->reply);
        CHECK(reply != "");
        CHECK(english().text(lab.state().lesson.reply) == reply);
        CHECK(cardText(lab).find("That is not the answer yet.") == std::string::npos);
    }
}

void answerRightly(LabUnderTest& lab, const LessonStep& step) {
    if (std::holds_alternative<MakeTask>(step.task->kind)) return;
    const auto right = rightAnswers(*step.task, factsOf(lab));
    REQUIRE(right.has_value());
    give(lab, right->front());
    CHECK(lab.state().lesson.task.is_solved);
    CHECK_FALSE(lab.state().lesson.isOpen());
    CHECK(lab.state().lesson.hiding.things.cells.empty());
    CHECK(lab.state().lesson.hiding.things.results.empty());
}

void showAnswer(LabUnderTest& lab) {
    lab.act(BeginStepAgain{});
    settleTraining(lab);
    REQUIRE(lab.state().lesson.isOpen());
    if (!lab.state().lesson.mayShowAnswer()) return;
    lab.act(ShowAnswer{});
    settleTraining(lab);
    CHECK_FALSE(lab.state().lesson.isOpen());
    for (const ConditionState& condition : lab.state().lesson.conditions) {
        if (lab.state().lesson.asks<MakeTask>()->needs_all) CHECK(condition.holds);
    }
}

/// Nothing beside an open choice tells it: no finding, habit, note or hint of Train and Generate.
void expectNothingTold(const LabUnderTest& lab) {
    const AppState& state = lab.state();
    if (!state.lesson.awaitsChoice()) return;
    CHECK(state.narrator.tell(state).empty());
    const TrainMoment* const moment = state.training.moment();
    if (moment == nullptr || state.place.mode == Mode::lab) return;
    const TrainingRun& run = state.training.report()->run;
    std::vector<std::string> labels;
    for (const Unit unit : moment->probe) {
        labels.push_back(shownUnit(run.text().vocabulary[asSize(unit)]));
    }
    for (const TwinMoment& twin : moment->twins) {
        for (const TrainingFinding& finding : twin.findings) {
            const std::string text = english().text(tell(finding, run.experiment(), labels, 3));
            CAPTURE(text);
            CHECK_FALSE(lab.showsLines(text));
        }
    }
    for (const char* const told : {"looks one token ahead", "gives no weight ahead",
                                   "cannot read the answer", "does not exist yet"}) {
        CAPTURE(told);
        CHECK_FALSE(lab.showsLines(told));
    }
}

void workThrough(const GuidedEntry& entry, const Language& language) {
    LabUnderTest lab;
    openShippedLesson(lab, entry.id);
    lab.act(Change(&Preferences::language, &language));
    for (std::size_t k = 0; k < entry.lesson->steps.size(); ++k) {
        CAPTURE(k);
        if (k > 0) lab.ui.key(ImGuiKey_Escape);
        lab.act(GoToLessonStep{k});
        settleTraining(lab);
        lab.ui.step(2);
        REQUIRE(lab.state().lesson.stand.step == k);
        CHECK_FALSE(lab.state().lesson.fault.has_value());
        CHECK(lab.state().wording().text(lab.state().lesson.entered.text).find('?') ==
              lab.state().wording().text(entry.lesson->steps[k].text.source).find('?'));
        const LessonStep& step = entry.lesson->steps[k];
        if (!step.task) continue;
        REQUIRE(lab.state().lesson.isOpen());
        expectNothingTold(lab);
        const std::string said = english().text(lab.state().lesson.entered.text);
        answerWrongly(lab, step);
        answerRightly(lab, step);
        showAnswer(lab);
        CHECK(english().text(lab.state().lesson.entered.text) == said);
    }
}

}  // namespace

TEST_CASE("every shipped lesson is worked through, wrongly, rightly and by Show me") {
    for (const GuidedEntry& entry : guidedLessons()) {
        CAPTURE(entry.id);
        REQUIRE(entry.lesson != nullptr);
        workThrough(entry, kLanguages[0]);
    }
}

TEST_CASE("every shipped lesson is worked through in Indonesian") {
    for (const GuidedEntry& entry : guidedLessons()) {
        CAPTURE(entry.id);
        REQUIRE(entry.lesson != nullptr);
        LabUnderTest lab;
        openShippedLesson(lab, entry.id);
        lab.act(Change(&Preferences::language, &kLanguages[1]));
        for (std::size_t k = 0; k < entry.lesson->steps.size(); ++k) {
            CAPTURE(k);
            lab.act(GoToLessonStep{k});
            settleTraining(lab);
            lab.ui.step(2);
            CHECK(lab.showsLines(lab.state().wording().text(entry.lesson->title)));
            lab.act(ShowAnswer{});
            settleTraining(lab);
            CHECK_FALSE(lab.state().lesson.isOpen());
        }
    }
}
