/// Pictures of the window, as commands ask for them.
#pragma once

#include <optional>
#include <string>

#include "app/look/theme.h"
#include "app/state/model/app_state.h"
#include "app/state/model/mode.h"
#include "core/document/document.h"
#include "core/document/matrix_id.h"

namespace lookback {

/// What a picture of the window shows, and how large it is.
struct PictureRequest {
    int width = 1600;   ///< points
    int height = 1000;  ///< points
    float scale = 1;    ///< pixels a point
    Mode mode = Mode::lab;
    std::optional<MatrixId>
        step;                  ///< the stage in the focus, one of the document's; else the first
    std::optional<Cell> cell;  ///< the cell in the focus, one of that stage; else the last
    Index head = 0;
    ThemeId theme = ThemeId::light;
    bool presenting = false;              ///< as for a projector: large, without panels
    std::optional<VariantChoice> with{};  ///< Compare's B; else the unmasked twin
    std::string lesson;  ///< id of the lesson that the document is; empty for a file
    /// Of Train and Generate, in the place of the document.
    std::optional<ExperimentSnapshot> experiment{};
    std::optional<Index> trained{};  ///< after so many steps; else after the last
};

/// How a picture is drawn of a document.
struct Picture {
    Document document;
    PictureRequest request;
};

/// The state that the picture shows, at rest.
[[nodiscard]] AppState pictureState(const Picture& picture);

}  // namespace lookback
