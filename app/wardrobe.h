#pragma once

#include <string>
#include <vector>

#include "app/look/font_data.h"
#include "app/look/look.h"
#include "app/state/app_state.h"

namespace lookback {

/// The look of one screen, with fonts that can write whatever stands on it.
class Wardrobe {
public:
    /// @param density of the screen, pixels a point
    Wardrobe(FontFiles files, float density);

    [[nodiscard]] const Look& look() const { return look_; }

    void wear(ThemeId theme);

    /// Rebuilds the fonts where the type is to have another size. Call between frames.
    /// @param height of the window in pixels
    /// @return true where they were rebuilt.
    bool resize(const AppState& state, float height);

    /// Rebuilds the fonts where a text on screen has characters that they lack, and notes those of
    /// tokens that no font here has. Call between frames. @return true where they were rebuilt.
    bool learn(const AppState& state);

private:
    void build();
    void loadFallbacks();

    FontFiles files_;
    float density_;
    Look look_;
    std::vector<std::string> seen_;     ///< the texts on screen as they were last time
    std::vector<std::string> learned_;  ///< the texts that the fonts were built for
};

}  // namespace lookback
