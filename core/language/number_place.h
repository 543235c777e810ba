#pragma once

#include "core/base/matrix.h"

namespace lookback {

/// One number of a model's parameters.
struct NumberPlace {
    std::size_t matrix = 2;  ///< a place in kParameters; the queries' weights
    Index row = 0;
    Index col = 0;

    bool operator==(const NumberPlace&) const = default;
};

}  // namespace lookback
