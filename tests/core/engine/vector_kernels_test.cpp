#include "core/engine/vector_kernels.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <random>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

using namespace lookback;

namespace {

template <class Scalar>
using ListOf = std::vector<Scalar>;

template <class Scalar>
constexpr auto kInfinite = std::numeric_limits<Scalar>::infinity();
template <class Scalar>
constexpr auto kNotANumber = std::numeric_limits<Scalar>::quiet_NaN();
/// Stands where nothing may be written.
constexpr int kGuard = 77;

template <class Scalar>
const VectorKernels<Scalar>& kernelsOf(const VectorSet& set) {
    if constexpr (std::is_same_v<Scalar, float>) {
        return set.floats;
    } else {
        return set.doubles;
    }
}

/// Calls `check(set, scalar)` for float and double in every instruction set of this processor.
template <class Check>
void eachSet(Check check) {
    for (const VectorSet& set : vectorSets()) {
        if (!set.is_supported) continue;
        CAPTURE(set.name);
        check(set, float());
        check(set, double());
    }
}

/// Random numbers from -8 to 8.
template <class Scalar>
ListOf<Scalar> randomValues(std::mt19937& generator, Index count) {
    ListOf<Scalar> numbers(asSize(count));
    for (Scalar& number : numbers) {
        number = static_cast<Scalar>(static_cast<double>(generator()) / 268435456.0 - 8);
    }
    return numbers;
}

/// The product of (rows, depth) and (depth, cols) by the kernels of a set, panel by panel.
template <class Scalar>
ListOf<Scalar> productByPanels(const VectorKernels<Scalar>& kernels, const ListOf<Scalar>& left,
                               const ListOf<Scalar>& right, Index depth, Index cols, Terms terms) {
    const Index rows = std::ssize(left) / depth;
    ListOf<Scalar> result(asSize(rows * cols), Scalar(kGuard));
    for (Index at = 0; at < cols;) {
        Index width = kernels.widest_panel;
        while (width > cols - at && width > kernels.narrowest_panel) width /= 2;
        const Index filled = std::min(width, cols - at);
        ListOf<Scalar> panel(asSize(depth * width), Scalar(0));
        for (Index row = 0; row < depth; ++row) {
            for (Index col = 0; col < filled; ++col) {
                panel[asSize(row * width + col)] = right[asSize(row * cols + at + col)];
            }
        }
        kernels.multiply({left.data(), depth, rows}, {panel.data(), depth, width, filled}, terms,
                         false, {result.data() + at, cols, rows});
        at += width;
    }
    return result;
}

/// Compares with sums in double: each may differ by half a unit of rounding for every operation.
template <class Scalar>
void checkProduct(const ListOf<Scalar>& result, const ListOf<Scalar>& left,
                  const ListOf<Scalar>& right, Index depth, Index cols) {
    bool is_near = true;
    for (Index at = 0; at < std::ssize(result); ++at) {
        double sum = 0;
        double size = 0;
        for (Index k = 0; k < depth; ++k) {
            const double term = static_cast<double>(left[asSize(at / cols * depth + k)]) *
                                static_cast<double>(right[asSize(k * cols + at % cols)]);
            sum += term;
            size += std::abs(term);
        }
        const double most =
            static_cast<double>(2 * depth) * std::numeric_limits<Scalar>::epsilon() * size;
        is_near = is_near && std::abs(static_cast<double>(result[asSize(at)]) - sum) <= most;
    }
    CHECK(is_near);
}

template <class Scalar>
bool haveEqualBits(const ListOf<Scalar>& one, const ListOf<Scalar>& other) {
    return one.size() == other.size() &&
           std::memcmp(one.data(), other.data(), one.size() * sizeof(Scalar)) == 0;
}

/// Compares with softmax in double. The error of a weight is that of a difference, a power and a
/// sum.
template <class Scalar>
bool isSoftmax(const Scalar* scores, Index size, const Scalar* weights) {
    const Scalar largest = *std::max_element(scores, scores + size);
    const auto power = [&](Index k) {
        return std::exp(static_cast<double>(scores[k]) - static_cast<double>(largest));
    };
    double sum = 0;
    for (Index k = 0; k < size; ++k) sum += power(k);
    for (Index k = 0; k < size; ++k) {
        const double expected = power(k) / sum;
        const double most =
            static_cast<double>(24 + size) * std::numeric_limits<Scalar>::epsilon() * expected;
        if (!(std::abs(static_cast<double>(weights[k]) - expected) <= most)) return false;
    }
    return true;
}

}  // namespace

