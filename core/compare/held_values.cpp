#include "core/compare/held_values.h"

#include <cassert>
#include <cstdlib>

namespace lookback {
namespace {

using Eigen::numext::bit_cast;

/// The bits of a value that is not below 0 count the values up to it.
double heldAt(std::int64_t bits, ScalarKind kind) {
    switch (kind) {
        case ScalarKind::bfloat16:
            return static_cast<float>(bit_cast<Eigen::bfloat16>(static_cast<std::uint16_t>(bits)));
        case ScalarKind::float16:
            return static_cast<float>(bit_cast<Eigen::half>(static_cast<std::uint16_t>(bits)));
        case ScalarKind::float32: return bit_cast<float>(static_cast<std::uint32_t>(bits));
        case ScalarKind::float64:
        case ScalarKind::boolean: break;
    }
    return bit_cast<double>(bits);
}

std::int64_t bitsOf(double value, ScalarKind kind) {
    const auto narrow = static_cast<float>(value);
    switch (kind) {
        case ScalarKind::bfloat16:
            return bit_cast<std::uint16_t>(static_cast<Eigen::bfloat16>(narrow));
        case ScalarKind::float16: return bit_cast<std::uint16_t>(static_cast<Eigen::half>(narrow));
        case ScalarKind::float32: return bit_cast<std::uint32_t>(narrow);
        case ScalarKind::float64:
        case ScalarKind::boolean: break;
    }
    return bit_cast<std::int64_t>(value);
}

}  // namespace

HeldValues::HeldValues(DType dtype)
    : kind_(info(dtype).kind), last_(bitsOf(info(dtype).largest, kind_)) {}

double HeldValues::at(std::int64_t place) const {
    assert(std::abs(place) <= last_);
    const double size = heldAt(std::abs(place), kind_);
    return place < 0 ? -size : size;
}

}  // namespace lookback
