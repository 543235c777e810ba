#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace lookback {

/// What the window is used for: each is a row of the tables of modes.
enum class Mode : std::uint8_t { lab, compare, leak };

struct ModeInfo {
    Mode mode;
    std::string_view name;   ///< as commands spell it
    std::string_view title;  ///< as its tab shows it
};

/// The only list of modes; what fills the window in each is in views/modes.h.
inline constexpr std::array kModes{
    ModeInfo{Mode::lab, "lab", "Lab"},
    ModeInfo{Mode::compare, "compare", "Compare"},
    ModeInfo{Mode::leak, "leak", "Leak test"},
};

[[nodiscard]] constexpr const ModeInfo& info(Mode mode) {
    return kModes[static_cast<std::size_t>(mode)];
}

[[nodiscard]] constexpr const ModeInfo* findMode(std::string_view name) {
    for (const ModeInfo& row : kModes) {
        if (row.name == name) return &row;
    }
    return nullptr;
}

}  // namespace lookback
