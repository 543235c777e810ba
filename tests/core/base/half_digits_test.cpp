#include <cmath>
#include <cstring>

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "core/base/text.h"
#include "tests/strange_numbers.h"

// Every 16-bit number there is, of both kinds.

using namespace lookback;
using namespace lookback::test;

namespace {

/// The number of a pattern of bits, by the definition of the format.
double numberOf(unsigned bits, int fraction_bits) {
    const int exponent_bits = 15 - fraction_bits;
    const int bias = (1 << (exponent_bits - 1)) - 1;
    const int exponent = static_cast<int>(bits >> fraction_bits) & ((1 << exponent_bits) - 1);
    const int fraction = static_cast<int>(bits) & ((1 << fraction_bits) - 1);
    const double sign = (bits & 0x8000u) != 0 ? -1 : 1;
    if (exponent == (1 << exponent_bits) - 1) {
        return fraction != 0 ? std::nan("") : sign * std::numeric_limits<double>::infinity();
    }
    const int whole = exponent == 0 ? fraction : fraction + (1 << fraction_bits);
    return sign * std::ldexp(whole, std::max(exponent, 1) - bias - fraction_bits);
}

template <class Scalar>
std::uint16_t bitsOf(double value) {
    const auto scalar = static_cast<Scalar>(value);
    std::uint16_t bits = 0;
    std::memcpy(&bits, &scalar, sizeof bits);
    return bits;
}

/// Significant digits of `1.25e-07`, `-0.00125`, `1200`.
int significant(const std::string& text) {
    std::string digits;
    for (const char c : text.substr(0, text.find('e'))) {
        if (c >= '0' && c <= '9') digits += c;
    }
    digits.erase(0, std::min(digits.find_first_not_of('0'), digits.size()));
    return static_cast<int>(digits.find_last_not_of('0') + 1);
}

/// True where some decimal of so many digits reads back as the value.
bool hasDecimal(double value, int digits, ScalarKind kind) {
    const double size = std::abs(value);
    const int exponent = static_cast<int>(std::floor(std::log10(size))) - digits + 1;
    const double below = std::floor(size / std::pow(10.0, exponent));
    for (double whole = below - 2; whole <= below + 2; ++whole) {
        const std::string text = fmt::format("{:.0f}e{}", whole, exponent);
        if (significant(text) > digits) continue;
        if (roundedTo(std::strtod(text.c_str(), nullptr), kind) == size) return true;
    }
    return false;
}

template <class Scalar>
void checkEveryPattern(ScalarKind kind, int fraction_bits) {
    for (unsigned bits = 0; bits < 0x10000u; ++bits) {
        const double value = numberOf(bits, fraction_bits);
        if (std::isnan(value)) {
            REQUIRE(shortestDigits(value, kind) == "nan");
            continue;
        }
        CAPTURE(bits);
        REQUIRE(bitsOf<Scalar>(value) == bits);
        REQUIRE(roundedTo(value, kind) == value);
        const std::string text = shortestDigits(value, kind);
        CAPTURE(text);
        const double decimal = std::strtod(text.c_str(), nullptr);
        REQUIRE(bitsOf<Scalar>(decimal) == bits);
        if (value == 0 || std::isinf(value)) continue;
        const int digits = significant(text);
        REQUIRE(digits <= 5);
        if (digits > 1) REQUIRE(!hasDecimal(value, digits - 1, kind));
    }
}

/// What lies between two neighbours goes to the nearer one, the middle to the even one.
void checkEveryTie(ScalarKind kind, int fraction_bits) {
    const unsigned infinity = ((1u << (15 - fraction_bits)) - 1) << fraction_bits;
    for (unsigned bits = 0; bits + 1 < infinity; ++bits) {
        const double low = numberOf(bits, fraction_bits);
        const double high = numberOf(bits + 1, fraction_bits);
        const double middle = (low + high) / 2;
        const double quarter = (high - low) / 4;
        CAPTURE(bits);
        REQUIRE(roundedTo(middle, kind) == (bits % 2 == 0 ? low : high));
        REQUIRE(roundedTo(middle - quarter, kind) == low);
        REQUIRE(roundedTo(-(middle + quarter), kind) == -high);
    }
}

}  // namespace

TEST_CASE("every float16 prints the shortest digits that read back") {
    checkEveryPattern<Eigen::half>(ScalarKind::float16, 10);
    CHECK(shortestDigits(roundedTo(0.1, ScalarKind::float16), ScalarKind::float16) == "0.1");
    CHECK(shortestDigits(65504, ScalarKind::float16) == "65500");
    CHECK(shortestDigits(0x1p-24, ScalarKind::float16) == "6e-08");
}

TEST_CASE("every bfloat16 prints the shortest digits that read back") {
    checkEveryPattern<Eigen::bfloat16>(ScalarKind::bfloat16, 7);
    CHECK(shortestDigits(roundedTo(0.1, ScalarKind::bfloat16), ScalarKind::bfloat16) == "0.1");
    CHECK(shortestDigits(0x1.fep127, ScalarKind::bfloat16) == "3.39e+38");
}

TEST_CASE("numbers between two 16-bit numbers go to the nearer, ties to the even one") {
    checkEveryTie(ScalarKind::float16, 10);
    checkEveryTie(ScalarKind::bfloat16, 7);
    CHECK(roundedTo(65519.99, ScalarKind::float16) == 65504);
    CHECK(roundedTo(65520, ScalarKind::float16) == kInfinity);
    CHECK(roundedTo(-0x1.ffp127, ScalarKind::bfloat16) == -kInfinity);
    CHECK(std::signbit(roundedTo(-1e-9, ScalarKind::float16)));
}
