#pragma once

#include <vector>

#include "core/lesson/guided_lesson.h"

namespace lookback {

/// What is not shown at a step of a lesson: in every view, sentence, tooltip, picture and export.
struct HiddenThings {
    /// Cells, of the document and of its variants alike: those that are named or asked for, and all
    /// that follow from them. No cell is in two ranges.
    std::vector<CellRange> cells;
    std::vector<LessonPanel> panels;
    std::vector<LessonMode> modes;
    std::vector<LessonResult> results;

    [[nodiscard]] bool has(MatrixId id, Index head, Cell cell) const;
    [[nodiscard]] bool has(LessonPanel panel) const;
    [[nodiscard]] bool has(LessonMode mode) const;
    [[nodiscard]] bool has(LessonResult result) const;
    [[nodiscard]] bool empty() const {
        return cells.empty() && panels.empty() && modes.empty() && results.empty();
    }
};

/// What a step hides before its task is answered: its `hide`, and what the task asks for. Cells
/// that no longer exist, as after a token was removed, are left out.
[[nodiscard]] HiddenThings hiddenThings(const LessonStep& step, const LessonFacts& facts);

}  // namespace lookback
