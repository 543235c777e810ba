#pragma once

#include <string_view>
#include <vector>

#include "core/attention/steps.h"
#include "core/lesson/lesson.h"

namespace lookback {

/// What a lesson says about the stages of a step, in their order.
[[nodiscard]] std::vector<std::string_view> stepNotes(const Lesson& lesson, const Step& step);

/// Those of its notes that are told with the row of a cell, where rows are shown one by one: a
/// result's from its first row on, a row each, those of the stages on the way to it before its own;
/// a long one takes several rows, at the ends of its sentences. The last row tells what is left.
/// @param cell its number among the cells of the step
[[nodiscard]] std::vector<std::string_view> rowNotes(const Lesson& lesson, const Document& document,
                                                     const Step& step, Index cell);

}  // namespace lookback
