#pragma once

#include <any>
#include <type_traits>
#include <utility>
#include <vector>

#include "app/state/update/document_actions.h"
#include "app/state/update/draft_actions.h"
#include "app/state/update/experiment_actions.h"
#include "app/state/update/file_actions.h"
#include "app/state/update/lesson_actions.h"
#include "app/state/update/view_actions.h"

namespace lookback {

template <class... Kinds>
struct KindsOfAct : std::type_identity<Kinds>... {};
/// Everything that can happen, as plain values, in the order of the headers.
using EveryAct = KindsOfAct<
    SetNumber, Change<Document>, SetDraw, SetOutput, RenameToken, InsertToken, RemoveToken,
    MoveToken, SetSentence, SetTitle, SetShape, TakeEmbeddings, SetMasked, SetMaskRules,
    Change<Mask>, PaintMask, FlipCell, SetMasking, TakeSnapshot, RemoveSnapshot, RenameSnapshot,
    SelectToken, GoTo, FocusCell, Move, SetPlaying, Pan, Zoom, SetMode, SetPresenting,
    Change<Place>, SetVariant, CompareFile, VariantRead, Change<LeakPlace>, DocumentComputed,
    LeaksTested, TypeNumber, NameToken, TypeSentence, TypeTitle, Change<Hands>, Change<Preferences>,
    CopyText, CopyLink, CopyMatrix, Notice, Quit, QuitAnyway, KeepFailed, ShowKeepSheet,
    CloseKeepSheet, ForgetProgress, ForgetFile, DraftFailed, SetExperiment, Change<TrainPlace>,
    MoveTraining, Change<GeneratePlace>, TwinsTrained, OpenLesson, OpenExperiment, MakeDocument,
    Undo, Redo, FinishDrag, CancelDrag, OpenFile, SaveFile, ExportFile, LookInFolder, FileOpened,
    FileSaved, FileInTheWay, PictureAllowed, LessonRead, NumbersOpened, ShowImport, PasteNumbers,
    ReadImport, ImportRead, OpenImport, FileExported, FileFailed, FolderListed, TextOpened,
    ShowFileSheet, FileDialogShown, FilesChosen, CloseConflict, OpenProbe, OpenDraft, DraftOpened,
    DraftKept, LookForRecents, RecentsListed, GoToLessonStep, MoveInLesson, AnswerTask, ShowAnswer,
    ShowHint, BeginStepAgain, BeginLessonAgain, DrawAnother, CountHands, CountHand, WriteLesson,
    CloseLessonEditor, DiscardLesson, ChooseDraftStep, AddDraftStep, RecordDraftStep,
    RecordSolution, RemoveDraftStep, MoveDraftStep, PickCell, PickNumber, UndoDraft, TryLesson,
    SaveLesson, LessonSaved, LessonChecked, Change<LessonDraft>>;

/// One act, of any of these kinds. Not a std::variant: every view that makes an act would then
/// compile the choice between all kinds. In this class only `visit` contains that choice.
class Action {
public:
    template <class Act>
    requires std::is_base_of_v<std::type_identity<Act>, EveryAct> Action(Act act)
        : act_(std::move(act)) {}

    /// The act, if it is of this kind.
    template <class Act>
    [[nodiscard]] const Act* as() const {
        return std::any_cast<Act>(&act_);
    }
    template <class... Kinds>
    [[nodiscard]] bool isOneOf() const {
        return ((as<Kinds>() != nullptr) || ...);
    }
    /// Calls `visitor` with the act, in its own type.
    template <class Visitor>
    void visit(Visitor visitor) const {
        visitAs(visitor, EveryAct{});
    }

private:
    template <class Visitor, class... Kinds>
    void visitAs(Visitor& visitor, KindsOfAct<Kinds...>) const {
        const auto try_kind = [&](const auto* act) {
            if (act != nullptr) visitor(*act);
            return act != nullptr;
        };
        (try_kind(as<Kinds>()) || ...);
    }

    std::any act_;
};
using Actions = std::vector<Action>;

}  // namespace lookback
