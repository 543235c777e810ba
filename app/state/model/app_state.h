#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/state/model/before.h"
#include "app/state/model/comparison.h"
#include "app/state/model/course_pictures.h"
#include "app/state/model/dependents.h"
#include "app/state/model/experiment_place.h"
#include "app/state/model/file_task.h"
#include "app/state/model/hands.h"
#include "app/state/model/leak_test.h"
#include "app/state/model/lesson_draft.h"
#include "app/state/model/lifted_mask.h"
#include "app/state/model/narrator.h"
#include "app/state/model/place.h"
#include "app/state/model/preferences.h"
#include "app/state/model/probed_outputs.h"
#include "app/state/model/shown_code.h"
#include "app/state/model/shown_lesson.h"
#include "app/state/model/shown_training.h"
#include "app/state/model/shown_writing.h"
#include "app/state/model/variant.h"
#include "app/state/model/work.h"
#include "core/document/document.h"
#include "core/explain/cell_range.h"

namespace lookback {

class Wording;

/// How far things on the screen have come on their way to where they belong. What moves, and from
/// where, only the drawing of frames has (app/look/motion.h).
struct MotionClock {
    double t = 1;                    ///< 0 a motion begins, 1 all is at rest
    std::vector<Index> came_from{};  ///< each token's position before; empty: none has moved
    bool is_new = false;             ///< the motion began after the last frame
    bool can_begin = false;          ///< the last frame drew things that can move

    [[nodiscard]] bool isOn() const { return t < 1; }
    /// Begins anew from what the last frame drew; where that was nothing, nothing moves.
    void begin();
    /// Everything is where it belongs.
    void end();
};

/// The numbers of a document that take longer than a frame, for a job to compute.
struct DocumentPass {
    Variant variant;           ///< its engine may have those of an earlier document
    std::uint64_t number = 0;  ///< passes of this program, counted
    bool in_drag = false;      ///< the colour scales are those before the drag
};

/// The pass that a job computes at the moment, if one does.
struct AwaitedPass {
    std::uint64_t number = 0;            ///< of the last one
    std::optional<Document> document{};  ///< of the running one
};

/// The whole program as one value. `update` is its only writer, but for the hands, which views
/// write, and the clock of motions, which frames end.
/// A change of the shown decimals. It belongs to the step of the history in which it was made, and
/// is undone before that step.
struct DecimalsChange {
    SubjectKind subject = SubjectKind::document;
    std::size_t at = 0;  ///< place of that step
    int before = 0;
    int after = 0;
};

/// The changes of the shown decimals that can be undone, and those that can be done again.
struct DecimalsHistory {
    std::vector<DecimalsChange> done{};
    std::vector<DecimalsChange> undone{};
    std::shared_ptr<const void> newest_step{};  ///< of the history as the last one was undone
};

struct AppState {
    /// A document as it is opened, beside the first of the shipped experiments.
    /// @param shipped id of its lesson; empty: it is not shipped
    explicit AppState(const Document& document, const std::string& shipped = "");
    explicit AppState(Work<Document> work);

    Work<Document> document_work;
    Work<Experiment> experiment_work;  ///< what Train and Generate are about
    Preferences preferences;
    DecimalsHistory decimals{};
    Place place;
    Hands hands;
    MotionClock motion;
    Variant shown;                          ///< the current document
    AwaitedPass awaited_pass;               ///< where a job computes its numbers
    UnmaskedTwin unmasked;                  ///< the same without its mask
    LiftedMask lifted;                      ///< the mask that was taken off it
    Narrator narrator;                      ///< what is told of the step on screen
    ShownCode code;                         ///< the code of the step on screen
    BeforeAct before;                       ///< the same before the latest act that changed numbers
    Comparison comparison;                  ///< what Compare shows
    LeakTest leaks;                         ///< what the Leak test shows ...
    ProbedOutputs probed;                   ///< ... and what its probe does
    Dependents dependents;                  ///< of the number that one points at
    TrainPlace train_place;                 ///< where one stands in Train ...
    ShownTraining training;                 ///< ... and what it shows of the experiment
    GeneratePlace generate_place;           ///< where one stands in Generate ...
    ShownWriting writing;                   ///< ... and what it shows of the experiment
    ShownLesson lesson;                     ///< what the lesson on the screen shows
    std::optional<LessonDraft> draft{};     ///< the lesson that is being written
    std::vector<Message> notice;            ///< sentences to read, until the next action
    std::vector<Effect> effects;            ///< what the program is to do next
    std::vector<RecentDocument> recents;    ///< as the page of lessons lists them
    std::vector<LessonSource> own_lessons;  ///< with tasks, from one's own folder
    CoursePictures course;                  ///< of the page of lessons
    std::uint64_t import_readings = 0;      ///< of the sheet of numbers, counted
    std::uint64_t file_sheets = 0;          ///< that were opened, counted
    std::string page{};                     ///< address of the page that the program runs in
    bool is_as_opened = true;               ///< nothing differs from the document as it was opened
    std::optional<Error> not_kept{};        ///< why the last write of the session failed
    bool has_unkept_undo = false;  ///< work that could become no draft is in the undo alone
    bool quitting = false;         ///< the program is to end ...
    bool quits_anyway = false;     ///< ... also where something is lost

