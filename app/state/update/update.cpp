#include "app/state/update/update.h"

#include <algorithm>
#include <type_traits>

#include "app/state/model/sentences.h"
#include "app/state/update/update_document.h"
#include "app/state/update/update_draft.h"
#include "app/state/update/update_experiment.h"
#include "app/state/update/update_files.h"
#include "app/state/update/update_import.h"
#include "app/state/update/update_lesson.h"
#include "app/state/update/update_view.h"
#include "core/document/edit.h"
#include "core/document/mask_edit.h"

namespace lookback {
namespace {

/// A rule that was just chosen and blocks nothing; nullptr where there is none.
const MaskRule* chosenInVain(const AppState& state, const std::vector<MaskRule>& before) {
    const std::vector<MaskRule>& rules = state.document().mask.rules;
    const std::vector<RuleEffect>& effects = state.shown.ruleEffects();
    for (std::size_t k = 0; k < rules.size(); ++k) {
        const bool is_new = std::none_of(before.begin(), before.end(), [&](const MaskRule& old) {
            return old.kind == rules[k].kind;
        });
        const bool is_in_vain =
            rules[k].kind != MaskKind::none && effects[k] == RuleEffect::nothing;
        if (is_in_vain && (is_new || rules == before)) return &rules[k];
    }
    return nullptr;
}

/// Every action has its place in one of the eight.
struct Updater : DocumentUpdate,
                 MaskUpdate,
                 FileUpdate,
                 ImportUpdate,
                 ViewUpdate,
                 ExperimentUpdate,
                 LessonUpdate,
                 DraftUpdate {
    explicit Updater(AppState& state)
        : DocumentUpdate(state),
          MaskUpdate(state),
          FileUpdate(state),
          ImportUpdate(state),
          ViewUpdate(state),
          ExperimentUpdate(state),
          LessonUpdate(state),
          DraftUpdate(state),
          whole(state) {}
    using DocumentUpdate::operator();
    using MaskUpdate::operator();
    using FileUpdate::operator();
    using ImportUpdate::operator();
    using ViewUpdate::operator();
    using ExperimentUpdate::operator();
    using LessonUpdate::operator();
    using DraftUpdate::operator();

    /// A rule that blocks nothing is noticed; one that is edited at the mask brings one there.
    void operator()(const SetMaskRules& a) {
        AppState& state = whole;
        const std::vector<MaskRule> before = state.document().mask.rules;
        MaskUpdate::operator()(a);
        noteIdleRule(before);
    }

    void noteIdleRule(const std::vector<MaskRule>& before) {
        AppState& state = whole;
        const MaskRule* const idle = chosenInVain(state, before);
        if (idle == nullptr || !state.notice.empty()) return;
        if (marksTokens(idle->kind) || idle->kind == MaskKind::custom) showMask();
        state.notice = {blocksNothing(*idle, state.document().n())};
    }

    /// Shows a notice if the added rule blocks nothing.
    void operator()(const Change<Mask>& a) {
        AppState& state = whole;
        const std::vector<MaskRule> before = state.document().mask.rules;
        MaskUpdate::operator()(a);
        if (state.document().mask.rules.size() > before.size()) noteIdleRule(before);
    }

    /// Takes files that were chosen in a dialog of the system like those of the sheet.
    void operator()(const FilesChosen& a) {
        for (const Action& action : actionsOn(a)) action.visit(*this);
    }

    /// Goes to the step of the mask, with all of its cells; the same token is read.
    void showMask() {
        AppState& state = whole;
        const std::size_t step = stepCovering(state.steps(), MatrixId::mask).value();
        const Index token = state.token();
        state.place.mode = Mode::lab;
        (*this)(GoTo{step, state.shown.lastCell(state.steps()[step])});
        (*this)(SelectToken{token});
    }

    AppState& whole;
};

/// True for edits after which the figure is the same, and what has changed in it travels: rows and
/// columns, hatching, bars.
bool isSeenTravelling(const Action& action) {
    if (const auto* masking = action.as<SetMasking>()) return !masking->is_dragged;
    return action.isOneOf<SetMasked, SetMaskRules, FlipCell, MoveToken, Undo, Redo>();
}

/// A drag that the history has ended, by an undo or another edit, is no gesture any more: the hand
/// has to press anew.
void dropEndedDrag(AppState& state) {
    Hands& hands = state.hands;
    const bool drags = hands.doing<NumberDrag>() != nullptr ||
                       hands.doing<MaskPainting>() != nullptr ||
                       hands.doing<MaskingDrag>() != nullptr;
    if (drags && !state.document_work.history.isDragging()) hands.gesture = {};
}

/// An act that changes no number is one all the same, but for what the program answers, and a field
/// that opens to be typed in, as Tab does it along with the number before.
bool endsComparison(const Action& action) {
    return !action.isOneOf<VariantRead, DocumentComputed, LeaksTested, TwinsTrained, LessonChecked,
                           TextOpened, FileOpened, NumbersOpened, ImportRead, LessonRead, FileSaved,
                           FileExported, FileInTheWay, PictureAllowed, FileFailed, FolderListed,
                           FileDialogShown, DraftOpened, DraftKept, DraftFailed, KeepFailed,
                           RecentsListed, Notice, TypeNumber>();
}

/// What views compare with is the document before the latest act; a drag is one act, from its
/// beginning until another act follows its end. @param was before the action
void rememberAct(AppState& state, const Action& action, const History<Snapshot>::Step& was,
                 bool was_dragging) {
    const Snapshot& is = state.document_work.history.current();
    const bool begins_drag = !was_dragging && state.document_work.history.isDragging();
    const bool goes_on = state.document_work.history.isDragging() || action.isOneOf<FinishDrag>();
    if (was_dragging && goes_on) return;
    if (!begins_drag && is.document == was->document) {
        if (endsComparison(action)) state.before.forget();
    } else if (is.origin != was->origin || action.isOneOf<CancelDrag>()) {
        state.before.forget();
    } else {
        state.before.remember(was->document, is.document);
    }
}

/// What nobody has asked for takes no notice away that somebody reads.
bool comesByItself(const Action& action) {
    return action.isOneOf<DocumentComputed, LeaksTested, TwinsTrained, LessonChecked, ImportRead,
                          FileDialogShown>();
}

}  // namespace

void update(AppState& state, const Action& action) {
    const History<Snapshot>::Step was = state.document_work.history.currentStep();
    const bool was_dragging = state.document_work.history.isDragging();
    if (!comesByItself(action)) state.notice.clear();
    const bool travels = state.preferences.has_motion && isSeenTravelling(action);
    if (travels) state.motion.begin();
    action.visit(Updater(state));
    if (travels && state.motion.isOn()) {
        state.motion.came_from = placesBeforeMove(was->document, state.document());
    }
    dropEndedDrag(state);
    rememberAct(state, action, was, was_dragging);
    settleLesson(state);
    compareWithDraft(state);
    settlePickedNumbers(state);
}

}  // namespace lookback
