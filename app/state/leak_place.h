#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "core/base/matrix.h"

namespace lookback {

/// What is done to the sentence to see which outputs move.
enum class Probe : std::uint8_t {
    nudge,   ///< the embedding of one token is moved
    append,  ///< a word is put behind the last
};

/// How far the embedding of a token is moved, and where to.
struct Nudge {
    std::optional<Index> token{};        ///< none: the last one
    std::optional<Index> dimension = 0;  ///< none: a direction that is drawn from the seed
    std::uint32_t seed = 0;
    double amount = 0.25;  ///< added to the number, or gone along the direction

    bool operator==(const Nudge&) const = default;
};

/// Where one stands in the Leak test.
struct LeakPlace {
    Probe probe = Probe::nudge;
    Nudge nudge;
    std::string word = "again";  ///< that is appended
    bool wiggling = false;       ///< the nudge goes back and forth
    double wiggled = 0;          ///< seconds since it began

    bool operator==(const LeakPlace&) const = default;
};

}  // namespace lookback
