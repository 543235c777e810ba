#include "app/program/screen_look.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "app/look/characters.h"

namespace lookback {
namespace {

constexpr std::size_t kScreenLookMostNamed = 8;  ///< of the characters that no font has

}  // namespace

ScreenLook::ScreenLook(FontFiles fonts, Files& files) : fonts_(std::move(fonts)), files_(files) {}

void ScreenLook::setTheme(ThemeId theme) {
    if (look_.theme_id == theme) return;
    look_.theme_id = theme;
    applyStyle(look_.colors(), look_.scale);
}

bool ScreenLook::setType(const TypeSize& type, std::span<const std::string_view> texts) {
    const bool are_other_texts = takeTexts(texts);
    const bool is_resized = type != type_;
    const bool is_built = is_resized || (are_other_texts && lacksSome());
    type_ = type;
    look_.scale = type.scale;
    look_.words = type.words;
    if (is_built) build();
    if (is_built || are_other_texts) tellMissing();
    if (is_resized) applyStyle(look_.colors(), type.scale);
    return is_built;
}

/// @return true where they are others than before
bool ScreenLook::takeTexts(std::span<const std::string_view> texts) {
    if (std::equal(texts.begin(), texts.end(), texts_.begin(), texts_.end())) return false;
    texts_.assign(texts.begin(), texts.end());
    characters_ = unusualCharacters(texts_);
    return true;
}

bool ScreenLook::lacksSome() const {
    return std::any_of(characters_.begin(), characters_.end(),
                       [&](char32_t code) { return learned_.count(code) == 0; });
}

void ScreenLook::build() {
    const std::vector<char32_t> learned = withShapes(characters_);
    learned_ = {learned.begin(), learned.end()};
    look_.fonts = buildFonts(fonts_, type_, learned);
    if (!fonts_.fallbacks.empty() || missingCharacters(look_.fonts, characters_).empty()) return;
    fonts_.fallbacks = files_.fallbackFonts();
    if (!fonts_.fallbacks.empty()) look_.fonts = buildFonts(fonts_, type_, learned);
}

/// Reports missing characters. Those without room in the atlas are counted only, as no font was
/// searched for them.
void ScreenLook::tellMissing() {
    const std::size_t most = std::min(mostUnusual(look_.scale), characters_.size());
    const std::span<const char32_t> all(characters_);
    const std::vector<char32_t> missing = missingCharacters(look_.fonts, all.first(most));
    std::vector<std::string> names;
    for (std::size_t k = 0; k < std::min(missing.size(), kScreenLookMostNamed); ++k) {
        names.push_back(fmt::format("U+{:04X}", static_cast<unsigned>(missing[k])));
    }
    look_.missing_characters = fmt::format("{}", fmt::join(names, ", "));
    if (missing.size() > kScreenLookMostNamed) {
        look_.missing_characters +=
            fmt::format(" and {} more", missing.size() - kScreenLookMostNamed);
    }
    look_.characters_left_out = missingCharacters(look_.fonts, all.subspan(most)).size();
}

}  // namespace lookback
