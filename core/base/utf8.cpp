#include "core/base/utf8.h"

#include <algorithm>
#include <array>
#include <utility>

namespace lookback {
namespace {

unsigned byteAt(std::string_view text, std::size_t at) {
    return static_cast<unsigned char>(text[at]);
}

/// The bytes of a character, from its first byte; 0 for a byte that begins no character.
std::size_t lengthFrom(unsigned lead) {
    if (lead < 0x80) return 1;
    if (lead < 0xC2) return 0;
    if (lead < 0xE0) return 2;
    if (lead < 0xF0) return 3;
    return lead < 0xF5 ? 4 : 0;
}

/// False for longer encodings than necessary, surrogates, and codes beyond Unicode.
bool mayBeSecond(unsigned lead, unsigned second) {
    const unsigned least = lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80;
    const unsigned most = lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : 0xBF;
    return second >= least && second <= most;
}

/// True for accents and the like, which are drawn onto the character before them.
bool belongsToTheOneBefore(char32_t code) {
    constexpr std::array<std::pair<char32_t, char32_t>, 9> kMarks{{{0x0300, 0x036F},
                                                                   {0x1AB0, 0x1AFF},
                                                                   {0x1DC0, 0x1DFF},
                                                                   {0x200D, 0x200D},
                                                                   {0x20D0, 0x20FF},
                                                                   {0xFE00, 0xFE0F},
                                                                   {0xFE20, 0xFE2F},
                                                                   {0x1F3FB, 0x1F3FF},
                                                                   {0xE0100, 0xE01EF}}};
    return std::any_of(kMarks.begin(), kMarks.end(), [&](const auto& range) {
        return code >= range.first && code <= range.second;
    });
}

}  // namespace

Utf8Character firstCharacter(std::string_view text) {
    const unsigned lead = byteAt(text, 0);
    const std::size_t length = lengthFrom(lead);
    if (length == 0) return {};
    char32_t code = length == 1 ? lead : lead & (0x7Fu >> length);
    for (std::size_t k = 1; k < length; ++k) {
        const unsigned next = k < text.size() ? byteAt(text, k) : 0;
        const bool fits = k == 1 ? mayBeSecond(lead, next) : (next & 0xC0u) == 0x80u;
        if (!fits) return {.bytes = k};
        code = code << 6 | (next & 0x3Fu);
    }
    return {code, length, true};
}

std::string_view firstCharacters(std::string_view text, std::size_t most) {
    std::size_t at = 0;
    std::size_t last_start = 0;  // of a base character, with the marks drawn onto it behind it
    for (std::size_t count = 0; at < text.size(); ++count) {
        const Utf8Character character = firstCharacter(text.substr(at));
        const bool starts = !belongsToTheOneBefore(character.code);
        // A text of accents alone is cut like letters.
        if (count == most) return text.substr(0, starts || last_start == 0 ? at : last_start);
        if (starts) last_start = at;
        at += character.bytes;
    }
    return text;
}

void appendUtf8(std::string& text, char32_t code) {
    const auto add = [&](char32_t byte) { text += static_cast<char>(byte); };
    const auto rest = [&](int shift) { add(0x80 | (code >> shift & 0x3F)); };
    if (code < 0x80) {
        add(code);
    } else if (code < 0x800) {
        add(0xC0 | code >> 6);
        rest(0);
    } else if (code < 0x10000) {
        add(0xE0 | code >> 12);
        rest(6);
        rest(0);
    } else {
        add(0xF0 | code >> 18);
        rest(12);
        rest(6);
        rest(0);
    }
}

std::string asUtf8(std::string_view text) {
    std::string clean;
    clean.reserve(text.size());
    while (!text.empty()) {
        const Utf8Character character = firstCharacter(text);
        clean += character.is_valid ? text.substr(0, character.bytes) : kReplacementCharacter;
        text.remove_prefix(character.bytes);
    }
    return clean;
}

}  // namespace lookback
