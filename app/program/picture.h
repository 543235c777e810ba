/// Pictures of the window for commands.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/look/theme.h"
#include "app/look/vector_drawing.h"
#include "app/state/model/app_state.h"
#include "app/state/model/mode.h"
#include "app/state/update/action.h"
#include "core/document/document.h"
#include "core/document/matrix_id.h"
#include "core/words/language.h"

namespace lookback {

enum class DrawnFormat : std::uint8_t;

/// The content and the size of a picture of the window.
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
    const Language* language = kLanguages.data();
    bool is_plain = false;                ///< the file does not carry the work
    std::optional<CodeLibrary> code{};    ///< shows the code of the step in this library
    bool presenting = false;              ///< as for a projector: large, without panels
    std::optional<VariantChoice> with{};  ///< Compare's B; else the unmasked twin
    std::string lesson;                   ///< id of the document's lesson; empty for a file
    /// For Train and Generate, instead of the document.
    std::optional<ExperimentSnapshot> experiment{};
    std::optional<Index> trained{};   ///< training step; else the last
    std::optional<Action> opening{};  ///< of a lesson with tasks, instead of the document
    std::size_t lesson_step = 0;      ///< of that lesson
    bool stands_elsewhere = false;    ///< mode, stage and cell are those above, not the lesson's
};

/// A picture of a document.
struct Picture {
    Document document;
    PictureRequest request;
};

/// The state that the picture shows, at rest.
[[nodiscard]] AppState pictureState(const Picture& picture);

/// A place in a walk through the computation, and the seconds for which it is shown.
struct WalkStop {
    std::size_t step = 0;
    Index cell = 0;  ///< of the step, the last that has appeared
    double seconds = 0;
};

/// The steps of the computation, each complete; with "Hide what is to come" up to the cells on the
/// screen. With `stage` the cells of the step that covers it, in the order of Play.
[[nodiscard]] std::vector<WalkStop> walkStops(const AppState& state, std::optional<MatrixId> stage);

/// The file of a frame as text and lines: svg or pdf. @param state that the frame shows
/// @param carried the file of a work that it opens as; empty: none
/// Errors: it could not be written.
[[nodiscard]] Result<std::string> vectorBytes(DrawnFormat format, const VectorPage& page,
                                              const AppState& state, const std::string& carried);

}  // namespace lookback
