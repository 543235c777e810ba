#pragma once

#include "app/views/generate/writing_scene.h"
#include "core/explain/text_line.h"

namespace lookback {

/// Returns the arithmetic of the present step within the word, of the explained twin, with the real
/// numbers.
/// @param terms of a sum that are written out
[[nodiscard]] TextLine wordArithmetic(const WritingScene& writing, std::size_t terms);

/// Returns units in falling order of their logits, equal ones in the order of the vocabulary; a NaN
/// counts as −∞. @param most at most this many
[[nodiscard]] std::vector<Unit> bestFirst(const WordWritten& word, std::size_t most);

/// Returns the key with the largest weight in the last row, the first of equals.
[[nodiscard]] Index heaviestKey(const TwinWriting& writing, Index head);

/// Draws the last row of the stage of the present step: the query of the last word, its scores or
/// its weights.
void drawNumberRow(const WritingScene& writing, Painter& painter, std::size_t twin,
                   const Rect& area);

/// Draws the units with the largest logits, each with a bar of its logit or, from the step of the
/// probabilities on, of its probability. @param area whose height all bars share
void drawNextUnits(const WritingScene& writing, Painter& painter, std::size_t twin,
                   const Rect& area, std::size_t most);

/// Draws all probabilities side by side and the random number that falls into one of them, of the
/// explained twin.
void drawLotStrip(const WritingScene& writing, Painter& painter, const Rect& box);

}  // namespace lookback
