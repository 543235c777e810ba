#pragma once

#include <span>

#include "core/base/gives_up.h"
#include "core/language/unit_text.h"

namespace lookback {

/// The least mean loss that a predictor can reach on the training windows from earlier units alone:
/// the mean over windows and places of
/// -log(windows that begin with the units up to the next one / windows that begin with the units
/// before it). NaN without a training window.
[[nodiscard]] double lossFloor(const UnitText& text, Index context);

/// The least mean loss on some windows, of a predictor that knows these windows and no others.
/// @param starts of windows of the text
[[nodiscard]] double lossFloor(const UnitText& text, Index context, std::span<const Index> starts);

/// The floors of all training windows and of some of them.
struct LossFloors {
    double all = 0;
    double some = 0;
};

/// Both floors for little more than the time of one.
/// @param starts of the training windows of `some`
[[nodiscard]] LossFloors lossFloors(const UnitText& text, Index context,
                                    std::span<const Index> starts, const GivesUp& gives_up);

}  // namespace lookback
