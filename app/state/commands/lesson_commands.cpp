// Commands of the lesson on the screen, in every mode.
#include <optional>

#include "app/state/commands/commands.h"
#include "core/explain/matrix_words.h"
#include "messages/commands.h"
#include "messages/player.h"

namespace lookback {
namespace {

constexpr int kChoiceKeys = 5;  ///< 1 to 5
constexpr int kHandKeys = 9;    ///< 1 to 9

bool hasLesson(const AppState& s) { return s.lesson.step() != nullptr; }
bool isBeforeLastLessonStep(const AppState& s) { return hasLesson(s) && !s.lesson.isLastStep(); }
bool isPastFirstLessonStep(const AppState& s) { return hasLesson(s) && s.lesson.stand.step > 0; }
bool isOpenChoice(const AppState& s) {
    return s.lesson.isOpen() && s.lesson.asks<ChoiceTask>() != nullptr && !s.place.counts_hands;
}

/// Returns the answer that Enter gives: the cell or the token in focus, or the typed number. A cell
/// of a matrix that the task does not ask about is no answer.
Action answerInFocus(const AppState& s) {
    if (const auto* const cell = s.lesson.asks<CellTask>()) {
        if (cell->asks_token) return AnswerTask{AnsweredToken{s.token()}};
        const bool is_locked = s.place.locked && canAnswerIn(*cell, s.place.locked->id);
        const std::optional<Target> at = is_locked ? s.place.locked : focusedTarget(s);
        if (at && canAnswerIn(*cell, at->id)) {
            return AnswerTask{AnsweredCell{at->id, at->head, at->cell}};
        }
        return Notice{{say::player::AsksAbout{.matrix = allOf(*cell->cells.asPath()->matrix)}}};
    }
    TypedAnswer typed = s.hands.answer;
    typed.is_entered = true;
    return Change(&Hands::answer, typed);
}

Action countHand(const PressedKey& pressed, int by) {
    return CountHand{static_cast<std::size_t>(pressed.place), by};
}

const std::array kLessonCommands{
    Command{CommandGroup::lesson,
            "write-lesson",
            stated<say::commands::WriteLesson>,
            {kCtrl | Key::j},
            KeyUse::once,
            always,
            [](const AppState& s) -> Action {
                if (isWritingLesson(s)) return CloseLessonEditor{};
                return WriteLesson{};
            }},
    Command{CommandGroup::lesson,
            "add-lesson-step",
            stated<say::commands::AddLessonStep>,
            {kCtrl | Key::enter},
            KeyUse::while_typing,
            isWritingLesson,
            [](const AppState&) -> Action { return AddDraftStep{}; }},
    Command{CommandGroup::lesson,
            "next-lesson-step",
            stated<say::commands::NextLessonStep>,
            {Key::j},
            KeyUse::always,
            isBeforeLastLessonStep,
            [](const AppState& s) -> Action { return GoToLessonStep{s.lesson.stand.step + 1}; }},
    Command{CommandGroup::lesson,
            "previous-lesson-step",
            stated<say::commands::PreviousLessonStep>,
            {kShift | Key::j},
            KeyUse::always,
            isPastFirstLessonStep,
            [](const AppState& s) -> Action { return GoToLessonStep{s.lesson.stand.step - 1}; }},
    Command{CommandGroup::lesson,
            "teach-on",
            stated<say::commands::TeachOn>,
            {Key::right, Key::page_down},
            KeyUse::always,
            leadsThroughLesson,
            [](const AppState&) -> Action { return MoveInLesson{1}; }},
    Command{CommandGroup::lesson,
            "teach-back",
            stated<say::commands::TeachBack>,
            {Key::left, Key::page_up},
            KeyUse::always,
            leadsThroughLesson,
            [](const AppState&) -> Action { return MoveInLesson{-1}; }},
    Command{CommandGroup::lesson,
            "check-answer",
            stated<say::commands::CheckAnswer>,
            {Key::enter, Key::keypad_enter},
            KeyUse::always,
            takesEnter,
            answerInFocus},
    Command{CommandGroup::lesson,
            "choose-answer",
            stated<say::commands::ChooseAnswer>,
            {Key::digit_1},
            KeyUse::always,
            isOpenChoice,
            nullptr,
            kChoiceKeys,
            [](const AppState&, const PressedKey& pressed) -> Action {
                return AnswerTask{AnsweredChoice{static_cast<std::size_t>(pressed.place)}};
            }},
    Command{CommandGroup::lesson,
            "show-hint",
            stated<say::commands::ShowHint>,
            {Key::i},
            KeyUse::always,
            [](const AppState& s) { return s.lesson.hasHint(); },
            [](const AppState&) -> Action { return ShowHint{}; }},
    Command{CommandGroup::lesson,
            "show-answer",
            stated<say::commands::ShowAnswer>,
            {Key::a},
            KeyUse::always,
            [](const AppState& s) { return s.lesson.mayShowAnswer(); },
            [](const AppState&) -> Action { return ShowAnswer{}; }},
    Command{CommandGroup::lesson,
            "another-draw",
            stated<say::commands::AnotherDraw>,
            {kShift | Key::r},
            KeyUse::always,
            [](const AppState& s) { return s.lesson.asked() != nullptr; },
            [](const AppState&) -> Action { return DrawAnother{}; }},
    Command{CommandGroup::lesson,
            "begin-step-again",
            stated<say::commands::BeginStepAgain>,
            {kShift | Key::home},
            KeyUse::always,
            hasLesson,
            [](const AppState&) -> Action { return BeginStepAgain{}; }},
    Command{CommandGroup::lesson,
            "begin-lesson-again",
            stated<say::commands::BeginLessonAgain>,
            {kCtrl | Key::home},
            KeyUse::always,
            hasLesson,
            [](const AppState&) -> Action { return BeginLessonAgain{}; }},
    Command{CommandGroup::lesson,
            "count-hands",
            stated<say::commands::CountHands>,
            {Key::g},
            KeyUse::always,
            [](const AppState& s) { return s.lesson.asks<ChoiceTask>() != nullptr; },
            [](const AppState& s) -> Action { return CountHands{!s.place.counts_hands}; }},
    Command{CommandGroup::lesson,
            "count-hand",
            stated<say::commands::CountHand>,
            {Key::digit_1},
            KeyUse::always,
            [](const AppState& s) { return s.place.counts_hands; },
            nullptr,
            kHandKeys,
            [](const AppState&, const PressedKey& pressed) { return countHand(pressed, 1); }},
    Command{CommandGroup::lesson,
            "uncount-hand",
            stated<say::commands::UncountHand>,
            {kShift | Key::digit_1},
            KeyUse::always,
            [](const AppState& s) { return s.place.counts_hands; },
            nullptr,
            kHandKeys,
            [](const AppState&, const PressedKey& pressed) { return countHand(pressed, -1); }},
};

}  // namespace

std::span<const Command> lessonCommands() { return kLessonCommands; }

}  // namespace lookback
