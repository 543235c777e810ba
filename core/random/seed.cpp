#include "core/random/seed.h"

#include <algorithm>
#include <optional>

#include "core/base/text.h"
#include "messages/expected.h"
#include "messages/faults.h"

namespace lookback {
namespace {

constexpr std::size_t kMaxDigits = 1000;

using Words = std::vector<std::uint32_t>;

/// The number that the digits spell, in 32-bit words, the lowest first and the highest not 0.
std::optional<Words> parseDigits(std::string_view digits) {
    const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
    if (digits.empty() || digits.size() > kMaxDigits) return std::nullopt;
    if (!std::all_of(digits.begin(), digits.end(), is_digit)) return std::nullopt;
    Words words;
    for (const char digit : digits) {
        auto carry = static_cast<std::uint64_t>(digit - '0');
        for (std::uint32_t& word : words) {
            carry += std::uint64_t{word} * 10;
            word = static_cast<std::uint32_t>(carry);
            carry >>= 32;
        }
        if (carry != 0) words.push_back(static_cast<std::uint32_t>(carry));
    }
    return words;
}

std::optional<std::uint64_t> parse64(std::string_view digits) {
    const std::optional<Words> words = parseDigits(digits);
    if (!words || words->size() > 2) return std::nullopt;
    std::uint64_t value = 0;
    for (std::size_t k = words->size(); k > 0; --k) value = value << 32 | (*words)[k - 1];
    return value;
}

tl::unexpected<Error> refuse(std::string_view text, const Message& expected) {
    return tl::unexpected(
        Error{"seed", say::faults::Wrong{.value = Verbatim{excerpt(text)}, .expected = expected}});
}

Message seedBetween(const char* least, const char* most) {
    return say::expected::WholeBetween{.least = Verbatim{least}, .most = Verbatim{most}};
}

}  // namespace

Result<std::uint64_t> parseTorchSeed(std::string_view text) {
    const bool is_negative = text.substr(0, 1) == "-";
    const std::optional<std::uint64_t> size = parse64(text.substr(is_negative ? 1 : 0));
    if (!size || (is_negative && *size > std::uint64_t{1} << 63)) {
        return refuse(text, seedBetween("-9223372036854775808", "18446744073709551615"));
    }
    return is_negative ? 0 - *size : *size;
}

Result<std::uint32_t> parseNumpyLegacySeed(std::string_view text) {
    const std::optional<std::uint64_t> seed = parse64(text);
    if (!seed || *seed > 0xffffffffU) {
        return refuse(text, seedBetween("0", "4294967295"));
    }
    return static_cast<std::uint32_t>(*seed);
}

Result<std::vector<std::uint32_t>> parseNumpySeed(std::string_view text) {
    std::optional<Words> words = parseDigits(text);
    if (!words) {
        return refuse(text, say::expected::Digits{.n = Verbatim{std::to_string(kMaxDigits)}});
    }
    return *std::move(words);
}

Result<std::vector<std::uint32_t>> parsePythonSeed(std::string_view text) {
    std::optional<Words> words = parseDigits(text.substr(text.starts_with('-') ? 1 : 0));
    if (!words) {
        return refuse(text, say::expected::SignedDigits{.n = Verbatim{std::to_string(kMaxDigits)}});
    }
    return *std::move(words);
}

}  // namespace lookback
