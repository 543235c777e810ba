#pragma once

#include "core/base/matrix.h"

namespace lookback {

struct Document;

/// The widths of a model, and its number of heads.
struct DocumentShape {
    Index d_model = 4;  ///< numbers of an embedding
    Index d_k = 4;      ///< of a query and of a key, in each head
    Index d_v = 4;      ///< of a value, in each head
    Index heads = 1;

    bool operator==(const DocumentShape&) const = default;
};

// The bounds within which the window changes a shape; files may have others.
inline constexpr DocumentShape kLeastShape{.d_model = 2, .d_k = 1, .d_v = 1, .heads = 1};
inline constexpr DocumentShape kMostShape{.d_model = 64, .d_k = 64, .d_v = 64, .heads = 16};

[[nodiscard]] DocumentShape shapeOf(const Document& document);

/// Returns the wished shape within the bounds. A number of `now` that is out of bounds may stay.
[[nodiscard]] DocumentShape boundedShape(const DocumentShape& wished, const DocumentShape& now);

}  // namespace lookback
