#pragma once

#include <vector>

#include "core/gradients/leak.h"

namespace lookback {

inline constexpr std::size_t kMostWays = 64;

/// How a token's embedding must change for an output to move: by the derivative.
struct LeakWay {
    Cell cell{};               ///< (output, token)
    Matrix<double> direction;  ///< (1, d_in), its largest number 1 or -1
    double first =
        0;  ///< so far along it a number of the output changes by a quarter of its last bit
};

/// A way for each cell that leaks by its derivative, up to kMostWays of them, the steepest first:
/// that of the number of the output whose last bit is the nearest. Fewer where a derivative is not
/// finite.
/// @param trace of this document. @param influence of it
[[nodiscard]] std::vector<LeakWay> leakWays(const Document& document, const Trace& trace,
                                            const Influence& influence);

}  // namespace lookback
