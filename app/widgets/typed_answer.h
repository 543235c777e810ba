#pragma once

#include <string_view>

#include "core/base/result.h"
#include "core/lesson/guided_lesson.h"

namespace lookback {

/// An answer to a task about a number, as a person types it: what `parseExpression` reads, also
/// with a percent sign behind it. Where the task asks for a share in percent, a number above 1
/// without the sign counts as percent, too: 25 is 0.25. Errors: those of `parseExpression`.
[[nodiscard]] Result<double> parseAnswer(std::string_view text, AnswerUnit unit);

}  // namespace lookback
