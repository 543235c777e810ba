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

/// Rows of the results of a step, from `first` to `last`.
struct NoteRows {
    Index first = 0;
    Index last = 0;
};

/// The notes of a step that are shown with some of its rows, where rows are shown one after the
/// other. A note comes with the last row among the tokens that it names; without a token, with the
/// last row of all where it has a number with decimals, else with the first. Where these rows have
/// no note, those of the nearest row before them stay.
[[nodiscard]] NoteTexts rowNotes(const Lesson& lesson, const Document& document, const Step& step,
                                 const NoteRows& rows);

}  // namespace lookback
