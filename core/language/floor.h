#pragma once

#include <span>

#include "core/language/unit_text.h"

namespace lookback {

/// The least mean loss that any predictor can reach on the training windows if it sees only the
/// units before: the mean over windows and places of
/// -log(windows that begin with the units up to the next one / windows that begin with the units
/// before it). NaN without a training window.
[[nodiscard]] double lossFloor(const UnitText& text, Index context);

/// The same of some windows alone: the least mean loss on them, of a predictor that knows these
/// and no others. @param starts of windows of the text
[[nodiscard]] double lossFloor(const UnitText& text, Index context, std::span<const Index> starts);

}  // namespace lookback
