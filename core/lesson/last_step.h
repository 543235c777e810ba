#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "core/lesson/evaluate.h"

namespace lookback {

/// The last operation of a number that a task asks for.
enum class LastOperation : std::uint8_t {
    product,      ///< a sum gets its last product, `a` times `b`
    bias,         ///< `b` is added to a sum of products
    division,     ///< `a` is divided by `b`
    mask,         ///< the mask changes `a`, or keeps it
    softmax,      ///< e to the power of `a` is divided by the sum of the row
    renormalize,  ///< `a` is divided by `b`, the sum of its row
    token,        ///< a sum over tokens gets the number of its last token
    addend,       ///< `b` is added to `a`
    subtrahend,   ///< `b` is subtracted from `a`
    factor,       ///< `a` is multiplied by `b`
    other,        ///< one operand, `a`
};

struct LastStep {
    LastOperation operation = LastOperation::other;
    double before = 0;  ///< the number as it is before this operation
    double a = 0;
    double b = 0;
    Index token = 0;  ///< of `token`: its place, from 0
};

/// The last step of the computation of a number: of a cell, as its stage computes it; else of the
/// expression. Errors: it has no step before its last one, as a number that is given or counted.
/// @param of the task's expression
[[nodiscard]] Result<LastStep> lastStep(const Expression& of, const LessonFacts& facts);

}  // namespace lookback
