#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/base/matrix.h"
#include "core/random/mt19937.h"

namespace lookback {

/// PyTorch's generator on the CPU, bit for bit: the numbers of `torch.manual_seed` and the calls
/// after it on an x86 machine with AVX2 or AVX-512. Each call continues where the last stopped.
/// Scalar is float (torch.float32) or double (torch.float64). Source: measured on PyTorch 1.13.1;
/// double normals of fewer than 16 values are those of 1.x (2.x may differ in the last two bits).
class TorchGenerator {
public:
    /// Weight and bias of one nn.Linear.
    struct Linear {
        std::vector<float> weight;  ///< (out, in) row by row; Q = X @ weight.T
        std::vector<float> bias;    ///< out numbers, or none
    };

    /// `torch.manual_seed(seed)`; of the seed only the low 32 bits count.
    explicit TorchGenerator(std::uint64_t seed);

    /// `torch.rand(n)`.
    template <class Scalar>
    [[nodiscard]] std::vector<Scalar> rand(Index n);

    /// `torch.empty(n).uniform_(low, high)`; low <= high.
    template <class Scalar>
    [[nodiscard]] std::vector<Scalar> uniform(Index n, double low, double high);

    /// `torch.randn(n)`. From 16 values on the numbers come in blocks of 16 and the last 16 are
    /// drawn again where n is not a multiple of 16: randn(18) does not begin with randn(16).
    template <class Scalar>
    [[nodiscard]] std::vector<Scalar> randn(Index n);

    /// `torch.empty(n).normal_(mean, std)`; std 0 or more.
    template <class Scalar>
    [[nodiscard]] std::vector<Scalar> normal(Index n, double mean, double std);

    /// `nn.Linear(in, out, bias)`: the weight first, then the bias; in and out at least 1.
    [[nodiscard]] Linear linear(Index in, Index out, bool bias);

    /// `torch.randint(low, high, (n,))`: low <= each < high.
    [[nodiscard]] std::vector<std::int64_t> randint(Index n, std::int64_t low, std::int64_t high);

    /// `torch.randperm(n)`: 0 ... n-1 in random order.
    [[nodiscard]] std::vector<std::int64_t> randperm(Index n);

    /// True where the same numbers follow.
    bool operator==(const TorchGenerator&) const = default;

private:
    [[nodiscard]] std::uint64_t next64();
    template <class Scalar>
    [[nodiscard]] Scalar nextUniform();
    [[nodiscard]] double nextNormal();

    Mt19937 engine_;
    std::optional<double> cached_normal_;  ///< second of a pair, kept across calls of n < 16
};

}  // namespace lookback
