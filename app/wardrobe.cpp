#include "app/wardrobe.h"

#include <utility>

#include <fmt/format.h>

#include "app/platform/font_files.h"
#include "app/views/shared/layout.h"

namespace lookback {
namespace {

/// The texts that people and files bring along.
std::vector<std::string> textsOf(const AppState& state) {
    std::vector<std::string> texts = state.document().tokens;
    texts.push_back(state.document().title);
    texts.push_back(state.notice);
    if (const auto* naming = state.hands.doing<TokenNaming>()) texts.push_back(naming->text);
    if (const auto* sheet = state.hands.open<FileSheet>()) {
        texts.push_back(sheet->text);
        texts.push_back(sheet->folder);
        for (const FolderEntry& entry : sheet->entries) texts.push_back(entry.name);
    }
    return texts;
}

}  // namespace

Wardrobe::Wardrobe(FontFiles files, float density) : files_(std::move(files)), density_(density) {
    look_.scale = density;
    build();
    applyStyle(look_.colors(), density);
}

void Wardrobe::wear(ThemeId theme) {
    if (look_.theme_id == theme) return;
    look_.theme_id = theme;
    applyStyle(look_.colors(), look_.scale);
}

bool Wardrobe::resize(const AppState& state, float height) {
    const float scale = density_ * typeScale(state.preferences, state.place, height / density_,
                                             state.document().n());
    if (scale == look_.scale) return false;
    look_.scale = scale;
    build();
    applyStyle(look_.colors(), scale);
    return true;
}

bool Wardrobe::learn(const AppState& state) {
    std::vector<std::string> texts = textsOf(state);
    bool is_rebuilt = false;
    if (texts != seen_) {
        seen_ = std::move(texts);
        std::vector<std::string> missing = missingCharacters(look_.fonts, seen_);
        is_rebuilt = !missing.empty() && learned_ != seen_;
        if (is_rebuilt) {
            if (files_.fallbacks.empty()) loadFallbacks();
            learned_ = seen_;
            build();
            missing = missingCharacters(look_.fonts, seen_);
        }
        look_.missing_characters = fmt::format("{}", fmt::join(missing, ", "));
    }
    return is_rebuilt;
}

void Wardrobe::build() { look_.fonts = buildFonts(files_, look_.scale, learned_); }

void Wardrobe::loadFallbacks() {
    for (const auto& path : findFallbackFonts()) {
        if (Result<FontBytes> font = loadFontFile(path)) {
            files_.fallbacks.push_back(std::move(*font));
        }
    }
}

}  // namespace lookback
