#pragma once

#include <array>
#include <optional>
#include <vector>

#include "core/base/result.h"
#include "core/document/document.h"
#include "core/engine/trace.h"

namespace lookback {

/// A side of a comparison.
enum class Side : std::uint8_t { a, b };

/// A value for each of the two sides.
template <class T>
struct BothSides {
    T a{};
    T b{};

    [[nodiscard]] T& of(Side side) { return side == Side::a ? a : b; }
    [[nodiscard]] const T& of(Side side) const { return side == Side::a ? a : b; }
};

/// A document with its trace: in full, or the compared stage, the mask and the result.
struct ComparedSide {
    const Document& document;
    const Trace& trace;
};

/// The two variants of a comparison; differences are B − A.
struct Compared {
    ComparedSide a;
    ComparedSide b;

    [[nodiscard]] const ComparedSide& of(Side side) const { return side == Side::a ? a : b; }
};

[[nodiscard]] constexpr Side otherThan(Side side) { return side == Side::a ? Side::b : Side::a; }

/// The stages that both documents call for, in the order of A.
[[nodiscard]] std::vector<MatrixId> commonStages(const Document& a, const Document& b);

/// The size of a stage: "3 × 3", or "2 × 3 × 3" where it has two heads.
[[nodiscard]] Message stageSize(MatrixId id, const Document& document);

/// The fault of comparing a stage of two documents, found before anything is computed; nothing
/// where the stage can be compared.
/// Errors: `where` is the stage, which A or B lacks, or which has another shape in B than in A.
[[nodiscard]] std::optional<Error> comparisonFault(const Document& a, const Document& b,
                                                   MatrixId id);

/// The fault of two traces that together take more than `allowed` bytes; nothing where they do not.
/// Errors: `where` is as in `memoryFault`, of the larger document.
[[nodiscard]] std::optional<Error> comparisonMemoryFault(const Document& a, const Document& b,
                                                         double allowed);

/// b - a. Equal numbers differ by 0: so does one infinity from itself, and NaN from NaN, where
/// nothing has changed. Everything else is as IEEE 754 has it: a number from an infinity differs by
/// an infinity, anything from NaN by NaN.
[[nodiscard]] double numberDifference(double a, double b);

/// B − A, number by number, in double precision for all dtypes; the cells of a mask differ by
/// 1, 0 or -1. @param id a stage without `comparisonFault`
/// @return the shape of the stage, all heads
[[nodiscard]] Tensor stageDifference(const Compared& compared, MatrixId id);

}  // namespace lookback
