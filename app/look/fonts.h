#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "app/look/font_data.h"
#include "imgui.h"

namespace lookback {

/// ImGui sizes a font by its line, the design by its em: line height over em of the two families.
inline constexpr float kInterLine = 1.21f;
inline constexpr float kMonoLine = 1.32f;
inline constexpr float kMostDigits = 28;  ///< size of the largest, with type of the usual size

/// How large type is, times that of the design.
struct TypeSize {
    float scale = 1;
    float words = 1;   ///< the part of the scale that a person has asked for
    float digits = 1;  ///< how much larger digits may be where they find room

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
    ImFont* formula_small = nullptr;  ///< the same where there is less room, 15 px
    ImFont* formula_small_bold = nullptr;
    ImFont* raised = nullptr;  ///< super- and subscripts of arithmetic, 13 px
    /// Numbers in the focus, from large to small: 28 px to 12 px. A larger type size adds larger
    /// fonts in front and takes none away, so that a matrix that had room keeps its size.
    std::vector<ImFont*> digits;
};

/// How many unusual characters an atlas has room for at this scale: it is at most 4096 pixels wide
/// and 8192 high (up to scale 5 the usual ones fit that), and at most half a second is spent.
[[nodiscard]] std::size_t mostUnusual(float scale);

/// Builds ImGui's font atlas anew, with the usual characters and the first `mostUnusual` of these.
/// What is not in it is drawn as U+FFFD. Call between frames; the texture must be uploaded again
/// afterwards.
[[nodiscard]] Fonts buildFonts(const FontFiles& files, const TypeSize& type,
                               std::span<const char32_t> unusual);

/// Returns the characters for which no font has a glyph.
[[nodiscard]] std::vector<char32_t> missingCharacters(const Fonts& fonts,
                                                      std::span<const char32_t> characters);

}  // namespace lookback
