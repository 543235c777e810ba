#pragma once

#include <any>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "app/state/update/experiment_actions.h"
#include "app/state/update/file_actions.h"
#include "app/state/update/view_actions.h"
#include "core/document/document.h"

namespace lookback {

// Everything that can happen, as plain values. Here are the edits of the document.
struct SetNumber {
    MatrixId id = MatrixId::embeddings;
    Cell cell;
    double value = 0;
};
struct DragNumber {
    MatrixId id = MatrixId::embeddings;
    Cell cell;
    double value = 0;
};
struct RenameToken {
    Index at = 0;
    std::string word;
    bool draws_numbers = false;  ///< it is another word: it gets numbers of its own
};
struct InsertToken {
    Index at = 0;
    std::string word;
};
struct RemoveToken {
    Index at = 0;
};
struct MoveToken {
    Index from = 0;
    Index to = 0;
};
struct SetSentence {
    std::vector<std::string> words;
};
struct SetMasked {
    bool masked = true;
};
struct SetMaskRules {
    std::vector<MaskRule> rules;
};
/// Puts a rule in the place of one that is there, or behind the last; what is painted stays.
struct PutMaskRule {
    std::size_t at = 0;
    MaskRule rule;
};
struct RemoveMaskRule {
    std::size_t at = 0;
};
/// Takes back what is painted by hand.
struct RemovePaint {};
struct PaintCell {
    Cell cell;
    bool allowed = false;
};
/// A row, a column or a diagonal, of which two cells say which; what else is painted is as given.
struct PaintLine {
    Cell from;
    Cell to;
    bool allowed = false;
    std::vector<Cell> flips_were{};
};
struct FlipCell {
    Cell cell;
};
struct SetMasking {
    Masking masking;
};
/// The same while its value is dragged.
struct DragMasking {
    Masking masking;
};
struct SetHeads {
    Index heads = 1;
};
struct SetPositionKind {
    PositionKind kind = PositionKind::none;
};
struct SetPositionBase {
    double base = 10000;
};
struct SetSlopes {
    std::vector<double> slopes;  ///< one a head; empty: those of the paper
};
struct SetScale {
    Scale scale;
};
/// The same while its number is dragged.
struct DragScale {
    Scale scale;
};
struct SetSoftcap {
    std::optional<double> softcap{};  ///< nothing: scores are not capped
};
struct SetDType {
    DType dtype = DType::float32;
    std::optional<double> value{};  ///< of the masking, where it has to be another one for that
};
struct SetOutput {
    bool has_output = true;
};
struct SetDraw {
    Draw draw;
};
/// Keeps the document as it is under a name of its own, for Compare.
struct TakeSnapshot {};
struct RemoveSnapshot {
    std::string name;
};
struct RenameSnapshot {
    std::string name;
    std::string into;
};
/// Gives a token another embedding, of the width of X.
struct SetEmbedding {
    Index token = 0;
    Matrix<double> row;
};
struct ShowDrawSheet {
    bool open = true;
};

template <class... Kinds>
struct KindsOfAct : std::type_identity<Kinds>... {};
using EveryAct = KindsOfAct<
    SetNumber, DragNumber, FinishDrag, CancelDrag, RenameToken, InsertToken, RemoveToken, MoveToken,
    SetSentence, SetMasked, SetMaskRules, PutMaskRule, RemoveMaskRule, RemovePaint, PaintCell,
    PaintLine, FlipCell, SetMasking, DragMasking, SetHeads, SetPositionKind, SetPositionBase,
    SetSlopes, SetScale, DragScale, SetSoftcap, SetDType, SetOutput, SetDraw, TakeSnapshot,
    RemoveSnapshot, RenameSnapshot, SetEmbedding, ShowDrawSheet, Undo, Redo, OpenLesson, OpenFile,
    SaveFile, ExportFile, LookInFolder, FileOpened, FileSaved, FileExported, FileInTheWay,
    PictureAllowed, FileFailed, FolderListed, ShowFileSheet, CloseConflict, OpenDraft, DraftOpened,
    DraftKept, LookForRecents, RecentsListed, SelectToken, GoTo, FocusCell, MoveStep, MoveCell,
    MoveRow, Pan, Zoom, Unfold, SetHead, SetMode, SetVariant, SetCompareView, CompareFile,
    VariantRead, SetProbe, SetProbeWord, SetNudge, SetWiggling, LeaksTested, SetExperiment,
    DragExperiment, OpenExperiment, TextOpened, GoToTraining, MoveTraining, SetTrainPlace,
    TwinsTrained, OpenProbe, SetGeneratePlace, MoveWriting, MoveWords, GoToWord, WriteToEnd,
    SetConventions, Lock, SetPlaying, SetPlaySpeed, SetMotion, TypeNumber, NameToken, ShowMenu,
    SetTheme, SetTypeSize, SetDecimals, SetPresenting, SetBlank, ShowHelp, ShowPanel, Quit, Notice>;

/// One act, of any of these kinds. No variant: whoever makes an act, as most of the views do, would
/// compile the choice between all kinds. Here only `visit` has it.
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
    /// Hands the act to `visitor` as what it is.
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
