#include "app/look/characters.h"

#include <algorithm>
#include <utility>

#include "app/look/bidi.h"
#include "core/base/text.h"
#include "core/base/utf8.h"

namespace lookback {
namespace {

bool isUsual(char32_t code) {
    for (std::size_t k = 0; k + 1 < kUsualRanges.size(); k += 2) {
        if (code >= kUsualRanges[k] && code <= kUsualRanges[k + 1]) return true;
    }
    return false;
}

/// Ends of lines and the like take no room in an atlas.
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

std::vector<char32_t> unusualCharacters(std::span<const std::string> texts) {
    Collector characters;
    for (std::string_view text : texts) {
        while (!text.empty()) {
            const std::string_view line = text.substr(0, text.find('\n'));
            characters.add(line);
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
