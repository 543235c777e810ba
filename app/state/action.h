#pragma once

#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "app/state/file_actions.h"
#include "app/state/hands.h"
#include "app/state/place.h"
#include "app/state/preferences.h"
#include "core/document/document.h"

namespace lookback {

struct LeakReport;

// Everything that can happen, as plain values. Edits of the document first.
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
struct FinishDrag {};
/// Gives a dragged number or a painted stroke back, and only that.
struct CancelDrag {};
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
struct Undo {};
struct Redo {};
struct OpenLesson {
    std::string id;
};

// What one looks at.
struct SelectToken {
    Index at = 0;
};
struct GoTo {
    std::size_t step = 0;
    Index cell = 0;  ///< the last one that has appeared
};
/// Takes the focus to a cell of the step; what has appeared stays.
struct FocusCell {
    Index cell = 0;
};
struct MoveStep {
    int by = 1;
};
struct MoveCell {
    int by = 1;
};
/// By rows of the step, all of whose cells appear together.
struct MoveRow {
    int by = 1;
};
struct Pan {
    Index queries = 0;
    Index keys = 0;
    Index dimensions = 0;
};
struct Zoom {
    int by = 1;  ///< steps inwards; negative: outwards
};
struct Unfold {
    bool unfolded = true;
};
struct SetHead {
    Index head = 0;
};
struct SetMode {
    Mode mode = Mode::lab;
};
/// What Compare shows on one side.
struct SetVariant {
    Side side = Side::b;
    VariantChoice choice;
};
/// What Compare shows: two variants, or a table.
struct SetCompareView {
    CompareView view = CompareView::pair;
};
/// A document of its own file for one side of Compare.
struct CompareFile {
    Side side = Side::b;
    std::string path;
};
/// The answer to it.
struct VariantRead {
    Side side = Side::b;
    std::string name;
    std::shared_ptr<const Document> document;
};
struct SetProbe {
    Probe probe = Probe::nudge;
};
/// The word that is appended.
struct SetProbeWord {
    std::string word;
};
struct SetNudge {
    Nudge nudge;
};
struct SetWiggling {
    bool on = true;
};
/// The Leak test of the two variants is wanted, and takes longer than a frame.
struct TestLeaks {};
/// The answer to it.
struct LeaksTested {
    std::shared_ptr<const LeakReport> report;
};
struct SetConventions {
    Conventions conventions;
};
struct Lock {
    std::optional<Target> target;
};
struct SetPlaying {
    bool playing = true;
};
struct SetPlaySpeed {
    int speed = kUsualSpeed;
};
struct SetMotion {
    bool on = true;
};
struct TypeNumber {
    MatrixId id = MatrixId::embeddings;
    Cell cell;
    std::optional<MatrixId> figure{};  ///< the result of the figure it is typed in; none: the panel
};
struct NameToken {
    Index at = 0;
    bool is_new = false;
};
struct ShowMenu {
    Menu menu = Menu::none;
};
struct SetTheme {
    ThemeId theme = ThemeId::light;
};
struct SetTypeSize {
    int percent = 100;
};
struct SetDecimals {
    int decimals = 4;
};
/// In presentation: nothing is shown until one goes on.
struct SetBlank {
    bool blank = true;
};
struct SetPresenting {
    bool presenting = true;
};
struct ShowHelp {
    bool open = true;
};
struct ShowPanel {
    SidePanel panel = SidePanel::none;
};
struct Quit {};
struct Notice {
    std::string text;
};

using Action = std::variant<
    SetNumber, DragNumber, FinishDrag, CancelDrag, RenameToken, InsertToken, RemoveToken, MoveToken,
    SetSentence, SetMasked, SetMaskRules, PutMaskRule, RemoveMaskRule, RemovePaint, PaintCell,
    PaintLine, FlipCell, SetMasking, DragMasking, SetHeads, SetPositionKind, SetPositionBase,
    SetSlopes, SetScale, DragScale, SetSoftcap, SetDType, SetOutput, SetDraw, TakeSnapshot,
    RemoveSnapshot, RenameSnapshot, SetEmbedding, ShowDrawSheet, Undo, Redo, OpenLesson, OpenFile,
    SaveFile, ExportFile, LookInFolder, FileOpened, FileSaved, FileExported, FileInTheWay,
    PictureAllowed, FileFailed, FolderListed, ShowFileSheet, CloseConflict, OpenDraft, DraftOpened,
    DraftKept, LookForRecents, RecentsListed, SelectToken, GoTo, FocusCell, MoveStep, MoveCell,
    MoveRow, Pan, Zoom, Unfold, SetHead, SetMode, SetVariant, SetCompareView, CompareFile,
    VariantRead, SetProbe, SetProbeWord, SetNudge, SetWiggling, TestLeaks, LeaksTested,
    SetConventions, Lock, SetPlaying, SetPlaySpeed, SetMotion, TypeNumber, NameToken, ShowMenu,
    SetTheme, SetTypeSize, SetDecimals, SetPresenting, SetBlank, ShowHelp, ShowPanel, Quit, Notice>;
using Actions = std::vector<Action>;

}  // namespace lookback
