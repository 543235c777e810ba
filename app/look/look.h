#pragma once

#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include "app/look/controls.h"
#include "app/look/fonts.h"
#include "app/look/rect.h"
#include "app/look/theme.h"

namespace lookback {

class LayoutProbe;
class VectorDrawing;

/// Theme, fonts and scale of a frame, a parameter of every view.
struct Look {
    ThemeId theme_id = ThemeId::light;
    Fonts fonts;
    float scale = 1;                 ///< text size times screen density; every length is multiplied
    float words = 1;                 ///< factor of `scale` that is the chosen type size
    std::string missing_characters;  ///< characters of texts on the screen that no loaded font has
    std::size_t characters_left_out = 0;  ///< further characters for which the atlas has no room
    LayoutProbe* probe = nullptr;         ///< collects every drawn text; set by tests alone
    VectorDrawing* drawing = nullptr;     ///< records every shape of a frame; mostly null
    /// Boxes of the text that a person reads in this frame, which tooltips keep free. Emptied
    /// before each frame, filled by `keepInSight`.
    std::shared_ptr<std::vector<Rect>> read_areas = std::make_shared<std::vector<Rect>>();
    std::shared_ptr<Controls> controls = std::make_shared<Controls>();  ///< of the window

    [[nodiscard]] const Theme& colors() const { return theme(theme_id); }
    /// Converts a length of the design to whole pixels of the screen.
    [[nodiscard]] float px(float length) const { return std::floor(length * scale + 0.5f); }
};

}  // namespace lookback
