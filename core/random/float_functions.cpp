#include "core/random/float_functions.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>

#include "core/random/fp_contract.h"

namespace lookback {
namespace {

std::uint32_t bitsOf(float value) {
    std::uint32_t bits = 0;
    std::memcpy(&bits, &value, sizeof bits);
    return bits;
}

float floatOf(std::uint32_t bits) {
    float value = 0;
    std::memcpy(&value, &bits, sizeof value);
    return value;
}

constexpr float kLogCoefficients[] = {7.0376836292e-2f,  -1.1514610310e-1f, 1.1676998740e-1f,
                                      -1.2420140846e-1f, 1.4249322787e-1f,  -1.6668057665e-1f,
                                      2.0000714765e-1f,  -2.4999993993e-1f, 3.3333331174e-1f};

/// Horner's rule, each step rounded once.
template <std::size_t kCount>
float polynomial(const float (&coefficients)[kCount], float x) {
    float sum = coefficients[0];
    for (std::size_t k = 1; k < kCount; ++k) sum = std::fma(sum, x, coefficients[k]);
    return sum;
}

}  // namespace

float logPolynomial(float x) {
    x = std::max(x, 0x1p-126f);
    const std::uint32_t bits = bitsOf(x);

    // x = fraction * 2^exponent with the fraction in [sqrt(1/2), sqrt(2)), less 1.
    auto exponent = static_cast<float>(static_cast<int>(bits >> 23) - 126);
    float fraction = floatOf((bits & 0x007fffffU) | 0x3f000000U);
    const bool is_small = fraction < 0.707106781186547524f;
    const float again = is_small ? fraction : 0.0f;
    exponent -= is_small ? 1.0f : 0.0f;
    fraction = (fraction - 1.0f) + again;

    const float square = fraction * fraction;
    float rest = polynomial(kLogCoefficients, fraction) * fraction;
    rest = std::fma(rest, square, exponent * -2.12194440e-4f);
    rest = std::fma(-square, 0.5f, rest);
    return std::fma(exponent, 0.693359375f, fraction + rest);
}

SinCos sinCosPolynomial(float x) {
    // The eighth of the circle decides which polynomial gives the sine, and both signs.
    const int octant = (static_cast<int>(x * 1.27323954473516f) + 1) & ~1;
    const bool is_sin_negative = (octant & 4) != 0;
    const bool is_cos_negative = (~(octant - 2) & 4) != 0;
    const bool is_swapped = (octant & 2) != 0;

    // Less a multiple of pi / 4, in three parts so that the difference keeps its digits.
    const auto eighths = static_cast<float>(octant);
    x = std::fma(eighths, -0.78515625f, x);
    x = std::fma(eighths, -2.4187564849853515625e-4f, x);
    x = std::fma(eighths, -3.77489497744594108e-8f, x);
    const float square = x * x;

    constexpr float kCosCoefficients[] = {2.443315711809948e-5f, -1.388731625493765e-3f,
                                          4.166664568298827e-2f};
    float near_cos = polynomial(kCosCoefficients, square) * square;
    near_cos = std::fma(near_cos, square, -(square * 0.5f)) + 1.0f;

    constexpr float kSinCoefficients[] = {-1.9515295891e-4f, 8.3321608736e-3f, -1.6666654611e-1f};
    float near_sin = polynomial(kSinCoefficients, square) * square;
    near_sin = std::fma(near_sin, x, x);

    const float sin = is_swapped ? near_cos : near_sin;
    const float cos = is_swapped ? near_sin : near_cos;
    return {.sin = is_sin_negative ? -sin : sin, .cos = is_cos_negative ? -cos : cos};
}

}  // namespace lookback
