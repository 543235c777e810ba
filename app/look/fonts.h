#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/look/font_data.h"
#include "imgui.h"

namespace lookback {

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
    ImFont* formula = nullptr;  ///< arithmetic, 18 px
    ImFont* formula_bold = nullptr;
    ImFont* formula_small = nullptr;  ///< the same where there is less room, 15 px
    ImFont* formula_small_bold = nullptr;
    ImFont* raised = nullptr;     ///< super- and subscripts of arithmetic, 13 px
    std::vector<ImFont*> digits;  ///< numbers in the focus, from large to small, last 12 px
};

/// Builds ImGui's font atlas anew; `texts` are searched for characters beyond the usual ones, and
/// for the shapes in which Arabic letters join. Call between frames; the texture must be uploaded
/// again afterwards.
[[nodiscard]] Fonts buildFonts(const FontFiles& files, float scale,
                               const std::vector<std::string>& texts);

/// The characters of these texts, as they are drawn, that the fonts lack, each once, by their code
/// points: `U+A66E`.
[[nodiscard]] std::vector<std::string> missingCharacters(const Fonts& fonts,
                                                         const std::vector<std::string>& texts);

}  // namespace lookback
