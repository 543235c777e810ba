#pragma once

#include <string_view>
#include <vector>

#include "core/engine/steps.h"
#include "core/lesson/lesson.h"

namespace lookback {

/// The notes of a lesson about the stages of a step, in their order, for readers of a language.
[[nodiscard]] std::vector<std::string_view> stepNotes(const Lesson& lesson, const Step& step,
                                                      std::string_view language);

/// The notes of a step that are shown with the row of a cell, where rows are shown one by one.
/// Notes of a result begin with its first row, one a row, after the notes of the stages before it;
/// a long note is cut at the ends of sentences and takes several rows. The last row has all notes
/// that are left.
/// @param cell its number among the cells of the step
[[nodiscard]] std::vector<std::string_view> rowNotes(const Lesson& lesson, const Document& document,
                                                     const Step& step, Index cell,
                                                     std::string_view language);

}  // namespace lookback
