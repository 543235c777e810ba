#include "app/program/screen_look.h"

#include <utility>

#include <fmt/format.h>

namespace lookback {

ScreenLook::ScreenLook(FontFiles fonts, Files& files) : fonts_(std::move(fonts)), files_(files) {
    look_.scale = 0;  // no type is built yet
}

void ScreenLook::setTheme(ThemeId theme) {
    if (look_.theme_id == theme) return;
    look_.theme_id = theme;
    applyStyle(look_.colors(), look_.scale);
}

bool ScreenLook::setType(float scale, const std::vector<std::string>& texts) {
    const bool is_resized = setScale(scale);
    return setTexts(texts) || is_resized;
}

bool ScreenLook::setScale(float scale) {
    if (scale == look_.scale) return false;
    look_.scale = scale;
    build();
    applyStyle(look_.colors(), scale);
    return true;
}

bool ScreenLook::setTexts(const std::vector<std::string>& texts) {
    if (texts == texts_) return false;
    texts_ = texts;
    std::vector<std::string> missing = lookback::missingCharacters(look_.fonts, texts_);
    const bool is_rebuilt = !missing.empty() && covered_ != texts_;
    if (is_rebuilt) {
        if (fonts_.fallbacks.empty()) fonts_.fallbacks = files_.fallbackFonts();
        covered_ = texts_;
        build();
        missing = lookback::missingCharacters(look_.fonts, texts_);
    }
    look_.missing_characters = fmt::format("{}", fmt::join(missing, ", "));
    return is_rebuilt;
}

void ScreenLook::build() { look_.fonts = buildFonts(fonts_, look_.scale, covered_); }

}  // namespace lookback
