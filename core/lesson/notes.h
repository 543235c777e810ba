#pragma once

#include <vector>

#include "core/base/local_text.h"

#include "core/engine/steps.h"
#include "core/lesson/lesson.h"

namespace lookback {

/// Texts of a lesson's notes, which the lesson owns.
using NoteTexts = std::vector<const LocalText*>;

/// The notes of a lesson about the stages of a step, in their order.
[[nodiscard]] NoteTexts stepNotes(const Lesson& lesson, const Step& step);

/// The notes of a step that are shown with the row of a cell, where rows are shown one by one.
/// Notes of a result begin with its first row, one a row, after the notes of the stages before it.
/// The last row has all notes that are left.
/// @param cell its number among the cells of the step
[[nodiscard]] NoteTexts rowNotes(const Lesson& lesson, const Document& document, const Step& step,
                                 Index cell);

}  // namespace lookback
