#pragma once

#include <array>
#include <optional>
#include <vector>

#include "core/attention/trace.h"
#include "core/base/result.h"
#include "core/document/document.h"

namespace lookback {

/// One of the two that are compared.
enum class Side : std::uint8_t { a, b };

/// A value for each of the two sides.
template <class T>
struct BothSides {
    T a{};
    T b{};

    [[nodiscard]] T& of(Side side) { return side == Side::a ? a : b; }
    [[nodiscard]] const T& of(Side side) const { return side == Side::a ? a : b; }
};

/// A document with what was computed from it: all of it, or the stage that is compared, the mask
/// and the result.
struct ComparedSide {
    const Document& document;
    const Trace& trace;
};

/// Two variants, and what is looked at is how B differs from A.
struct Compared {
    ComparedSide a;
    ComparedSide b;

    [[nodiscard]] const ComparedSide& of(Side side) const { return side == Side::a ? a : b; }
};

[[nodiscard]] constexpr Side otherThan(Side side) { return side == Side::a ? Side::b : Side::a; }

/// The stages that both documents call for, in the order of A.
[[nodiscard]] std::vector<MatrixId> commonStages(const Document& a, const Document& b);

/// Why a stage of both cannot be compared, asked before anything is computed; nothing where it can.
/// Errors: `where` is the stage; it is none of A or of B, or has another shape in B than in A.
[[nodiscard]] std::optional<Error> comparisonFault(const Document& a, const Document& b,
                                                   MatrixId id);

/// Why both traces together take more memory than they may; nothing where they do not.
/// @param allowed bytes. Errors: `where` is as in `memoryFault`, of the larger document.
[[nodiscard]] std::optional<Error> comparisonMemoryFault(const Document& a, const Document& b,
                                                         double allowed);

/// b - a. Equal numbers differ by 0: so does one infinity from itself, and NaN from NaN, where
/// nothing has changed. Everything else is as IEEE 754 has it: a number from an infinity differs by
/// an infinity, anything from NaN by NaN.
[[nodiscard]] double numberDifference(double a, double b);

/// B less A, number by number, in double precision whatever the dtypes; the cells of a mask differ
/// by 1, 0 or -1. @param id a stage without `comparisonFault`
/// @return the shape of the stage, all heads
[[nodiscard]] Tensor stageDifference(const Compared& compared, MatrixId id);

}  // namespace lookback