    /// The messages in the language of the window and the conventions of its reader.
    [[nodiscard]] Wording wording() const;
    [[nodiscard]] const Document& document() const { return shown.document(); }
    [[nodiscard]] const Trace& trace() const { return shown.trace(); }
    [[nodiscard]] const Experiment& experiment() const { return experiment_work.subject(); }
    [[nodiscard]] const Origin<Document>& origin() const { return document_work.origin(); }
    [[nodiscard]] Index token() const { return document_work.history.current().token; }
    [[nodiscard]] const std::vector<Step>& steps() const { return shown.steps(); }
    [[nodiscard]] const Step& step() const { return steps()[place.step]; }
};

/// True where undo takes back a change of the shown decimals, not an edit; and likewise redo.
[[nodiscard]] bool undoesDecimals(const AppState& state);
[[nodiscard]] bool redoesDecimals(const AppState& state);

/// Whether the mode is about a document of which the numbers are not computed yet.
[[nodiscard]] bool isAwaitingNumbers(const AppState& state);

/// Hands `use` what the mode is about: the work on a document, or that on an experiment.
template <class State, class Use>
decltype(auto) useWork(State& state, Use use) {
    return info(state.place.mode).subject == SubjectKind::document ? use(state.document_work)
                                                                   : use(state.experiment_work);
}

/// Returns the cells of the mask that was taken off the document: (n, n), 0 where that mask blocks
/// the pair. Empty: no mask was taken off, or the document is too large.
[[nodiscard]] MatrixView liftedMask(const AppState& state);

/// True from the step of the mask on.
[[nodiscard]] bool isFromMaskOn(const AppState& state);

/// Returns the sentence that says how much weight the query in focus gives to pairs that the lifted
/// mask blocks, in the head on screen. @return nothing before the step of the mask, and, with "Hide
/// what is to come", before these weights are shown
[[nodiscard]] std::optional<Message> liftedMaskFact(const AppState& state);

/// Path of the file of what the mode is about; empty: it is in none.
[[nodiscard]] const std::string& fileOnScreen(const AppState& state);

/// True where the last cell of the last step is in focus.
[[nodiscard]] bool isAtEnd(const AppState& state);

/// The cell of the step that is in focus; nothing where the step has no cells.
[[nodiscard]] std::optional<Target> focusedTarget(const AppState& state);

/// The stage that is spoken of: the one in focus, or the first result of a step without cells.
[[nodiscard]] MatrixId stageInFocus(const AppState& state);

/// The last cell of the step that has appeared; nothing where the step has no cells.
[[nodiscard]] std::optional<Target> newestOf(const AppState& state);

/// The cell that is explained: the locked one, else the one pointed at, if its number is shown,
/// else the one in focus. While a number is dragged, the cell in focus is explained.
[[nodiscard]] std::optional<Target> explainedTarget(const AppState& state);

/// What depends on the number that is locked or pointed at; nullptr where that is none of the given
/// numbers, or nothing.
[[nodiscard]] const std::vector<CellRange>* dependentsOfTarget(const AppState& state);

/// What that cell is made of. Every matrix on screen needs it, and a sum over a long sentence has
/// many terms: once a frame.
[[nodiscard]] std::vector<CellRange> inputsOfTarget(const AppState& state);

}  // namespace lookback
