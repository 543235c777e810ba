#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace lookback {

/// What the window is used for: each is a row of the tables of modes.
enum class Mode : std::uint8_t { lab, compare, leak, train, generate };

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
    ModeInfo{Mode::train, "train", "Train"},
    ModeInfo{Mode::generate, "generate", "Generate"},
};

[[nodiscard]] constexpr const ModeInfo& info(Mode mode) {
    return kModes[static_cast<std::size_t>(mode)];
}

/// True in the modes that are about an experiment; the others are about a document.
[[nodiscard]] constexpr bool isOfExperiment(Mode mode) {
    return mode == Mode::train || mode == Mode::generate;
}

[[nodiscard]] constexpr const ModeInfo* findMode(std::string_view name) {
    for (const ModeInfo& row : kModes) {
        if (row.name == name) return &row;
    }
    return nullptr;
}

}  // namespace lookback
