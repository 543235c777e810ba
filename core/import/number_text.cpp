#include "core/import/number_text.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cstdlib>
#include <limits>

#include <fmt/format.h>

#include "core/base/utf8.h"
#include "core/document/words.h"

namespace lookback {
namespace {

constexpr std::string_view kMinusSign = "\u2212";
constexpr std::size_t kLongestNumber = 1000;

/// True where the text begins with a word of lower-case letters, in any case.
bool beginsWith(std::string_view text, std::string_view word) {
    return text.size() >= word.size() &&
           std::equal(word.begin(), word.end(), text.begin(),
                      [](char letter, char given) { return letter == (given | 0x20); });
}

/// The length of `nan`, `inf` or `infinity` at the beginning of a text; 0 where none stands there.
std::size_t specialLength(std::string_view text) {
    for (const std::string_view word : {"infinity", "inf", "nan"}) {
        if (beginsWith(text, word)) return word.size();
    }
    return 0;
}

std::size_t digitsFrom(std::string_view text, std::size_t at) {
    std::size_t end = at;
    while (end < text.size() && isDecimalDigit(text[end])) ++end;
    return end - at;
}

/// The nearest double of digits with a point or another decimal mark.
double valueOf(std::string_view number, char decimal) {
#ifdef __cpp_lib_to_chars
    double size = 0;
    const char* const end = number.data() + number.size();
    if (decimal == '.') {
        const std::from_chars_result read = std::from_chars(number.data(), end, size);
        if (read.ec == std::errc() && read.ptr == end) return size;
    }
#endif
    std::string digits(number);
    std::replace(digits.begin(), digits.end(), decimal, '.');
    return std::strtod(digits.c_str(), nullptr);
}

/// The bytes of the mark of a list before a label: of `* X`, `1. X`, `2) X`, and of `- X:`, which
/// without a colon is minus X.
std::size_t listMarkBytes(std::string_view label, bool has_colon) {
    constexpr std::string_view kBullet = "\u2022 ";
    if (label.starts_with("* ")) return 2;
    if (label.starts_with(kBullet)) return kBullet.size();
    if (has_colon && (label.starts_with("- ") || label.starts_with("+ "))) return 2;
    const std::string_view behind = label.substr(digitsFrom(label, 0));
    const bool is_marked =
        behind.size() > 1 && (behind[0] == '.' || behind[0] == ')') && behind[1] == ' ';
    const bool is_numbered = is_marked && behind.size() < label.size();
    return is_numbered ? label.size() - behind.size() + 2 : 0;
}

/// True for a label that begins with a number or a sign that computes with the rest: `2*X`, `-X`,
/// `~X`, also a Greek letter or a sign of mathematics.
bool beginsWithFactor(std::string_view label) {
    const char32_t code = firstCharacter(label).code;
    const auto is_within = [code](char32_t first, char32_t last) {
        return code >= first && code <= last;
    };
    return is_within('0', '9') || code == '-' || code == '+' || code == '~' || code == 0xB1 ||
           is_within(0xBC, 0xBE) || is_within(0x370, 0x3FF) || is_within(0x2200, 0x22FF);
}

}  // namespace

bool isDecimalDigit(char c) { return c >= '0' && c <= '9'; }

std::optional<NumberText> firstNumber(std::string_view text, char decimal) {
    std::size_t at = 0;
    bool is_negative = false;
    if (text.starts_with(kMinusSign)) {
        at = kMinusSign.size();
        is_negative = true;
    } else if (!text.empty() && (text.front() == '-' || text.front() == '+')) {
        at = 1;
        is_negative = text.front() == '-';
    }
    if (const std::size_t length = specialLength(text.substr(at)); length > 0) {
        using Limits = std::numeric_limits<double>;
        const double size =
            beginsWith(text.substr(at), "nan") ? Limits::quiet_NaN() : Limits::infinity();
        return NumberText{is_negative ? -size : size, at + length};
    }
    const std::size_t begin = at;
    const std::size_t whole = digitsFrom(text, at);
    at += whole;
    std::size_t fraction = 0;
    if (at < text.size() && text[at] == decimal) {
        fraction = digitsFrom(text, at + 1);
        if (whole + fraction > 0) at += 1 + fraction;
    }
    if (whole + fraction == 0) return std::nullopt;
    if (at < text.size() && (text[at] == 'e' || text[at] == 'E')) {
        const bool has_sign = at + 1 < text.size() && (text[at + 1] == '-' || text[at + 1] == '+');
        const std::size_t exponent = digitsFrom(text, at + 1 + (has_sign ? 1 : 0));
        if (exponent > 0) at += 1 + (has_sign ? 1 : 0) + exponent;
    }
    if (at - begin > kLongestNumber) return std::nullopt;
    const double size = valueOf(text.substr(begin, at - begin), decimal);
    return NumberText{is_negative ? -size : size, at};
}

bool isGrouped(std::string_view number) {
    constexpr std::size_t kGroup = 3;
    while (!number.empty() && !isDecimalDigit(number.front())) number.remove_prefix(1);
    const std::size_t first = digitsFrom(number, 0);
    if (first == 0 || first > kGroup || first == number.size() || number.front() == '0') {
        return false;
    }
    for (std::size_t at = first; at < number.size(); at += 1 + kGroup) {
        if (number[at] != ',' || digitsFrom(number, at + 1) < kGroup) return false;
    }
    return true;
}

std::string_view trimmed(std::string_view text) {
    constexpr std::string_view kSpace = " \t\r\n\f\v";
    const std::size_t first = text.find_first_not_of(kSpace);
    if (first == std::string_view::npos) return {};
    return text.substr(first, text.find_last_not_of(kSpace) - first + 1);
}

std::string lineName(std::size_t line) { return fmt::format("line {}", line); }

std::string cleanName(std::string_view label) {
    constexpr std::size_t kLongestName = 60;
    constexpr std::size_t kMostWords = 8;
    const bool has_colon = label.find(':') != std::string_view::npos;
    label = trimmed(label.substr(0, label.find_first_of("=:")));
    label.remove_prefix(listMarkBytes(label, has_colon));
    const auto is_around = [](char c) {
        return std::string_view("'\"*|`$").find(c) != std::string_view::npos;
    };
    while (label.starts_with('#')) label = trimmed(label.substr(1));
    while (label.ends_with(',')) label = trimmed(label.substr(0, label.size() - 1));
    while (label.size() > 1 && is_around(label.front()) && label.back() == label.front()) {
        label = trimmed(label.substr(1, label.size() - 2));
    }
    const auto is_letter = [](char c) {
        return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_';
    };
    const bool has_letters = std::any_of(label.begin(), label.end(), is_letter);
    const bool is_name = has_letters && label.size() <= kLongestName &&
                         (is_letter(label.front()) || beginsWithFactor(label)) &&
                         splitWords(label).size() <= kMostWords;
    return is_name ? std::string(label) : std::string();
}

}  // namespace lookback
