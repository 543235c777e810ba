#pragma once

#include <string>

#include "core/base/local_text.h"

namespace lookback {

/// The length of a lesson or an experiment, and where it leads.
struct Outline {
    int minutes = 0;   ///< 1 to kMostMinutes; 0: not given
    LocalText goal;    ///< a statement that a student can make afterwards
    std::string next;  ///< id of the lesson or experiment that follows; empty: not given

    bool operator==(const Outline&) const = default;
};

inline constexpr int kMostMinutes = 600;

}  // namespace lookback
