#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/state/model/lesson_progress.h"
#include "app/state/model/place.h"
#include "app/state/model/shown_quantity.h"
#include "app/state/model/work.h"
#include "core/explain/following_cells.h"
#include "core/lesson/hidden_cells.h"
#include "core/lesson/judge.h"
#include "core/words/filled_text.h"

namespace lookback {

struct AppState;

/// What the step of a lesson hides: until its task is answered, or as long as a step without a task
/// is on the screen.
struct LessonHiding {
    HiddenThings things{};        ///< as the step says
    CellMarks cells{};            ///< of all documents on the screen, with all that follow
    std::optional<Target> asked;  ///< the cell that a number is asked of

    /// True where a number of the quantity is hidden. @param document on the screen
    [[nodiscard]] bool hides(const Document& document, const Quantity& quantity) const;
};

/// The texts of a step, as they were filled when the step was entered: no later edit changes them.
struct EnteredTexts {
    std::shared_ptr<const void> begun{};  ///< the snapshot or experiment of the beginning
    bool is_filled = false;               ///< else not all numbers of `begun` were known
    FilledText text{};
    FilledText ask{};
    std::vector<FilledText> choices{};
    std::vector<FilledText> hints{};  ///< all of the step
};

/// All that a ShownLesson follows from.
struct LessonMemory {
    std::shared_ptr<const LessonSource> source{};
    TaskProgress task{};
    Standing standing{};
    LessonStand stand{};
    ComparedChoices compared{};
    std::uint64_t documents = 0;    ///< revision of their history
    std::uint64_t experiments = 0;  ///< likewise
    bool has_numbers = false;
    Index trained = -1;  ///< steps of the training that is known; −1: none is

    bool operator==(const LessonMemory&) const = default;
};
[[nodiscard]] LessonMemory lessonMemory(const AppState& state);

/// The lesson on the screen, as views show it: it follows from the lesson, its progress and the
/// numbers on the screen.
struct ShownLesson {
    std::shared_ptr<const LessonSource> source{};  ///< null: no lesson is on the screen
    LessonStand stand{};
    TaskProgress task{};  ///< of the step; without a task as if it had not begun

    EnteredTexts entered{};
    std::vector<FilledText> hints{};      ///< those that were asked for
    std::optional<TaskAnswer> replied{};  ///< the answer that `reply` is about
    FilledText reply{};                   ///< may be empty
    std::optional<Message> named{};       ///< instead of `reply`: a mistake that the program names
    FilledText then{};  ///< empty before the answer, and while what was made is undone
    std::vector<ConditionState> conditions{};
    std::vector<TaskAnswer> right{};  ///< all right answers; empty before the answer
    bool is_reply_right = false;      ///< whether `replied` is right
    std::optional<Error> fault{};     ///< why the numbers on the screen cannot be asked about

    LessonHiding hiding{};
    std::vector<DocumentPart> locked{};
    LessonMemory memory{};

    /// Null where no lesson is on the screen, as the next two.
    [[nodiscard]] const GuidedLesson* lesson() const;
    [[nodiscard]] const LessonStep* step() const;
    /// The task of the step; null also where the step has none.
    [[nodiscard]] const LessonTask* asked() const;
    /// The task of this kind.
    template <class Kind>
    [[nodiscard]] const Kind* asks() const {
        return asked() == nullptr ? nullptr : std::get_if<Kind>(&asked()->kind);
    }
    /// True while the task waits for its answer.
    [[nodiscard]] bool isOpen() const { return asked() != nullptr && !task.isDone(); }
    /// True while an answer is awaited that is given, not made.
    [[nodiscard]] bool awaitsAnswer() const { return isOpen() && asks<MakeTask>() == nullptr; }
    /// True where the conditions of a task hold now.
    [[nodiscard]] bool isMadeNow() const;
    /// True while a choice is open: no sentence on the screen may tell it.
    [[nodiscard]] bool awaitsChoice() const { return isOpen() && asks<ChoiceTask>() != nullptr; }
    [[nodiscard]] bool isLastStep() const;
    /// True where the answer may be shown on demand.
    [[nodiscard]] bool mayShowAnswer() const;
    [[nodiscard]] bool hasHint() const;  ///< a further one

    [[nodiscard]] bool locks(DocumentPart part) const;
};

/// The mode, stage, cell, head and training step that are on the screen.
[[nodiscard]] Standing standingOf(const AppState& state);

/// The lesson that the work on the screen belongs to; null: it belongs to none, or a lesson is
/// being written.
[[nodiscard]] std::shared_ptr<const LessonSource> lessonOnScreen(const AppState& state);
/// True where the remote leads through a lesson: on the slide of one.
[[nodiscard]] bool leadsThroughLesson(const AppState& state);
/// Where that work stands in its lesson.
[[nodiscard]] const LessonStand& lessonStand(const AppState& state);

/// The facts of the step on the screen. Nothing while they are computed.
/// @param as_begun of the numbers with which the step began, else of those on the screen
[[nodiscard]] std::optional<LessonFacts> lessonFacts(const AppState& state, bool as_begun);

/// The document as the lesson's step knows it: the mask that its `look` lifts is in its place.
[[nodiscard]] Document lessonDocument(const AppState& state);

/// The part of a document that a given matrix belongs to.
[[nodiscard]] DocumentPart partOf(MatrixId given);

/// Says that a part is locked, and until when.
[[nodiscard]] Message lockedSentence(const AppState& state, DocumentPart part);

/// What a lesson shows just now.
[[nodiscard]] ShownLesson shownLesson(const AppState& state);

}  // namespace lookback
