#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace lookback {

/// The ways to write a matrix as text.
enum class MatrixFormat : std::uint8_t { numpy, pytorch, latex, table };

struct MatrixFormatInfo {
    MatrixFormat format;
    std::string_view name;  ///< as files and ids spell it
};

/// In the order of the enumerators.
inline constexpr std::array kMatrixFormats{MatrixFormatInfo{MatrixFormat::numpy, "numpy"},
                                           MatrixFormatInfo{MatrixFormat::pytorch, "pytorch"},
                                           MatrixFormatInfo{MatrixFormat::latex, "latex"},
                                           MatrixFormatInfo{MatrixFormat::table, "table"}};

}  // namespace lookback
