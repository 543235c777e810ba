#pragma once

#include <set>
#include <span>
#include <string>
#include <string_view>
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

    /// @param type of all lengths: pixels for a point of the design.
    /// @param texts those on the screen which people and files bring along
    /// @return true where the fonts had to be built anew, for they had another size or lacked
    /// characters of these texts.
    bool setType(const TypeSize& type, std::span<const std::string_view> texts);

private:
    bool takeTexts(std::span<const std::string_view> texts);
    [[nodiscard]] bool lacksSome() const;
    void build();
    void tellMissing();

    FontFiles fonts_;
    Files& files_;
    Look look_;
    TypeSize type_{0};                  ///< none is built yet
    std::vector<std::string> texts_;    ///< those on the screen
    std::vector<char32_t> characters_;  ///< the unusual ones of these texts
    std::set<char32_t> learned_;        ///< those that the fonts were built for
};

}  // namespace lookback
