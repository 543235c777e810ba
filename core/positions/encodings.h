#pragma once

#include <array>

#include "core/attention/position_arithmetic.h"
#include "core/explain/position_words.h"

namespace lookback {

/// All that a position encoding is, but for what a document asks of it: the files of this folder.
struct PositionRow {
    PositionKind kind;
    PositionArithmetic arithmetic;
    PositionWords words;
};

extern const PositionRow kNoPositions;
extern const PositionRow kSinusoidal;
extern const PositionRow kLearned;
extern const PositionRow kRopeInterleaved;
extern const PositionRow kRopeHalf;
extern const PositionRow kAlibi;

/// The table of position encodings, in the order of the enumerators.
inline constexpr std::array kPositionRows{&kNoPositions,     &kSinusoidal, &kLearned,
                                          &kRopeInterleaved, &kRopeHalf,   &kAlibi};

[[nodiscard]] constexpr const PositionRow& rowOf(PositionKind kind) {
    return *kPositionRows[static_cast<std::size_t>(kind)];
}

}  // namespace lookback
