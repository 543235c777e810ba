#include "app/look/characters.h"

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <utility>
#include <vector>

#include <fribidi/fribidi.h>
#ifdef __EMSCRIPTEN__
/// The text composed by the browser, which has the tables of Unicode; freed by the caller.
extern "C" char* pageComposed(const char* text);
#else
#include <utf8proc.h>
#endif

#include "core/base/text.h"
#include "core/base/utf8.h"

namespace lookback {
namespace {

constexpr std::string_view kJoiner = "\u0640";  ///< a stroke that letters join on both sides

std::vector<FriBidiChar> charactersOf(std::string_view text) {
    std::vector<FriBidiChar> characters;
    characters.reserve(text.size());
    while (!text.empty()) {
        const Utf8Character character = firstCharacter(text);
        characters.push_back(character.code);
        text.remove_prefix(character.bytes);
    }
    return characters;
}

/// The properties of a line that FriBidi works with.
struct Line {
    std::vector<FriBidiChar> characters;
    std::vector<FriBidiCharType> types;
    std::vector<FriBidiLevel> levels;

    [[nodiscard]] FriBidiStrIndex size() const {
        return static_cast<FriBidiStrIndex>(characters.size());
    }
};

/// Finds the embedding levels of a line. @return false where memory for them is lacking
bool findLevels(Line& line, FriBidiParType& direction) {
    std::vector<FriBidiBracketType> brackets(line.characters.size());
    line.types.resize(line.characters.size());
    line.levels.resize(line.characters.size());
    fribidi_get_bidi_types(line.characters.data(), line.size(), line.types.data());
    fribidi_get_bracket_types(line.characters.data(), line.size(), line.types.data(),
                              brackets.data());
    return fribidi_get_par_embedding_levels_ex(line.types.data(), brackets.data(), line.size(),
                                               &direction, line.levels.data()) != 0;
}

void shape(Line& line) {
    std::vector<FriBidiArabicProp> joining(line.characters.size());
    fribidi_get_joining_types(line.characters.data(), line.size(), joining.data());
    fribidi_join_arabic(line.types.data(), line.size(), line.levels.data(), joining.data());
    fribidi_shape(FRIBIDI_FLAGS_DEFAULT | FRIBIDI_FLAGS_ARABIC, line.levels.data(), line.size(),
                  joining.data(), line.characters.data());
}

bool isUsual(char32_t code) {
    for (std::size_t k = 0; k + 1 < kUsualRanges.size(); k += 2) {
        if (code >= kUsualRanges[k] && code <= kUsualRanges[k + 1]) return true;
    }
    return false;
}

/// True for control characters, as line feeds, which need no glyph.
bool isControl(char32_t code) { return code < 0x20 || (code >= 0x7F && code < 0xA0); }

/// Unusual characters, each once.
class Collector {
public:
    explicit Collector(std::vector<char32_t> found = {}) : found_(std::move(found)) {
        for (const char32_t code : found_) seen_[code] = true;
    }

    void add(std::string_view text) {
        while (!text.empty()) {
            const Utf8Character character = firstCharacter(text);
            text.remove_prefix(character.bytes);
            const char32_t code = character.code;
            if (isUsual(code) || isControl(code) || seen_[code]) continue;
            seen_[code] = true;
            found_.push_back(code);
        }
    }

