#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/state/model/app_state.h"
#include "core/base/result.h"

namespace lookback {

/// Where one stands in a document, and in an experiment.
struct SavedPlace {
    Mode mode = Mode::lab;
    MatrixId step = MatrixId::embeddings;  ///< a stage of the step
    Index cell = 0;                        ///< the cell in focus, as a number of the step
    Index revealed = 0;                    ///< the last cell that has appeared
    Index head = 0;
    ComparedChoices compared{};
    CompareView compare_view = CompareView::pair;
    LeakPlace leak{};
    std::optional<TrainPlace> train{};        ///< nothing: at the end
    std::optional<GeneratePlace> generate{};  ///< nothing: as one begins

    bool operator==(const SavedPlace&) const = default;
};

/// All of a window that is kept: what it shows, what can be undone, where one stands.
struct Session {
    KeptWork<Document> document{};
    std::optional<SavedPlace> place{};  ///< nothing: at the beginning
    bool is_unsaved = false;            ///< the document on screen is in no file
    bool is_closed = false;  ///< the window was closed; false: it is open, or ended unasked
    std::optional<KeptWork<Experiment>> experiment{};  ///< nothing: as a window has it at first
    std::optional<Error> experiment_fault{};           ///< why what was kept of it is of no use

    /// What would be lost with it is the experiment alone.
    [[nodiscard]] bool isOfExperiment() const;
    /// Of what would be lost with it.
    [[nodiscard]] const std::string& title() const;
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
