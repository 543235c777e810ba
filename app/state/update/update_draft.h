#pragma once

#include "app/state/model/app_state.h"
#include "app/state/update/action.h"

namespace lookback {

/// Carries out the actions on the lesson that is being written. Where there is no draft, they do
/// nothing; WriteLesson makes one.
class DraftUpdate {
public:
    explicit DraftUpdate(AppState& state) : state_(state) {}

    void operator()(const WriteLesson&);
    void operator()(const CloseLessonEditor&);
    void operator()(const DiscardLesson&);
    void operator()(const ChooseDraftStep& a);
    void operator()(const AddDraftStep&);
    void operator()(const RecordDraftStep&);
    void operator()(const RecordSolution&);
    void operator()(const RemoveDraftStep&);
    void operator()(const MoveDraftStep& a);
    void operator()(const PickCell& a);
    void operator()(const UndoDraft&);
    void operator()(const TryLesson&);
    void operator()(const SaveLesson& a);
    void operator()(const LessonSaved& a);
    void operator()(const Change<LessonDraft>& a);

private:
    /// Shows the numbers and the place of the step.
    void showStep();
    /// The edits that lead from a document to the one on the screen; a notice says why there are
    /// none.
    [[nodiscard]] std::optional<LessonEdits> editsFrom(const Document& before);
    void addCondition(const std::string& expression, const Target& target);

    AppState& state_;
};

/// Computes what follows from the file of a draft: its faults, and the numbers of its step.
void settleDraft(LessonDraft& draft);

/// Tells whether the document on the screen is that of the draft's step.
void compareWithDraft(AppState& state);

}  // namespace lookback
