#pragma once

#include "app/views/generate/writing_scene.h"
#include "core/explain/text_line.h"

namespace lookback {

/// The arithmetic of the step within the word where one stands, of the twin that is told, with the
/// real numbers.
/// @param terms of a sum that are written out
[[nodiscard]] TextLine arithmeticOf(const WritingScene& writing, std::size_t terms);

/// Units by their logits, the largest first, the first of equals first.
[[nodiscard]] std::vector<Unit> bestFirst(const WordWritten& word, std::size_t most);

/// The key that the last row gives most weight.
[[nodiscard]] Index heaviestKey(const TwinWriting& writing, Index head);

/// The last row of the stage where one stands: the query of the last word, its scores or weights.
void drawNumberRow(const WritingScene& writing, Painter& painter, std::size_t twin,
                   const Rect& area);

/// The units with the largest logits, each with a bar: of its logit, or of its chance once that is
/// reached. @param area as high as the bars may be together
void drawNextUnits(const WritingScene& writing, Painter& painter, std::size_t twin,
                   const Rect& area, std::size_t most);

/// All chances side by side and the lot that falls into one of them, of the twin that is told.
void drawLotStrip(const WritingScene& writing, Painter& painter, const Rect& box);

}  // namespace lookback
