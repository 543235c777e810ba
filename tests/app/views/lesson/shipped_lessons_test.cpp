// Every shipped lesson is worked through: each task first wrong by each mistake that the lesson
// names, then right, then by "Show me".
#include <array>

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

/// Goes to a cell by Up and Down, in a matrix that answers the task.
void goByKeys(LabUnderTest& lab, Cell wanted) {
    const CellTask& task = *lab.state().lesson.asks<CellTask>();
    constexpr int kMostKeys = 400;
    for (int k = 0; k < kMostKeys; ++k) {
        const auto at = focusedTarget(lab.state());
        REQUIRE(at.has_value());
        if (canAnswerIn(task, at->id) && at->cell == wanted) return;
        const auto [row, col] = at->cell;
        const bool is_before = row < wanted.row || (row == wanted.row && col < wanted.col);
        lab.ui.key(is_before ? ImGuiKey_DownArrow : ImGuiKey_UpArrow);
    }
    FAIL("the keys do not lead to the cell");
}

/// Gives an answer by keys alone: types a number, presses the digit of a choice or of a token, and
/// goes to a cell in any matrix that answers.
void give(LabUnderTest& lab, const TaskAnswer& answer) {
    if (const auto* const number = std::get_if<double>(&answer)) {
        const auto* const asked = lab.state().lesson.asks<NumberTask>();
        const bool is_share = asked != nullptr && asked->unit == AnswerUnit::percent;
        lab.ui.type(is_share ? shortestDigits(100 * *number, ScalarKind::float64) + "%"
                             : shortestDigits(*number, ScalarKind::float64));
        lab.ui.key(ImGuiKey_Enter);
    } else if (const auto* const choice = std::get_if<AnsweredChoice>(&answer)) {
        lab.ui.key(static_cast<ImGuiKey>(ImGuiKey_1 + static_cast<int>(choice->place)));
    } else if (const auto* const token = std::get_if<AnsweredToken>(&answer)) {
        REQUIRE(token->place < 9);
        lab.ui.key(static_cast<ImGuiKey>(ImGuiKey_1 + static_cast<int>(token->place)));
        lab.ui.key(ImGuiKey_Enter);
    } else {
        goByKeys(lab, std::get<AnsweredCell>(answer).cell);
        lab.ui.key(ImGuiKey_Enter);
    }
    lab.ui.step(3);
    CHECK(ImGui::GetActiveID() == 0);  // the keyboard is back with the keys
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

/// Clicks a right cell in each matrix of pairs that the figure has, and a right token's chip.
void answerByMouse(LabUnderTest& lab, const TaskAnswer& right) {
    if (std::holds_alternative<AnsweredToken>(right)) {
        const Index place = std::get<AnsweredToken>(right).place;
        const std::string button = fmt::format("Lesson/###answer-token-{}", place);
        for (const std::string& token : {lab.chip(place), button}) {
            if (!lab.ui.exists(token)) continue;
            CAPTURE(token);
            lab.ui.click(token);
            lab.ui.step(2);
            CHECK(lab.state().lesson.task.is_solved);
            lab.act(BeginStepAgain{});
        }
        return;
    }
    int solved = 0;
    for (const MatrixInfo& matrix : kMatrices) {
        const bool is_of_pairs = matrix.rows == Axis::token && matrix.cols == Axis::token;
        const std::vector<UiItem> items = lab.ui.items();
        // Not the thumbnail, `scores##ribbon`, which a search for `scores` finds, too.
        const auto item = std::find_if(items.begin(), items.end(), [&](const UiItem& one) {
            return one.window == "Centre" && one.label == matrix.name;
        });
        if (!is_of_pairs || item == items.end()) continue;
        CAPTURE(matrix.name);
        const auto n = static_cast<float>(lab.document().n());
        const Cell cell = std::get<AnsweredCell>(right).cell;
        const ImVec2 size{item->rect.GetWidth() / n, item->rect.GetHeight() / n};
        lab.ui.clickAt({item->rect.Min.x + size.x * (static_cast<float>(cell.col) + 0.5f),
                        item->rect.Min.y + size.y * (static_cast<float>(cell.row) + 0.5f)});
        lab.ui.step(2);
        CHECK(lab.state().lesson.task.is_solved);
        CHECK(lab.state().lesson.task.last == right);
        lab.act(BeginStepAgain{});
        REQUIRE(lab.state().lesson.isOpen());
        ++solved;
    }
    CHECK(solved > 0);
}

void answerRightly(LabUnderTest& lab, const LessonStep& step) {
    if (std::holds_alternative<MakeTask>(step.task->kind)) return;
    const auto right = rightAnswers(*step.task, factsOf(lab));
    REQUIRE(right.has_value());
    if (std::holds_alternative<CellTask>(step.task->kind)) answerByMouse(lab, right->front());
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

/// What a first character may not change.
std::string placeInWords(const AppState& state) {
    const Place& place = state.place;
    return fmt::format("{} {} {} {} {} {} {} {} {} {}", place.step, place.cell, place.revealed,
                       place.head, place.pane.span, place.presenting, place.is_blank,
                       state.preferences.decimals, state.token(), place.locked.has_value());
}

/// Presses a key that prints a text, as a keyboard does: the key with its character.
void press(LabUnderTest& lab, ImGuiKey key, const char* text) {
    if (key != ImGuiKey_None) ImGui::GetIO().AddKeyEvent(key, true);
    ImGui::GetIO().AddInputCharactersUTF8(text);
    lab.ui.step(2);
    if (key != ImGuiKey_None) ImGui::GetIO().AddKeyEvent(key, false);
    lab.ui.step(3);
}

/// The first character of a number begins the answer and does nothing else.
void beginAnswers(LabUnderTest& lab) {
    struct First {
        ImGuiKey key;
        const char* text;
    };
    for (const First& first :
         {First{ImGuiKey_Minus, "-"}, First{ImGuiKey_None, "\u2212"}, First{ImGuiKey_Period, "."},
          First{ImGuiKey_Comma, ","}, First{ImGuiKey_1, "1"}, First{ImGuiKey_KeypadAdd, "+"},
          First{ImGuiKey_KeypadSubtract, "-"}, First{ImGuiKey_9, "("}}) {
        CAPTURE(first.text);
        const std::string before = placeInWords(lab.state());
        press(lab, first.key, first.text);
        CHECK(lab.hands().answer.text == first.text);
        CHECK(placeInWords(lab.state()) == before);
        lab.ui.key(ImGuiKey_Backspace);
        CHECK(lab.hands().answer.text.empty());
        CHECK(ImGui::GetActiveID() == 0);
    }
}

/// No key of the window goes into an empty field, also after a click there.
void pressKeysOfTheWindow(LabUnderTest& lab, std::size_t step) {
    struct Pressed {
        ImGuiKey key;
        const char* text = "";
    };
    constexpr std::array kPressed{
        Pressed{ImGuiKey_LeftArrow}, Pressed{ImGuiKey_RightArrow}, Pressed{ImGuiKey_UpArrow},
        Pressed{ImGuiKey_DownArrow}, Pressed{ImGuiKey_PageUp},     Pressed{ImGuiKey_PageDown},
        Pressed{ImGuiKey_Home},      Pressed{ImGuiKey_End},        Pressed{ImGuiKey_Escape},
        Pressed{ImGuiKey_Tab, "\t"}, Pressed{ImGuiKey_M, "m"},     Pressed{ImGuiKey_K, "k"},
        Pressed{ImGuiKey_J, "j"},    Pressed{ImGuiKey_F5},         Pressed{ImGuiKey_F5}};
    const bool hides = lab.preferences().hides_what_is_to_come;
    lab.ui.click("Lesson/##answer");
    for (const Pressed& pressed : kPressed) {
        CAPTURE(ImGui::GetKeyName(pressed.key));
        press(lab, pressed.key, pressed.text);
        CHECK(lab.hands().answer.text.empty());
        CHECK(ImGui::GetActiveID() == 0);
        const bool goes_on = pressed.key == ImGuiKey_J && !lab.state().lesson.isLastStep();
        if (goes_on) CHECK(lab.state().lesson.stand.step == step + 1);
        lab.act(GoToLessonStep{step});
    }
    CHECK_FALSE(lab.place().presenting);
    CHECK(lab.preferences().hides_what_is_to_come == hides);
    lab.ui.step(2);
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
        if (std::holds_alternative<NumberTask>(step.task->kind)) {
            beginAnswers(lab);
            pressKeysOfTheWindow(lab, k);
            settleTraining(lab);
        }
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
