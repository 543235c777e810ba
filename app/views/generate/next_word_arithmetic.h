#pragma once

#include "app/views/generate/writing_scene.h"
#include "core/explain/explain.h"

namespace lookback {

/// The arithmetic of the step within the word where one stands, of the twin that is told, with the
/// real numbers.
/// @param terms of a sum that are written out
[[nodiscard]] TextLine arithmeticOf(const WritingScene& writing, std::size_t terms);

/// Units by their logits, the largest first, the first of equals first.
[[nodiscard]] std::vector<Unit> bestFirst(const WordWritten& word, std::size_t most);

/// The key that the last row gives most weight.
[[nodiscard]] Index heaviestKey(const TwinWriting& writing, Index head);

}  // namespace lookback
