#include "core/base/base64.h"

#include <cstdint>

namespace lookback {
namespace {

constexpr std::string_view kDigits =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
constexpr std::string_view kBase64Space = " \t\r\n";

std::optional<std::uint32_t> digitOf(char sign) {
    if (sign >= 'A' && sign <= 'Z') return static_cast<std::uint32_t>(sign - 'A');
    if (sign >= 'a' && sign <= 'z') return static_cast<std::uint32_t>(sign - 'a' + 26);
    if (sign >= '0' && sign <= '9') return static_cast<std::uint32_t>(sign - '0' + 52);
    if (sign == '+') return 62u;
    if (sign == '/') return 63u;
    return std::nullopt;
}

}  // namespace

std::string base64(std::string_view bytes) {
    std::string text;
    text.reserve((bytes.size() + 2) / 3 * 4);
    for (std::size_t at = 0; at < bytes.size(); at += 3) {
        const std::string_view group = bytes.substr(at, 3);
        std::uint32_t bits = 0;
        for (std::size_t k = 0; k < 3; ++k) {
            bits = bits << 8 | (k < group.size() ? static_cast<unsigned char>(group[k]) : 0u);
        }
        for (std::size_t k = 0; k < 4; ++k) {
            text += k <= group.size() ? kDigits[bits >> (18 - 6 * k) & 63u] : '=';
        }
    }
    return text;
}

std::optional<std::string> bytesOfBase64(std::string_view text) {
    std::string bytes;
    bytes.reserve(text.size() / 4 * 3);
    std::uint32_t bits = 0;
    std::size_t digits = 0;
    std::size_t fillers = 0;
    for (const char sign : text) {
        if (kBase64Space.find(sign) != std::string_view::npos) continue;
        const bool is_filler = sign == '=';
        const std::optional<std::uint32_t> digit = is_filler ? 0 : digitOf(sign);
        if (!digit || (fillers > 0 && !is_filler)) return std::nullopt;
        if (is_filler && ++fillers > 2) return std::nullopt;
        bits = bits << 6 | *digit;
        if (++digits % 4 != 0) continue;
        for (std::size_t k = 0; k + fillers < 3; ++k) {
            bytes += static_cast<char>(bits >> (16 - 8 * k) & 0xFFu);
        }
    }
    if (digits % 4 != 0) return std::nullopt;
    return bytes;
}

}  // namespace lookback
