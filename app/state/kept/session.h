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
    LeakPlace leak{};
    std::optional<TrainPlace> train{};        ///< none: at the end of the training
    std::optional<GeneratePlace> generate{};  ///< none: as in a new window

    bool operator==(const SavedPlace&) const = default;
};

/// All of a window that is kept: what it shows, what can be undone, and the place in it.
struct Session {
    KeptWork<Document> document{};
    std::optional<SavedPlace> place{};  ///< nothing: at the beginning
    bool is_unsaved = false;            ///< the document on screen is in no file
    bool is_closed = false;  ///< the window was closed; false: it is open, or ended unasked
    std::optional<KeptWork<Experiment>>
        experiment{};                         ///< nothing: the first shipped one, unchanged
    std::optional<Error> experiment_fault{};  ///< why the kept one could not be read

    /// True where the document is saved and the experiment is not.
    [[nodiscard]] bool isOfExperiment() const;
    /// Title of the experiment if `isOfExperiment`, else of the document.
    [[nodiscard]] const std::string& title() const;
    /// Id of the draft that was made of it; empty: none.
    [[nodiscard]] const std::string& draft() const;
};

/// A document as it is opened.
[[nodiscard]] Session freshSession(Origin<Document> origin);

/// Opens an experiment in a session: it is shown when the window opens.
void openIn(Session& session, ExperimentSnapshot opened);

/// What the window shows now.
[[nodiscard]] Session sessionOf(const AppState& state);
[[nodiscard]] SavedPlace placeOf(const AppState& state);

/// A window's state that shows the session, at rest. A place that the document lacks becomes the
/// nearest one; a step that it lacks, the first.
[[nodiscard]] AppState stateOf(const Session& session);

}  // namespace lookback
