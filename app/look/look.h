#pragma once

#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include "app/look/fonts.h"
#include "app/look/rect.h"
#include "app/look/theme.h"

namespace lookback {

class LayoutProbe;

/// All that decides how things look, handed to every view.
struct Look {
    ThemeId theme_id = ThemeId::light;
    Fonts fonts;
    float scale = 1;                 ///< text size times screen density; every length is multiplied
    float words = 1;                 ///< the part of it that a person has asked for
    std::string missing_characters;  ///< of texts on the screen, that no font here has
    std::size_t characters_left_out = 0;  ///< of texts on the screen, for want of room in the atlas
    LayoutProbe* probe = nullptr;         ///< tests: is told of every text that is drawn
    /// Where one reads in this frame, so that no tooltip covers it: emptied before each frame, told
    /// by the views that are read.
    std::shared_ptr<std::vector<Rect>> read_areas = std::make_shared<std::vector<Rect>>();

    [[nodiscard]] const Theme& colors() const { return theme(theme_id); }
    /// A length of the design in pixels of the screen.
    [[nodiscard]] float px(float length) const { return std::floor(length * scale + 0.5f); }
};

}  // namespace lookback
