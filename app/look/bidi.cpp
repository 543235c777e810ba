#include "app/look/bidi.h"

#include <vector>

#include <fribidi/fribidi.h>

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

/// @return false where there is no memory for it.
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

}  // namespace

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

}  // namespace lookback
