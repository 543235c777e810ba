#pragma once

#include <string>
#include <vector>

#include "core/base/matrix.h"

namespace lookback {

/// The finding of a leak test in a sentence or two: `No leak. ...` or `Leaks. “Write” sees “a”.`
/// @param tokens n names. @param blocked (n, n) what the mask hides, 1 = hidden. @param norms (n,
/// n)
[[nodiscard]] std::string leakVerdict(const std::vector<std::string>& tokens,
                                      const Matrix<unsigned char>& blocked,
                                      const Matrix<double>& norms);

}  // namespace lookback
