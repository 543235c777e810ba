#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace lookback {

enum class CodeLibrary : std::uint8_t { pytorch, numpy, textbook };

struct CodeLibraryInfo {
    CodeLibrary library;
    std::string_view name;   ///< as files and options spell it
    std::string_view label;  ///< as the window spells it
};

/// The libraries, in the order of their enumerators.
inline constexpr std::array kCodeLibraries{
    CodeLibraryInfo{CodeLibrary::pytorch, "pytorch", "PyTorch"},
    CodeLibraryInfo{CodeLibrary::numpy, "numpy", "NumPy"},
    CodeLibraryInfo{CodeLibrary::textbook, "textbook", "C++"},
};

}  // namespace lookback