TEST_CASE("the best instruction set of this processor is chosen") {
    const auto sets = vectorSets();
    REQUIRE(!sets.empty());
    CHECK(sets.back().is_supported);
    const VectorSet& best = *std::ranges::find_if(sets, &VectorSet::is_supported);
    CHECK(&bestVectorSet() == &best);
    CHECK(&vectorKernels<float>() == &best.floats);
    CHECK(&vectorKernels<double>() == &best.doubles);
}

TEST_CASE("the environment names the instruction set, where the processor has it") {
    const VectorSet& best = bestVectorSet();
    for (const VectorSet& set : vectorSets()) {
        setenv("LOOKBACK_VECTOR_SET", std::string(set.name).c_str(), 1);
        CHECK(&bestVectorSet() == (set.is_supported ? &set : &best));
    }
    setenv("LOOKBACK_VECTOR_SET", "no such set", 1);
    CHECK(&bestVectorSet() == &best);
    unsetenv("LOOKBACK_VECTOR_SET");
}

TEST_CASE("every instruction set multiplies rows with panels, padded ones too") {
    eachSet([]<class Scalar>(const VectorSet& set, Scalar) {
        const VectorKernels<Scalar>& kernels = kernelsOf<Scalar>(set);
        std::mt19937 generator(1);
        for (Index cols = 1; cols <= 40; ++cols) {
            for (const Index rows : {Index(1), cols % 9 + 1, Index(17)}) {
                for (const Index depth : {Index(1), cols, Index(300)}) {
                    CAPTURE(rows);
                    CAPTURE(depth);
                    CAPTURE(cols);
                    const auto left = randomValues<Scalar>(generator, rows * depth);
                    const auto right = randomValues<Scalar>(generator, depth * cols);
                    const auto all = productByPanels(kernels, left, right, depth, cols, Terms::all);
                    checkProduct(all, left, right, depth, cols);
                    CHECK(haveEqualBits(
                        all, productByPanels(kernels, left, right, depth, cols, Terms::counting)));
                }
            }
        }
    });
}

TEST_CASE("every instruction set leaves out terms whose factor is 0, and only those") {
    eachSet([]<class Scalar>(const VectorSet& set, Scalar) {
        const VectorKernels<Scalar>& kernels = kernelsOf<Scalar>(set);
        std::mt19937 generator(2);
        constexpr Index kDepth = 300;
        constexpr Index kCols = 21;
        for (Index counting = 0; counting <= kDepth; counting += 20) {
            auto left = randomValues<Scalar>(generator, 7 * kDepth);
            for (Index at = 0; at < std::ssize(left); ++at) {
                if (at % kDepth >= counting) left[asSize(at)] = 0;
            }
            const auto right = randomValues<Scalar>(generator, kDepth * kCols);
            const auto result =
                productByPanels(kernels, left, right, kDepth, kCols, Terms::counting);
            CHECK(haveEqualBits(result,
                                productByPanels(kernels, left, right, kDepth, kCols, Terms::all)));
        }
        // A NaN on the right counts where all terms do, and where its factor is not 0.
        const ListOf<Scalar> left{0, 0, 1, 0};
        const ListOf<Scalar> right{kNotANumber<Scalar>, 1, 1, 1};
        CHECK(std::isnan(productByPanels(kernels, left, right, 4, 1, Terms::all)[0]));
        CHECK(std::isnan(productByPanels(kernels, {1, 0, 1, 0}, right, 4, 1, Terms::counting)[0]));
    });
}

TEST_CASE("a product goes on from the numbers of its result") {
    eachSet([]<class Scalar>(const VectorSet& set, Scalar) {
        const VectorKernels<Scalar>& kernels = kernelsOf<Scalar>(set);
        const ListOf<Scalar> panel(asSize(2 * kernels.narrowest_panel), Scalar(3));
        const ListOf<Scalar> left{2, 5};
        for (const Terms terms : {Terms::all, Terms::counting}) {
            Scalar result = 100;
            kernels.multiply({left.data(), 2, 1}, {panel.data(), 2, kernels.narrowest_panel, 1},
                             terms, true, {&result, 1, 1});
            CHECK(result == 121);
        }
    });
}

