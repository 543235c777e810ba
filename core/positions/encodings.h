#pragma once

#include <array>

#include "core/base/matrix.h"
#include "core/engine/position_arithmetic.h"
#include "core/explain/position_words.h"

namespace lookback {

/// A position encoding: its arithmetic and its words. Its name and fields in documents:
/// core/document/position.h.
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

[[nodiscard]] constexpr const PositionRow& positionRow(PositionKind kind) {
    return *kPositionRows[static_cast<std::size_t>(kind)];
}

/// The number of P in column `column` of `width` at place `token`: sines in even, cosines in odd
/// columns (Vaswani et al. 2017, section 3.5); an odd width ends with a sine.
[[nodiscard]] double sinusoidal(Index token, Index column, Index width, double base);

}  // namespace lookback
