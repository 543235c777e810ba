#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace lookback {

/// The bell curve exp(-x^2 / 2) cut into 256 layers of equal area (Marsaglia and Tsang, 2000),
/// scaled for a draw of 52 bits. Layer 0 is the lowest and holds the tail, layer 255 stands on it,
/// layer 1 is the top.
struct ZigguratTables {
    static constexpr std::size_t kLayers = 256;
    static constexpr double kTail = 3.6541528853610088;  ///< where the tail begins

    std::array<double, kLayers> width{};          ///< of one step of the draw: edge / 2^52
    std::array<double, kLayers> height{};         ///< of the curve at the edge
    std::array<std::uint64_t, kLayers> inside{};  ///< a draw below it lies under the curve
};

/// The tables of NumPy's standard_normal, computed once. With the GNU C library each of the 768
/// numbers equals NumPy's; with another log and exp, edges may be off by a relative 2e-14, which
/// moves a drawn number by less than 1e-13.
[[nodiscard]] const ZigguratTables& zigguratTables();

}  // namespace lookback
