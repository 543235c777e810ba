#include "core/import/number_text.h"

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <limits>

#include <fmt/format.h>

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
    std::string digits(text.substr(begin, at - begin));
    std::replace(digits.begin(), digits.end(), decimal, '.');
    const double size = std::strtod(digits.c_str(), nullptr);
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
    label = trimmed(label.substr(0, label.find_first_of("=:")));
    const auto is_around = [](char c) {
        return std::string_view("'\"*|`").find(c) != std::string_view::npos;
    };
    while (label.starts_with('#')) label = trimmed(label.substr(1));
    while (label.ends_with(',')) label = trimmed(label.substr(0, label.size() - 1));
    while (label.size() > 1 && is_around(label.front()) && label.back() == label.front()) {
        label = trimmed(label.substr(1, label.size() - 2));
    }
    const bool is_name =
        !label.empty() && label.size() <= kLongestName &&
        (std::isalpha(static_cast<unsigned char>(label.front())) != 0 || label.front() == '_') &&
        splitWords(label).size() <= kMostWords;
    return is_name ? std::string(label) : std::string();
}

}  // namespace lookback