    [[nodiscard]] std::vector<char32_t> take() { return std::move(found_); }

private:
    std::vector<bool> seen_ = std::vector<bool>(0x110000);
    std::vector<char32_t> found_;
};

}  // namespace

bool mayCompose(std::string_view text) {
    const auto next = [&](std::size_t k, std::size_t by) {
        return k + by < text.size() ? static_cast<unsigned char>(text[k + by]) : 0u;
    };
    for (std::size_t k = 0; k < text.size(); ++k) {
        const auto lead = static_cast<unsigned char>(text[k]);
        if (lead < 0xCC) continue;
        const bool is_accent = lead == 0xCC || (lead == 0xCD && next(k, 1) <= 0xAF);
        const bool is_jamo = lead == 0xE1 && next(k, 1) >= 0x84 && next(k, 1) <= 0x87;
        const bool is_kana_mark = lead == 0xE3 && next(k, 1) == 0x82 && next(k, 2) >= 0x99;
        if (is_accent || is_jamo || is_kana_mark) return true;
    }
    return false;
}

#ifdef __EMSCRIPTEN__

std::string composed(std::string_view text) {
    if (!mayCompose(text)) return std::string(text);
    const std::unique_ptr<char, decltype(&std::free)> found(pageComposed(std::string(text).c_str()),
                                                            &std::free);
    return found.get();
}

#else

std::string composed(std::string_view text) {
    if (!mayCompose(text)) return std::string(text);
    constexpr auto kHow = static_cast<utf8proc_option_t>(UTF8PROC_STABLE | UTF8PROC_COMPOSE);
    utf8proc_uint8_t* found = nullptr;
    const utf8proc_ssize_t size =
        utf8proc_map(reinterpret_cast<const utf8proc_uint8_t*>(text.data()),
                     static_cast<utf8proc_ssize_t>(text.size()), &found, kHow);
    const std::unique_ptr<utf8proc_uint8_t, decltype(&std::free)> owner(found, &std::free);
    if (size < 0) return std::string(text);
    return {reinterpret_cast<const char*>(found), static_cast<std::size_t>(size)};
}

#endif

std::string visualOrder(std::string_view text) {
    if (!hasRightToLeft(text)) return std::string(text);
    Line line{charactersOf(text), {}, {}};
    FriBidiParType direction = FRIBIDI_PAR_LTR;
    if (!findLevels(line, direction)) return std::string(text);
    shape(line);
    if (fribidi_reorder_line(FRIBIDI_FLAGS_DEFAULT, line.types.data(), line.size(), 0, direction,
                             line.levels.data(), line.characters.data(), nullptr) == 0) {
        return std::string(text);
    }
    const FriBidiStrIndex kept =
        fribidi_remove_bidi_marks(line.characters.data(), line.size(), nullptr, nullptr, nullptr);
    std::string drawn;
    drawn.reserve(text.size() + text.size() / 2);
    for (FriBidiStrIndex k = 0; k < kept; ++k) {
        appendUtf8(drawn, line.characters[static_cast<std::size_t>(k)]);
    }
    return drawn;
}

std::string everyShape(std::string_view text) {
    std::string shapes = visualOrder(text);
    if (!hasRightToLeft(text)) return shapes;
    for (const FriBidiChar character : charactersOf(text)) {
        std::string letter;
        appendUtf8(letter, character);
        if (!hasRightToLeft(letter)) continue;
        const std::string after = std::string(kJoiner) + letter;
        const std::string before = letter + std::string(kJoiner);
        const std::string between = after + std::string(kJoiner);
        for (const std::string& one : {letter, after, before, between}) shapes += visualOrder(one);
    }
    return shapes;
}

std::vector<char32_t> unusualCharacters(std::span<const std::string> texts) {
    Collector characters;
    for (std::string_view text : texts) {
        while (!text.empty()) {
            const std::string_view line = text.substr(0, text.find('\n'));
            characters.add(line);
            if (mayCompose(line)) characters.add(composed(line));
            if (hasRightToLeft(line)) characters.add(visualOrder(line));
            text.remove_prefix(std::min(line.size() + 1, text.size()));
        }
    }
    return characters.take();
}

std::vector<char32_t> withShapes(std::vector<char32_t> characters) {
    std::string letters;
    for (const char32_t code : characters) appendUtf8(letters, code);
    if (!hasRightToLeft(letters)) return characters;
    Collector all(std::move(characters));
    all.add(everyShape(letters));
    return all.take();
}

}  // namespace lookback
