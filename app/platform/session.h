#pragma once

#include <optional>
#include <string>

#include "app/state/app_state.h"
#include "core/document/document.h"

namespace lookback {

/// Where one stands in a document.
struct SavedPlace {
    MatrixId step = MatrixId::embeddings;  ///< a stage of the step
    Index cell = 0;                        ///< the cell in focus, as a number of the step
    Index head = 0;
    Index token = 0;  ///< the query token that is read

    bool operator==(const SavedPlace&) const = default;
};

/// What a window shows, without what can be undone.
struct Session {
    Document document;                ///< as it is now
    Origin origin;                    ///< where it came from
    std::optional<SavedPlace> place;  ///< nothing: at the beginning
};

/// A document as it was just opened, from a lesson, from a file, or from neither.
[[nodiscard]] Session freshSession(const Document& document, std::string lesson, std::string file);

/// What the window shows now.
[[nodiscard]] Session sessionOf(const AppState& state);

/// A window's state that shows the session, at rest. A place that the document lacks becomes the
/// nearest one; a step that it lacks, the first.
[[nodiscard]] AppState stateOf(const Session& session);

}  // namespace lookback