TEST_CASE("every instruction set divides and fills rows") {
    eachSet([]<class Scalar>(const VectorSet& set, Scalar) {
        const VectorKernels<Scalar>& kernels = kernelsOf<Scalar>(set);
        std::mt19937 generator(6);
        for (Index size = 0; size <= 40; ++size) {
            CAPTURE(size);
            const auto numbers = randomValues<Scalar>(generator, size);
            std::vector<unsigned char> kept(asSize(size));
            for (unsigned char& one : kept) one = generator() % 2 == 0 ? 0 : 1;
            ListOf<Scalar> divided(asSize(size + 1), Scalar(kGuard));
            ListOf<Scalar> filled = divided;
            kernels.divide(numbers.data(), size, Scalar(3), divided.data());
            kernels.fill(numbers.data(), kept.data(), size, Scalar(-9), filled.data());
            for (std::size_t k = 0; k < numbers.size(); ++k) {
                CHECK(divided[k] == numbers[k] / Scalar(3));
                CHECK(filled[k] == (kept[k] != 0 ? numbers[k] : Scalar(-9)));
            }
            CHECK(divided.back() == kGuard);
            CHECK(filled.back() == kGuard);
        }
    });
}

TEST_CASE("products are the same to the last bit in all instruction sets that fuse") {
    std::mt19937 generator(3);
    const auto left = randomValues<float>(generator, 13 * 500);
    const auto right = randomValues<float>(generator, 500 * 37);
    ListOf<float> first;
    for (const VectorSet& set : vectorSets()) {
        if (!set.is_supported || set.name == "baseline") continue;
        const auto result = productByPanels(set.floats, left, right, 500, 37, Terms::all);
        if (first.empty()) first = result;
        CHECK(haveEqualBits(first, result));
    }
}

TEST_CASE("every instruction set computes softmax, of blocked, infinite and NaN scores too") {
    eachSet([]<class Scalar>(const VectorSet& set, Scalar) {
        const VectorKernels<Scalar>& kernels = kernelsOf<Scalar>(set);
        std::mt19937 generator(4);
        constexpr Index kRows = 6;
        for (Index size = 1; size <= 40; ++size) {
            CAPTURE(size);
            const Index stride = size + 3;
            auto scores = randomValues<Scalar>(generator, kRows * stride);
            const auto row = [&](auto& numbers, Index at) { return numbers.data() + at * stride; };
            std::fill(row(scores, 1) + size / 2 + 1, row(scores, 1) + size, -kInfinite<Scalar>);
            std::fill(row(scores, 2), row(scores, 2) + size, -kInfinite<Scalar>);
            row(scores, 3)[size - 1] = kNotANumber<Scalar>;
            row(scores, 4)[size / 2] = Scalar(1e9);  // all other powers round to 0
            ListOf<Scalar> weights(scores.size(), Scalar(kGuard));
            kernels.softmax(scores.data(), kRows, size, stride, weights.data());
            for (const Index at : {0, 1, 4, 5}) {
                CAPTURE(at);
                CHECK(isSoftmax(row(scores, at), size, row(weights, at)));
            }
            const auto isNan = [](Scalar weight) { return std::isnan(weight); };
            for (const Index at : {2, 3}) {
                CHECK(std::all_of(row(weights, at), row(weights, at) + size, isNan));
            }
            for (Index at = 0; at < kRows; ++at) {
                CHECK(std::all_of(row(weights, at) + size, row(weights, at) + stride,
                                  [](Scalar rest) { return rest == kGuard; }));
            }
            kernels.softmax(scores.data(), kRows, size, stride, scores.data());
            for (Index at = 0; at < kRows; ++at) {
                CHECK(std::memcmp(row(scores, at), row(weights, at),
                                  asSize(size) * sizeof(Scalar)) == 0);
            }
        }
    });
}

TEST_CASE("every instruction set finds a number that is not finite at every place") {
    eachSet([]<class Scalar>(const VectorSet& set, Scalar) {
        const VectorKernels<Scalar>& kernels = kernelsOf<Scalar>(set);
        std::mt19937 generator(5);
        CHECK(kernels.all_finite(nullptr, 0));
        for (Index size = 1; size <= 40; ++size) {
            auto numbers = randomValues<Scalar>(generator, size);
            numbers.front() = std::numeric_limits<Scalar>::max();
            CHECK(kernels.all_finite(numbers.data(), size));
            for (Index at = 0; at < size; ++at) {
                for (const Scalar bad :
                     {kInfinite<Scalar>, -kInfinite<Scalar>, kNotANumber<Scalar>}) {
                    const Scalar good = std::exchange(numbers[asSize(at)], bad);
                    CHECK(!kernels.all_finite(numbers.data(), size));
                    numbers[asSize(at)] = good;
                }
            }
        }
    });
}
