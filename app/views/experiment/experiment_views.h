#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "app/look/painter.h"
#include "app/look/rect.h"
#include "app/state/model/app_state.h"
#include "app/views/shared/menus.h"
#include "app/views/shared/scene.h"
#include "core/base/result.h"
#include "core/io/experiment_library.h"
#include "core/language/training_findings.h"

namespace lookback {

// Parts that the modes of the experiment, Train and Generate, share.

/// Returns the menu of the training on a slide: the optimizer and its numbers.
[[nodiscard]] MenuSpec trainingMenu(const Scene& scene);
/// Returns the menu of the sizes and choices of the models on a slide.
[[nodiscard]] MenuSpec shapeMenu(const Scene& scene);
/// Returns the menu of the mask of a model on a slide.
[[nodiscard]] MenuSpec twinMenu(const Scene& scene, std::size_t twin);

/// Returns the title of an experiment: of a shipped one, in the language of the window.
[[nodiscard]] std::string experimentTitle(const Scene& scene, const Experiment& experiment);

/// Returns the name that a model is given when its mask is edited: that of the mask; where the
/// other model has the same mask, that of the masking.
[[nodiscard]] Message nameOfMask(const Experiment& experiment, std::size_t twin);

/// Returns the name of a model. The name of a shipped one, and a name given by `nameOfMask`, is in
/// the language of the window.
[[nodiscard]] std::string modelName(const Scene& scene, const Experiment& experiment,
                                    std::size_t twin);

/// Draws the panel that edits the experiment: text, model, training, twins.
void drawExperimentPanel(const Scene& scene, const Rect& region);

/// Returns the colour of twin A (0) or B (1).
[[nodiscard]] Color twinColor(const Theme& theme, std::size_t twin);
/// Draws the letter of a twin in a small box of its colour. @return the right edge of the box
float twinChip(Painter& painter, ImVec2 at, float height, std::size_t twin);

/// Returns the centre without its margins. Before the training has begun it returns nothing and
/// writes so in the centre.
[[nodiscard]] std::optional<Rect> roomOfTraining(const Scene& scene, Painter& painter,
                                                 const Rect& region);

/// Returns the words that `say` makes of the end of a sentence, from one of its `units` on: of the
/// longest end with which they fit into `room` pixels, at least of the last unit.
[[nodiscard]] std::string endOfSentence(const Painter& painter, ImFont* font, float room,
                                        std::size_t units,
                                        const std::function<std::string(std::size_t first)>& say);

/// Returns the note of the experiment for a mode after a step of the training; empty where it has
/// none, or where the experiment or the training on screen is not as shipped.
[[nodiscard]] std::string noteOnScreen(const AppState& state, NoteMode mode, Index step);

/// Returns a message whose only slot is the choice `unit`.
template <class Text>
[[nodiscard]] Message saidOf(TextUnit unit) {
    return Text{.unit = unitIn<Text>(unit)};
}

/// Returns why typed units are refused, as a sentence. @param fault of `probeUnits`
[[nodiscard]] Message unitsFault(const Error& fault, TextUnit unit);

/// Pixels from the upper or lower edge of a card to its contents, fewer in presentation.
[[nodiscard]] float experimentPad(const Scene& scene);

}  // namespace lookback
