#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <type_traits>

#include "core/base/index.h"

namespace lookback {

// The loops that take most of the time, compiled for several instruction sets (vector_set.cpp). The
// program chooses the best that its processor has: so one build is fast everywhere, and gives the
// same numbers on one machine however all else was compiled.

/// The rows of a left operand or of a result.
template <class Scalar>
struct RowsOf {
    Scalar* numbers;
    Index stride;
    Index count;
};

/// Neighbouring columns of a right operand, row by row.
template <class Scalar>
struct Panel {
    const Scalar* numbers;  ///< depth * width
    Index depth;
    Index width;   ///< a power of two, from the narrowest to the widest of `VectorKernels`
    Index filled;  ///< columns without padding; fewer than `width` only for the narrowest width
};

/// The terms that a product adds up.
enum class Terms : std::uint8_t {
    all,
    /// The terms whose left factor is not 0. Where the right operand is finite, the sum is the same
    /// but for the sign of a 0, which is made +0. With a causal mask these are half of all terms.
    counting,
};

/// The kernels of one instruction set, for float or double.
template <class Scalar>
struct VectorKernels {
    Index widest_panel;     ///< columns, a power of two
    Index narrowest_panel;  ///< columns, a power of two

    /// The product of rows with a panel. Each number is one sum in the order of its terms.
    /// @param left (rows, panel.depth) @param result (rows, panel.filled), with the same rows, at
    /// least one @param go_on adds to the numbers in `result`
    void (*multiply)(const RowsOf<const Scalar>& left, const Panel<Scalar>& panel, Terms terms,
                     bool go_on, const RowsOf<Scalar>& result);

    /// Softmax over each of some rows (its maximum is subtracted first). A row that is -inf
    /// throughout, or holds a NaN, is NaN throughout, as in PyTorch.
    /// @param stride from row to row, of scores and weights @param weights may be the scores
    void (*softmax)(const Scalar* scores, Index rows, Index size, Index stride, Scalar* weights);

    /// True where no number is infinite or NaN.
    bool (*all_finite)(const Scalar* numbers, Index size);

    /// Divides numbers by one number. @param result may be the numbers
    void (*divide)(const Scalar* numbers, Index size, Scalar by, Scalar* result);

    /// Copies numbers where `kept` is not 0 and writes another number elsewhere.
    void (*fill)(const Scalar* numbers, const unsigned char* kept, Index size, Scalar other,
                 Scalar* result);
};

/// An instruction set, with its kernels.
struct VectorSet {
    std::string_view name;
    bool is_supported;  ///< by this processor
    const VectorKernels<float>& floats;
    const VectorKernels<double>& doubles;
};

/// All instruction sets of this build, the best first. Every processor has the last.
[[nodiscard]] std::span<const VectorSet> vectorSets();

/// The instruction set that the environment names in LOOKBACK_VECTOR_SET, where this processor has
/// it; else the best that this processor has.
[[nodiscard]] const VectorSet& bestVectorSet();

/// The kernels of the best instruction set.
template <class Scalar>
[[nodiscard]] const VectorKernels<Scalar>& vectorKernels() {
    static const VectorSet& best = bestVectorSet();
    if constexpr (std::is_same_v<Scalar, float>) {
        return best.floats;
    } else {
        static_assert(std::is_same_v<Scalar, double>);
        return best.doubles;
    }
}

}  // namespace lookback
