#pragma once

#include <cstdint>

#include "core/document/document.h"

namespace lookback {

/// The finite values of a precision in their order: 0 at place 0, the least above it at 1, the
/// greatest at `last()`; those below 0 mirrored.
class HeldValues {
public:
    explicit HeldValues(DType dtype);

    [[nodiscard]] std::int64_t last() const { return last_; }
    /// @param place from -last() to last()
    [[nodiscard]] double at(std::int64_t place) const;

private:
    ScalarKind kind_;
    std::int64_t last_ = 0;
};

}  // namespace lookback
