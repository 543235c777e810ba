#include "core/random/torch.h"

#include <cassert>
#include <cmath>
#include <numbers>
#include <numeric>
#include <type_traits>
#include <utility>

#include "core/random/float_functions.h"
#include "core/random/fp_contract.h"

namespace lookback {
namespace {

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
