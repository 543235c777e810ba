#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "core/base/result.h"

namespace lookback {

/// The seed of `torch.manual_seed`: a whole number from -2^63 to 2^64 - 1, in decimal digits. A
/// negative seed s counts as s + 2^64. Error: `where` is "seed".
[[nodiscard]] Result<std::uint64_t> parseTorchSeed(std::string_view text);

/// The seed of `np.random.seed`: a whole number from 0 to 2^32 - 1. Error: `where` is "seed".
[[nodiscard]] Result<std::uint32_t> parseNumpyLegacySeed(std::string_view text);

/// The seed of `np.random.default_rng`: a whole number of 0 or more, of up to 1000 digits.
/// @return its 32-bit words, the lowest first; none for 0. Error: `where` is "seed".
[[nodiscard]] Result<std::vector<std::uint32_t>> parseNumpySeed(std::string_view text);

/// The seed of Python's `random.seed`: a whole number of up to 1000 digits, whose sign does not
/// count. @return as `parseNumpySeed`
[[nodiscard]] Result<std::vector<std::uint32_t>> parsePythonSeed(std::string_view text);

}  // namespace lookback
