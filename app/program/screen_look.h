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

/// The look of one screen, with fonts for all characters on it.
class ScreenLook {
public:
    /// @param files source of fonts for other scripts, read when they are needed
    ScreenLook(FontFiles fonts, Files& files);

    [[nodiscard]] const Look& look() const { return look_; }

    /// Records the shapes of the next frames. @param drawing null: no longer
    void record(VectorDrawing* drawing) { look_.drawing = drawing; }

    // All of these are called between frames.

    void setTheme(ThemeId theme);

    /// @param type of all lengths: pixels for a point of the design.
    /// @param texts on the screen, typed by users or read from files
    /// @return true where the fonts were rebuilt, as they had another size or lacked characters of
    /// these texts.
    bool setType(const TypeSize& type, std::span<const std::string_view> texts);

private:
    bool takeTexts(std::span<const std::string_view> texts);
    [[nodiscard]] bool lacksSome() const;
    void build();
    void tellMissing();

    FontFiles fonts_;
    Files& files_;
    Look look_;
    TypeSize type_{0};                  ///< 0: no fonts are built yet
    std::vector<std::string> texts_;    ///< on the screen
    std::vector<char32_t> characters_;  ///< unusual characters of `texts_`
    std::set<char32_t> learned_;        ///< unusual characters that the fonts were built for
};

}  // namespace lookback
