#pragma once

#include <string>
#include <vector>

#include "app/look/font_data.h"
#include "app/look/look.h"
#include "app/program/host.h"

namespace lookback {

/// The look of one screen, with fonts that can write whatever stands on it.
class ScreenLook {
public:
    /// @param files where fonts for other scripts are found, once they are needed
    ScreenLook(FontFiles fonts, Files& files);

    [[nodiscard]] const Look& look() const { return look_; }

    // All of these are called between frames.

    void setTheme(ThemeId theme);

    /// @param scale of all lengths: pixels for a point of the design.
    /// @param texts those on the screen which people and files bring along
    /// @return true where the fonts had to be built anew, for they had another size or lacked
    /// characters of these texts.
    bool setType(float scale, const std::vector<std::string>& texts);

private:
    bool setScale(float scale);
    bool setTexts(const std::vector<std::string>& texts);
    void build();

    FontFiles fonts_;
    Files& files_;
    Look look_;
    std::vector<std::string> texts_;    ///< those on the screen
    std::vector<std::string> covered_;  ///< the texts that the fonts were built for
};

}  // namespace lookback
