#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/state/model/app_state.h"
#include "core/base/result.h"

namespace lookback {

/// The place in a document and in an experiment.
struct SavedPlace {
    Mode mode = Mode::lab;
    MatrixId step = MatrixId::embeddings;  ///< the first result of the step
    Index cell = 0;      ///< number of the cell in focus, in the order of the step
    Index revealed = 0;  ///< number of the last cell that is shown
    Index head = 0;
    ComparedChoices compared{};
    CompareView compare_view = CompareView::pair;
    double score_growth = 1;
    LeakPlace leak{};
    std::optional<TrainPlace> train{};        ///< none: at the end of the training
    std::optional<GeneratePlace> generate{};  ///< none: as in a new window
    std::vector<LessonProgress> lessons{};    ///< of those that were begun; in a file of its own

    bool operator==(const SavedPlace&) const = default;
};

/// The contents of a window that are kept: the work on its document and experiment with all steps
/// of undo, and the place in it.
struct Session {
    KeptWork<Document> document{};
    std::optional<SavedPlace> place{};  ///< nothing: at the beginning
    bool is_unsaved = false;            ///< the document on screen is in no file
    bool is_closed = false;  ///< false: the window is open, or ended without being closed
    std::optional<KeptWork<Experiment>>
        experiment{};                         ///< nothing: the first shipped one, unchanged
    std::optional<LessonDraft> lesson{};      ///< that is being written
    std::optional<Error> experiment_fault{};  ///< why the kept experiment could not be read

    /// True where the document is saved and the experiment is not.
    [[nodiscard]] bool isOfExperiment() const;
    /// Title of the experiment if `isOfExperiment`, else of the document.
    [[nodiscard]] const std::string& title() const;
    /// Id of the draft that was saved of the titled work; empty: none.
    [[nodiscard]] const std::string& draft() const;
};

/// Returns the session of a document that has just been opened.
[[nodiscard]] Session freshSession(Origin<Document> origin);

/// Opens an experiment in a session: it is shown when the window opens.
void openIn(Session& session, ExperimentSnapshot opened);

/// Return the session, and the place in it, that the window shows now.
[[nodiscard]] Session sessionOf(const AppState& state);
[[nodiscard]] SavedPlace savedPlaceOf(const AppState& state);

/// True where something would be lost if the session were not kept: work that is in no file, a
/// lesson that is being written, work that only an undo brings back.
[[nodiscard]] bool hasUnsavedWork(const AppState& state);

/// Returns the state of a window that shows the session, at rest. A place that the document lacks
/// becomes the nearest one; a step that it lacks, the first.
[[nodiscard]] AppState stateOf(const Session& session);

}  // namespace lookback
