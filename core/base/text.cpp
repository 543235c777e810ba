#include "core/base/text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <numeric>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "core/base/foreign_text.h"
#include "core/base/utf8.h"
#include "messages/faults.h"

namespace lookback {
namespace {

/// Levenshtein distance: letters to change, insert or delete to turn one word into the other.
std::size_t editDistance(std::string_view a, std::string_view b) {
    std::vector<std::size_t> row(b.size() + 1);
    std::iota(row.begin(), row.end(), std::size_t{0});
    for (std::size_t i = 0; i < a.size(); ++i) {
        std::size_t diagonal = row[0];
        row[0] = i + 1;
        for (std::size_t j = 0; j < b.size(); ++j) {
            const std::size_t changed = diagonal + (a[i] == b[j] ? 0 : 1);
            diagonal = row[j + 1];
            row[j + 1] = std::min({changed, row[j] + 1, row[j + 1] + 1});
        }
    }
    return row.back();
}

constexpr std::size_t kLongestNumber = 64;  ///< characters, with all decimals that a float has
constexpr double kShorterFrom = 1e4;        ///< from here on powers of ten may be shorter: 1e4
constexpr std::string_view kMinus = "\u2212";
constexpr std::u32string_view kIsolates = U"\u2068\u2069";  ///< the first opens, the second closes

/// True where a byte is a control, begins one in UTF-8, or may be no UTF-8.
bool mayBeControl(char c) {
    const auto byte = static_cast<unsigned char>(c);
    return byte < ' ' || byte >= 0x7F;
}

bool areIsolatesClosed(std::string_view text) {
    std::size_t open = 0;
    while (!text.empty()) {
        const Utf8Character character = firstCharacter(text);
        if (character.code == kIsolates[0]) ++open;
        if (character.code == kIsolates[1] && open-- == 0) return false;
        text.remove_prefix(character.bytes);
    }
    return open == 0;
}

/// Puts a question mark for each control but those to keep, and for bytes that are no UTF-8.
std::string cleanedLine(std::string text, std::u32string_view kept) {
    if (std::none_of(text.begin(), text.end(), mayBeControl)) return text;
    std::string clean;
    for (std::string_view rest = text; !rest.empty();) {
        const Utf8Character character = firstCharacter(rest);
        const bool is_kept = kept.find(character.code) != std::u32string_view::npos;
        const bool is_shown = character.is_valid && (is_kept || !isControl(character.code));
        clean += is_shown ? rest.substr(0, character.bytes) : "?";
        rest.remove_prefix(character.bytes);
    }
    return clean;
}

std::string withMinus(const std::string& digits) {
    std::string text;
    for (const char c : digits) {
        if (c == '-') {
            text += kMinus;
        } else {
            text += c;
        }
    }
    return text;
}

constexpr int kPowerDigits = 4;  ///< significant ones of a number in powers of ten

/// `1.5e9`: the exponent without leading zeros and plus sign.
std::string inPowersOfTen(double value, int significant = kPowerDigits) {
    std::string digits = fmt::format("{:.{}g}", value, significant);
    const std::size_t e = digits.find('e');
    if (e == std::string::npos) return digits;
    std::string exponent = digits.substr(e + 1);
    const bool negative = exponent.front() == '-';
    exponent.erase(0, exponent.find_first_not_of("+-0"));
    return digits.substr(0, e) + (negative ? "e-" : "e") + exponent;
}

/// True for digits that read as 0.
bool isZero(std::string_view digits) {
    return digits.find_first_of("123456789") == std::string_view::npos;
}

/// The shortest digits of a scalar of 16 bits; five digits identify each. Values are denser below a
/// power of two than above: of a power of two, the nearest decimal may read back as the neighbour
/// below while the next decimal above reads back right.
std::string shortestHalf(double value, ScalarKind kind) {
    constexpr int kMostDigits = 5;
    const double size = std::abs(value);
    const char* const sign = std::signbit(value) ? "-" : "";
    for (int decimals = 0; decimals < kMostDigits; ++decimals) {
        const std::string nearest = fmt::format("{:.{}e}", size, decimals);
        const std::size_t e = nearest.find('e');
        const double whole = std::round(std::stod(nearest.substr(0, e)) * std::pow(10, decimals));
        const int exponent = std::stoi(nearest.substr(e + 1)) - decimals;
        for (const double step : {0, 1}) {
            const double decimal = std::stod(fmt::format("{:.0f}e{}", whole + step, exponent));
            if (roundedTo(decimal, kind) == size) return sign + fmt::format("{}", decimal);
        }
    }
    return fmt::format("{}", value);
}

}  // namespace

std::string roughNumber(double value, int digits) {
    return formatShort(std::strtod(fmt::format("{:.{}e}", value, digits - 1).c_str(), nullptr));
}

Argument nearestHint(std::string_view name, std::span<const std::string_view> known) {
    std::string_view nearest;
    const auto alike = [name](std::string_view other) {
        return std::mismatch(name.begin(), name.end(), other.begin(), other.end()).first -
               name.begin();
    };
    // A third of the letters may differ: more distant names are no help.
    std::size_t least = (std::min<std::size_t>(name.size(), 64) + 1) / 3 + 1;
    for (const std::string_view candidate : known) {
        if (name.size() > 64) break;
        const std::size_t distance = editDistance(name, candidate);
        // Of names at the same distance, the one with the same beginning is meant: randn32 for
        // randn.
        const bool is_nearer = distance < least || (distance == least && !nearest.empty() &&
                                                    alike(candidate) > alike(nearest));
        if (is_nearer) {
            least = distance;
            nearest = candidate;
        }
    }
    if (nearest.empty()) return Verbatim{};
    return Message(say::faults::DidYouMean{.name = TokenLabel{std::string(nearest)}});
}

std::string fixedDigits(double value, int decimals) {
#ifdef __cpp_lib_to_chars
    std::array<char, kLongestNumber> room;
    const auto written = std::to_chars(room.data(), room.data() + room.size(), value,
                                       std::chars_format::fixed, decimals);
    return {room.data(), written.ptr};
#else
    return fmt::format("{:.{}f}", value, decimals);
#endif
}

std::string formatNumber(double value, int decimals) {
    if (std::isnan(value)) return "NaN";
    if (std::isinf(value)) return value > 0 ? "\u221e" : "\u2212\u221e";
    if (std::abs(value) >= kPowersOfTenFrom) return withMinus(inPowersOfTen(value));
    const std::string digits = fixedDigits(std::abs(value), decimals);
    std::string text;
    if (value < 0 && !isZero(digits)) text = kMinus;
    return text.append(digits);
}

std::string formatOperand(double value, int decimals, int more) {
    if (!std::isfinite(value)) return formatNumber(value, decimals);
    if (std::abs(value) >= kPowersOfTenFrom) {
        return withMinus(inPowersOfTen(value, kPowerDigits + more));
    }
    constexpr int kTinyDigits = 2;
    if (value != 0 && isZero(fixedDigits(std::abs(value), decimals))) {
        return withMinus(inPowersOfTen(value, kTinyDigits + more));
    }
    std::string digits = formatNumber(value, decimals + more);
    const auto last_other = digits.find_last_not_of('0');
    const bool are_zeros = digits.size() - 1 - last_other >= static_cast<std::size_t>(more);
    return are_zeros ? formatNumber(value, decimals) : digits;
}

double operandAsShown(double value, int decimals, int more) {
    if (value == 0 || !std::isfinite(value)) return value;
    std::string digits = formatOperand(value, decimals, more);
    if (digits.starts_with(kMinus)) digits.replace(0, kMinus.size(), "-");
    const std::size_t exponent = digits.find(kMinus);
    if (exponent != std::string::npos) digits.replace(exponent, kMinus.size(), "-");
    return std::strtod(digits.c_str(), nullptr);
}

std::string formatAnswer(double value) {
    constexpr int kDecimals = 4;
    return formatNumber(value, value == std::floor(value) ? 0 : kDecimals);
}

std::string formatShort(double value) {
    if (!std::isfinite(value)) return formatNumber(value, 0);
    std::string digits = fmt::format("{}", value == 0 ? 0.0 : value);
    const std::string powers = inPowersOfTen(value);
    if (std::strtod(powers.c_str(), nullptr) == value) {
        const bool is_shorter = powers.size() < digits.size();
        const bool may_be =
            std::abs(value) >= kShorterFrom || digits.find('e') != std::string::npos;
        if ((may_be && is_shorter) || std::abs(value) >= kPowersOfTenFrom) digits = powers;
    }
    return withMinus(digits);
}

bool isAlmostAll(double share) {
    constexpr double kNoise = 4 * std::numeric_limits<double>::epsilon();
    return share >= 1 - kLeastShare && share < 1 - kNoise;
}

std::string formatPercent(double share) {
    if (std::isnan(share)) return "NaN";
    if (share > 0 && share < kLeastShare) return "<0.1%";
    if (isAlmostAll(share)) return ">99.9%";
    return formatNumber(100 * share, 1) + "%";
}

std::string shortestDigits(double value, ScalarKind kind) {
    if (std::isnan(value)) return "nan";
    if (std::isinf(value)) return value > 0 ? "inf" : "-inf";
    switch (kind) {
        case ScalarKind::bfloat16:
        case ScalarKind::float16: return shortestHalf(value, kind);
        case ScalarKind::float32: return fmt::format("{}", static_cast<float>(value));
        case ScalarKind::float64:
        case ScalarKind::boolean: break;
    }
    return fmt::format("{}", value);
}

std::string inQuotes(std::string_view text) { return fmt::format("\u201c{}\u201d", text); }

std::string excerpt(std::string_view text) {
    constexpr std::size_t kMaxLength = 40;
    const std::string_view beginning = firstCharacters(text, kMaxLength);
    std::string shown = oneLine(std::string(beginning));
    if (text.size() > beginning.size()) shown += "...";
    return inQuotes(shown);
}

bool isUtf8(std::string_view text) {
    constexpr std::uint64_t kNotAscii = 0x8080808080808080;
    while (!text.empty()) {
        // Most texts are mostly ASCII, which is checked eight characters at a time.
        std::uint64_t eight = kNotAscii;
        if (text.size() >= sizeof(eight)) std::memcpy(&eight, text.data(), sizeof(eight));
        if ((eight & kNotAscii) == 0) {
            text.remove_prefix(sizeof(eight));
            continue;
        }
        const Utf8Character character = firstCharacter(text);
        if (!character.is_valid) return false;
        text.remove_prefix(character.bytes);
    }
    return true;
}

std::string shortenedTo(std::string_view text, std::size_t most) {
    constexpr std::string_view kEllipsis = "\u2026";
    if (firstCharacters(text, most).size() == text.size()) return std::string(text);
    return std::string(firstCharacters(text, most - 1)).append(kEllipsis);
}

bool isControl(char32_t code) {
    const bool is_old_control = code < 0x20 || (code >= 0x7F && code < 0xA0);
    const bool ends_a_line = code == 0x2028 || code == 0x2029;
    const bool turns_text =
        (code >= 0x202A && code <= 0x202E) || (code >= 0x2066 && code <= 0x2069);
    return is_old_control || ends_a_line || turns_text;
}

std::string oneLine(std::string text) { return cleanedLine(std::move(text), {}); }

std::string sentenceLine(std::string text) {
    const bool keeps = areIsolatesClosed(text);
    return cleanedLine(std::move(text), keeps ? kIsolates : std::u32string_view());
}

/// Hebrew, Arabic and their neighbours lie at U+0590 to U+08FF, their presentation forms at U+FB1D
/// to U+FEFC, older scripts at U+10800 to U+10FFF and U+1E800 to U+1EFFF. The first two bytes
/// decide almost exactly; a text that they include by mistake costs time, but is not changed.
bool hasRightToLeft(std::string_view text) {
    const auto may_lead = [](char byte) { return static_cast<unsigned char>(byte) >= 0xD6; };
    const auto find = [&](auto from) { return std::find_if(from, text.end(), may_lead); };
    for (auto at = find(text.begin()); at != text.end(); at = find(at + 1)) {
        const auto lead = static_cast<unsigned char>(*at);
        if (lead < 0xE0) return true;
        const auto next = at + 1 != text.end() ? static_cast<unsigned char>(at[1]) : 0u;
        if (lead == 0xE0 && next <= 0xA3) return true;
        if (lead == 0xEF && next >= 0xAC && next <= 0xBB) return true;
        if (lead == 0xF0 && (next == 0x90 || next == 0x9E)) return true;
    }
    return false;
}

}  // namespace lookback
