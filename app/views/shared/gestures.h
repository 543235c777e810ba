#pragma once

#include <string>

#include "app/views/shared/scene.h"

namespace lookback {

/// The wheel pans through large matrices; with Ctrl it zooms. @param is_cut a part of a matrix is
/// not on screen
void turnWheel(const Scene& scene, bool is_cut);

/// Which part of large matrices is on screen, in words.
[[nodiscard]] std::string rangeInWords(const Scene& scene);

/// Ends the gesture under way: what was typed is taken where it can be, what was dragged or painted
/// becomes a step of undo.
void finishGesture(const Scene& scene);

/// Ends the gesture under way without an effect.
void cancelGesture(const Scene& scene);

/// Takes a typed number over. @return false where it is no number that fits; `error` then says why
[[nodiscard]] bool takeNumber(const Scene& scene, NumberTyping& typing);

/// Call after the views: finishes a gesture whose hand has let go, wherever that was, whose widget
/// is not drawn any more, or whose window has lost the focus; Esc gives back what is dragged.
void endGestures(const Scene& scene);

}  // namespace lookback
