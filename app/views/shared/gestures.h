#pragma once

#include <optional>
#include <string>

#include "app/views/shared/scene.h"
#include "core/document/matrix_id.h"

namespace lookback {

/// Pans through large matrices by the wheel, and zooms by the wheel with Ctrl. @param is_cut a part
/// of a matrix is not on screen
void turnWheel(const Scene& scene, bool is_cut);

/// By how much a number changes while the mouse drags it by one pixel: Shift finer, Ctrl coarser.
[[nodiscard]] double dragStep(const Look& look);

/// Returns in words which part of large matrices is on screen.
[[nodiscard]] std::string rangeInWords(const Scene& scene);

/// Ends the gesture under way: a typed text is taken over if it is valid, a drag or a stroke
/// becomes a step of undo.
void finishGesture(const Scene& scene);

/// Ends the gesture under way without an effect.
void cancelGesture(const Scene& scene);

/// Takes a typed number over. @return false for a text that is no valid number; `error` then has
/// the reason
[[nodiscard]] bool takeNumber(const Scene& scene, NumberTyping& typing);

/// Returns the text in the clipboard in the frame in which Ctrl+V pastes it into a field, if it
/// holds numbers. Call before the field is drawn, which would take the key. @param over the matrix
/// of the field; nothing: the field is no cell
[[nodiscard]] std::optional<std::string> pastedNumbers(std::optional<MatrixId> over = {});

/// Finishes a gesture whose mouse button was released anywhere, whose widget is not drawn any more,
/// or whose window has lost the focus; Esc cancels it. Call after the views.
void endGestures(const Scene& scene);

}  // namespace lookback
