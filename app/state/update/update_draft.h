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
    void operator()(const PickNumber& a);
    void operator()(const UndoDraft&);
    void operator()(const TryLesson&);
    void operator()(const SaveLesson& a);
    void operator()(const LessonSaved& a);
    void operator()(const LessonChecked& a);
    void operator()(const Change<LessonDraft>& a);

private:
    /// A number that was clicked for the lesson.
    struct PickedNumber {
        std::string expression;
        std::string slot;               ///< of a text
        std::string words{};            ///< for conditions
        std::optional<double> value{};  ///< for conditions; nothing: not known
    };

    /// Shows the numbers and the place of the step.
    void showStep();
    /// The edits that lead from a work to the one on the screen; a notice says why there are none.
    [[nodiscard]] std::optional<LessonEdits> editsFrom(const LessonWork& before);
    /// Uses a number as `LessonDraft::pick` says.
    void use(const PickedNumber& picked);
    void addCondition(const PickedNumber& picked);

    AppState& state_;
};

/// Computes what follows from the file of a draft: its faults, but for those of a lesson about an
/// experiment that is whole (`DraftReading::unchecked`), and the numbers of its step.
void settleDraft(LessonDraft& draft);

/// Tells whether the work on the screen is that of the draft's step.
void compareWithDraft(AppState& state);

/// Brings the list of the numbers of an experiment up to the training on the screen, while one of
/// them is picked.
void settlePickedNumbers(AppState& state);

}  // namespace lookback
