#pragma once

#include <cstddef>
#include <set>
#include <span>
#include <vector>

#include "app/look/font_data.h"
#include "imgui.h"

namespace lookback {

/// Line height over em of the two families: the size of a font is its line height for ImGui, its em
/// in the design.
inline constexpr float kInterLine = 1.21f;
inline constexpr float kMonoLine = 1.32f;
inline constexpr float kMostDigits = 28;  ///< pixels: the largest digits, at scale 1

/// Sizes of type, as factors of those of the design.
struct TypeSize {
    float scale = 1;
    float words = 1;   ///< part of `scale` that is the chosen type size
    float digits = 1;  ///< further factor that digits may have where there is room

    bool operator==(const TypeSize&) const = default;
};

/// The type of the interface. Sizes are those of the design times the scale.
struct Fonts {
    ImFont* text = nullptr;          ///< words, 15 px
    ImFont* strong = nullptr;        ///< words that matter, 15 px
    ImFont* small_text = nullptr;    ///< labels, 13 px
    ImFont* strong_small = nullptr;  ///< labels that matter, 13 px
    ImFont* caption = nullptr;       ///< headings of panels, 12 px
    ImFont* title = nullptr;         ///< name of a step, 22 px
    ImFont* title_small = nullptr;   ///< name of the program, 18 px
    ImFont* mono = nullptr;          ///< numbers in panels, 13 px
    ImFont* mono_bold = nullptr;
    ImFont* mono_small = nullptr;  ///< numbers where there is less room, 12 px
    ImFont* formula = nullptr;     ///< arithmetic, 18 px
    ImFont* formula_bold = nullptr;
    ImFont* formula_small = nullptr;  ///< arithmetic where there is less room, 15 px
    ImFont* formula_small_bold = nullptr;
    ImFont* raised = nullptr;  ///< super- and subscripts of arithmetic, 13 px
    /// Numbers of the step in focus, from 28 px down to 12 px. A larger type size adds larger fonts
    /// in front and removes none, so that a matrix keeps the digits that it has room for.
    std::vector<ImFont*> digits;
    std::set<char32_t> boxed;  ///< characters that no face has: each is a box with its code point
};

/// Returns how many unusual characters an atlas holds at this scale. Its size is at most 4096 x
/// 8192 pixels, which the usual characters fit up to scale 5; building it takes at most half a
/// second.
[[nodiscard]] std::size_t mostUnusual(float scale);

/// Rebuilds ImGui's font atlas with the usual characters and the first `mostUnusual` of `unusual`,
/// of which those that no face has become boxes; any other character is drawn as U+FFFD. Call
/// between frames, and upload the texture again afterwards.
[[nodiscard]] Fonts buildFonts(const FontFiles& files, const TypeSize& type,
                               std::span<const char32_t> unusual);

/// Returns the characters that no face draws.
[[nodiscard]] std::vector<char32_t> missingCharacters(const Fonts& fonts,
                                                      std::span<const char32_t> characters);

}  // namespace lookback
