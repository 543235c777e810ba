#pragma once

#include <cstdint>

#include <Eigen/Core>

namespace lookback {

/// How a value is stored, and so how many digits identify it.
enum class ScalarKind : std::uint8_t { boolean, bfloat16, float16, float32, float64 };

/// The kind of a C++ type.
template <class Scalar>
inline constexpr ScalarKind kKindOf = ScalarKind::boolean;
template <>
inline constexpr ScalarKind kKindOf<Eigen::bfloat16> = ScalarKind::bfloat16;
template <>
inline constexpr ScalarKind kKindOf<Eigen::half> = ScalarKind::float16;
template <>
inline constexpr ScalarKind kKindOf<float> = ScalarKind::float32;
template <>
inline constexpr ScalarKind kKindOf<double> = ScalarKind::float64;

/// The value as the scalar holds it: the nearest, ties to even; infinity beyond the range. 16-bit
/// scalars are reached through float, as PyTorch converts numbers of Python; NumPy, which rounds
/// only once, differs where a number lies less than half a float beside a tie.
[[nodiscard]] double roundedTo(double value, ScalarKind kind);

}  // namespace lookback
