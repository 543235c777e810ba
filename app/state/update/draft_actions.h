#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "app/state/model/lesson_draft.h"
#include "app/state/model/place.h"

namespace lookback {

// What happens to the lesson that is written in the window.

/// Opens the editor: with the draft where there is one that is not saved, or that was tried; else
/// with the lesson on the screen, or with a new lesson about the document or the experiment there.
struct WriteLesson {};
struct CloseLessonEditor {};
/// Forgets the draft.
struct DiscardLesson {};

/// Shows a step: the document or experiment as the step begins, at the place that its look names.
struct ChooseDraftStep {
    std::size_t step = 0;
};
/// A new step behind the one on the screen: it leads here, and makes the edits that were made
/// since.
struct AddDraftStep {};
/// The step on the screen leads here from now on, and makes the edits that lead to these numbers.
struct RecordDraftStep {};
/// Records the edits since the step began as the solution of its task.
struct RecordSolution {};
struct RemoveDraftStep {};
/// Moves the step on the screen within the list of steps. `by` > 0: towards the end.
struct MoveDraftStep {
    int by = 1;
};
/// Uses the number that was clicked in the Lab as `LessonDraft::pick` says.
struct PickCell {
    Target target;
};
/// Uses a number of the experiment likewise. @param expression of the list of numbers
struct PickNumber {
    std::string expression;
};
/// Takes the latest change of the file back.
struct UndoDraft {};
/// Plays the lesson from the step on the screen on.
struct TryLesson {};
struct SaveLesson {
    std::string path;
    bool replaces = false;  ///< overwrites a file that is there
};
struct LessonSaved {
    std::string path;
    std::string saved;  ///< the draft's text that is in the file
    std::string fingerprint;
};

/// A job has played a lesson about an experiment.
struct LessonChecked {
    std::shared_ptr<const GuidedLesson> lesson;
    std::vector<Error> faults;
};

// Changes of the file, for Change<LessonDraft>. Each can be taken back; typing is one change.

/// Sets a text of the file. @param language in which it is typed: that of the window
void typeWords(LessonDraft& draft, const std::string& path, const std::string& text,
               const std::string& language);
/// Typing has ended.
void endTyping(LessonDraft& draft);
/// Sets a part of the file. @param json valid JSON; empty: the part is removed
void setPart(LessonDraft& draft, const std::string& path, const std::string& json);
/// Puts an entry at the end of a list.
void addPart(LessonDraft& draft, const std::string& list, const std::string& json);
/// Puts a name into a list of names, or takes it out.
void togglePart(LessonDraft& draft, const std::string& list, const std::string& name);
/// Begins to pick numbers, or ends it where that kind is picked already.
void pick(LessonDraft& draft, CellPick kind, const std::string& slot_path);

}  // namespace lookback
