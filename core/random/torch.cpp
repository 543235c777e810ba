#include "core/random/torch.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <numbers>
#include <numeric>
#include <type_traits>
#include <utility>

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

/// Natural logarithm in single precision, as PyTorch's AVX2 build computes it for torch.randn: a
/// polynomial whose last bit may differ from logf's. Only IEEE operations: equal on any processor.
/// @param x above 0; numbers below 2^-126 count as 2^-126.
/// Source: the polynomial of Cephes (S. Moshier) with the roundings of avx_mathfun (G.
/// Garberoglio).
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

/// Sine and cosine of one angle.
struct SinCos {
    float sin = 0;
    float cos = 0;
};

/// Sine and cosine in single precision, of the same origin as logPolynomial.
/// @param x radians, 0 or more and below 8192.
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

constexpr std::size_t kBlock = 16;

std::size_t sizeOf(Index n) {
    assert(n >= 0);
    return static_cast<std::size_t>(n);
}

/// Box and Muller's rule on 16 uniform numbers: 8 radii and 8 angles become 16 normal numbers.
void makeNormal(float* block, float mean, float std) {
    constexpr auto kTwoPi = static_cast<float>(2 * std::numbers::pi);
    for (std::size_t k = 0; k < kBlock / 2; ++k) {
        const float radius = std::sqrt(-2.0f * logPolynomial(1.0f - block[k]));
        const SinCos angle = sinCosPolynomial(kTwoPi * block[k + kBlock / 2]);
        block[k] = std::fma(radius * angle.cos, std, mean);
        block[k + kBlock / 2] = std::fma(radius * angle.sin, std, mean);
    }
}

void makeNormal(double* block, double mean, double std) {
    for (std::size_t k = 0; k < kBlock / 2; ++k) {
        const double radius = std::sqrt(-2.0 * std::log(1.0 - block[k]));
        const double angle = 2.0 * std::numbers::pi * block[k + kBlock / 2];
        block[k] = radius * std::cos(angle) * std + mean;
        block[k + kBlock / 2] = radius * std::sin(angle) * std + mean;
    }
}

}  // namespace

TorchGenerator::TorchGenerator(std::uint64_t seed) : engine_(static_cast<std::uint32_t>(seed)) {}

std::uint64_t TorchGenerator::next64() {
    const std::uint64_t high = engine_.next();
    return high << 32 | engine_.next();
}

/// In [0, 1): as many low bits of an output as the fraction of the type holds.
template <class Scalar>
Scalar TorchGenerator::nextUniform() {
    if constexpr (std::is_same_v<Scalar, float>) {
        return static_cast<float>(engine_.next() & 0xffffffU) * 0x1p-24f;
    } else {
        return static_cast<double>(next64() & ((std::uint64_t{1} << 53) - 1)) * 0x1p-53;
    }
}

/// One standard normal number of the path for fewer than 16, always in double.
double TorchGenerator::nextNormal() {
    if (cached_normal_) return *std::exchange(cached_normal_, std::nullopt);
    const auto first = nextUniform<double>();
    const auto second = nextUniform<double>();
    const double radius = std::sqrt(-2.0 * std::log(1.0 - second));
    const double angle = 2.0 * std::numbers::pi * first;
    cached_normal_ = radius * std::sin(angle);
    return radius * std::cos(angle);
}

template <class Scalar>
std::vector<Scalar> TorchGenerator::rand(Index n) {
    return uniform<Scalar>(n, 0, 1);
}

template <class Scalar>
std::vector<Scalar> TorchGenerator::uniform(Index n, double low, double high) {
    const auto start = static_cast<Scalar>(low);
    const Scalar width = static_cast<Scalar>(high) - start;
    std::vector<Scalar> values(sizeOf(n));
    for (Scalar& value : values) value = std::fma(nextUniform<Scalar>(), width, start);
    return values;
}

template <class Scalar>
std::vector<Scalar> TorchGenerator::randn(Index n) {
    return normal<Scalar>(n, 0, 1);
}

template <class Scalar>
std::vector<Scalar> TorchGenerator::normal(Index n, double mean, double std) {
    const std::size_t size = sizeOf(n);
    if (size < kBlock) {
        std::vector<Scalar> values(size);
        for (Scalar& value : values) value = static_cast<Scalar>(nextNormal() * std + mean);
        return values;
    }
    std::vector<Scalar> values = rand<Scalar>(n);
    const auto make_normal = [&](std::size_t at) {
        makeNormal(&values[at], static_cast<Scalar>(mean), static_cast<Scalar>(std));
    };
    for (std::size_t at = 0; at + kBlock <= size; at += kBlock) make_normal(at);
    if (size % kBlock != 0) {
        for (std::size_t k = size - kBlock; k < size; ++k) values[k] = nextUniform<Scalar>();
        make_normal(size - kBlock);
    }
    return values;
}

TorchGenerator::Linear TorchGenerator::linear(Index in, Index out, bool bias) {
    assert(in >= 1 && out >= 1);
    const double bound = 1.0 / std::sqrt(static_cast<double>(in));
    Linear layer;
    layer.weight = uniform<float>(in * out, -bound, bound);
    if (bias) layer.bias = uniform<float>(out, -bound, bound);
    return layer;
}

std::vector<std::int64_t> TorchGenerator::randint(Index n, std::int64_t low, std::int64_t high) {
    assert(low < high);
    // Unsigned, since the distance of two 64-bit numbers need not fit a signed one.
    const auto start = static_cast<std::uint64_t>(low);
    const std::uint64_t range = static_cast<std::uint64_t>(high) - start;
    const bool is_narrow = range < std::uint64_t{1} << 32;
    std::vector<std::int64_t> values(sizeOf(n));
    for (std::int64_t& value : values) {
        const std::uint64_t output = is_narrow ? engine_.next() : next64();
        value = static_cast<std::int64_t>(start + output % range);
    }
    return values;
}

std::vector<std::int64_t> TorchGenerator::randperm(Index n) {
    std::vector<std::int64_t> values(sizeOf(n));
    std::iota(values.begin(), values.end(), 0);
    for (std::size_t k = 0; k + 1 < values.size(); ++k) {
        std::swap(values[k], values[k + engine_.next() % (values.size() - k)]);
    }
    return values;
}

template std::vector<float> TorchGenerator::rand(Index);
template std::vector<double> TorchGenerator::rand(Index);
template std::vector<float> TorchGenerator::uniform(Index, double, double);
template std::vector<double> TorchGenerator::uniform(Index, double, double);
template std::vector<float> TorchGenerator::randn(Index);
template std::vector<double> TorchGenerator::randn(Index);
template std::vector<float> TorchGenerator::normal(Index, double, double);
template std::vector<double> TorchGenerator::normal(Index, double, double);

}  // namespace lookback
