#pragma once

#include <span>
#include <vector>

#include "core/base/gives_up.h"
#include "core/language/parameters.h"
#include "core/language/unit_text.h"

namespace lookback {

/// Work of a forward pass for one place of a window of `length` units, in multiplications: those
/// of the products of matrices, and 16 for each score and each logit, which softmax takes.
[[nodiscard]] double placeWork(const Experiment& experiment, Index vocabulary, Index length);

/// Multiplications (`placeWork`) that one mean loss takes at most: less than a second.
inline constexpr double kMostMeasuring = 1e9;

/// The windows that a mean loss is measured over: all of them where that takes `kMostMeasuring` at
/// most, else as many as that allows, at least 1, evenly spaced from the first window on.
[[nodiscard]] std::vector<Index> measuredWindows(const Experiment& experiment, Index vocabulary,
                                                 std::span<const Index> starts);

/// The mean loss of a model over windows of a text; NaN without a window. The model is made for
/// some of them at a time: the memory does not grow with the text.
template <class Scalar>
[[nodiscard]] double meanLoss(const Experiment& experiment, const Twin& twin, const UnitText& text,
                              std::span<const Index> starts, const Parameters<Scalar>& parameters,
                              const GivesUp& gives_up = {});

}  // namespace lookback
