#pragma once

#include "core/attention/stages.h"

namespace lookback {

/// So many matrices of the same size. A document may ask for more cells than an Index can count.
struct TensorShape {
    Index heads = 0;
    Index rows = 0;
    Index cols = 0;

    [[nodiscard]] double cells() const {
        return static_cast<double>(heads) * static_cast<double>(rows) * static_cast<double>(cols);
    }
};

/// What a stage is in the trace of a document that calls for it.
[[nodiscard]] TensorShape shapeOf(const Stage& row, const Document& document);

/// What the stage is as the right operand of products; without heads where it is none.
[[nodiscard]] TensorShape operandShapeOf(const Stage& row, const Document& document);

}  // namespace lookback
