#pragma once

#include <Eigen/Core>
#include <cassert>
#include <cstdint>

#include "core/base/matrix.h"

namespace lookback {

/// The type in which a value is stored, which decides how many digits identify it.
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

/// Reads a matrix of any scalar; the matrix must outlive the view. Values widen without loss.
class MatrixView {
public:
    MatrixView() = default;
    MatrixView(const void* data, ScalarKind kind, Index rows, Index cols, Index stride)
        : data_(data), rows_(rows), cols_(cols), stride_(stride), stored_(kind), kind_(kind) {}
    MatrixView(const Matrix<double>& matrix)  // NOLINT(google-explicit-constructor): a view is free
        : MatrixView(matrix.data(), ScalarKind::float64, matrix.rows(), matrix.cols(),
                     matrix.cols()) {}
    /// A view of doubles that reads each as the nearest value of another kind.
    MatrixView(const Matrix<double>& matrix, ScalarKind kind) : MatrixView(matrix) { kind_ = kind; }

    [[nodiscard]] Index rows() const { return rows_; }
    [[nodiscard]] Index cols() const { return cols_; }
    [[nodiscard]] ScalarKind kind() const { return kind_; }
    [[nodiscard]] bool empty() const { return rows_ == 0 || cols_ == 0; }

    /// The value at a cell; booleans read as 1 and 0.
    [[nodiscard]] double operator()(Index row, Index col) const {
        assert(row >= 0 && row < rows_ && col >= 0 && col < cols_);
        const Index at = row * stride_ + col;
        switch (stored_) {
            case ScalarKind::boolean: return static_cast<const unsigned char*>(data_)[at];
            case ScalarKind::bfloat16:
                return asFloat(static_cast<const Eigen::bfloat16*>(data_)[at]);
            case ScalarKind::float16: return asFloat(static_cast<const Eigen::half*>(data_)[at]);
            case ScalarKind::float32: return asFloat(static_cast<const float*>(data_)[at]);
            case ScalarKind::float64: break;
        }
        const double value = static_cast<const double*>(data_)[at];
        return kind_ == ScalarKind::float64 ? value : roundedTo(value, kind_);
    }
    [[nodiscard]] double operator()(Cell cell) const { return (*this)(cell.row, cell.col); }

    /// Calls `read` with all numbers as an Eigen matrix of the type in which they are stored: the
    /// type is tested once for the whole matrix, not for each number. @return the result of `read`
    template <class Read>
    decltype(auto) visit(Read read) const {
        switch (stored_) {
            case ScalarKind::boolean: return read(as<unsigned char>());
            case ScalarKind::bfloat16: return read(as<Eigen::bfloat16>());
            case ScalarKind::float16: return read(as<Eigen::half>());
            case ScalarKind::float32: return read(as<float>());
            case ScalarKind::float64: break;
        }
        return read(as<double>());
    }

    /// Where the numbers begin, `stride` of them a row; they must be stored as such.
    template <class Scalar>
    [[nodiscard]] const Scalar* data() const {
        assert(stored_ == kKindOf<Scalar>);
        return static_cast<const Scalar*>(data_);
    }
    [[nodiscard]] Index stride() const { return stride_; }

    /// One row as a matrix.
    [[nodiscard]] MatrixView row(Index row) const { return block({row, 0}, 1, cols_); }

    /// `count` columns from `first` on.
    [[nodiscard]] MatrixView columns(Index first, Index count) const {
        return block({0, first}, rows_, count);
    }

    /// `rows` x `cols` cells from the cell `first` on.
    [[nodiscard]] MatrixView block(Cell first, Index rows, Index cols) const {
        assert(first.row >= 0 && first.row + rows <= rows_);
        assert(first.col >= 0 && first.col + cols <= cols_);
        MatrixView part = *this;
        // A matrix without numbers may have no memory to point into.
        const Index offset = empty() ? 0 : (first.row * stride_ + first.col) * bytes();
        part.data_ = static_cast<const char*>(data_) + offset;
        part.rows_ = rows;
        part.cols_ = cols;
        return part;
    }

private:
    template <class Scalar>
    [[nodiscard]] static double asFloat(Scalar value) {
        return static_cast<double>(static_cast<float>(value));
    }

    template <class Scalar>
    using Stored = Eigen::Map<const Matrix<Scalar>, 0, Eigen::OuterStride<>>;
    template <class Scalar>
    [[nodiscard]] Stored<Scalar> as() const {
        return {static_cast<const Scalar*>(data_), rows_, cols_, Eigen::OuterStride<>(stride_)};
    }

    [[nodiscard]] Index bytes() const {
        switch (stored_) {
            case ScalarKind::boolean: return 1;
            case ScalarKind::bfloat16:
            case ScalarKind::float16: return 2;
            case ScalarKind::float32: return 4;
            case ScalarKind::float64: break;
        }
        return 8;
    }

    const void* data_ = nullptr;
    Index rows_ = 0;
    Index cols_ = 0;
    Index stride_ = 0;
    ScalarKind stored_ = ScalarKind::float64;  ///< in memory
    ScalarKind kind_ = ScalarKind::float64;    ///< of the values read
};

}  // namespace lookback
