#pragma once

#include <cassert>
#include <cstdint>

#include "core/base/matrix.h"

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

/// Reads a matrix of any scalar; the matrix must outlive the view. Values widen without loss.
class MatrixView {
public:
    MatrixView() = default;
    MatrixView(const void* data, ScalarKind kind, Index rows, Index cols, Index stride)
        : data_(data), rows_(rows), cols_(cols), stride_(stride), kind_(kind) {}
    MatrixView(const Matrix<double>& matrix)  // NOLINT(google-explicit-constructor): a view is free
        : MatrixView(matrix.data(), ScalarKind::float64, matrix.rows(), matrix.cols(),
                     matrix.cols()) {}

    [[nodiscard]] Index rows() const { return rows_; }
    [[nodiscard]] Index cols() const { return cols_; }
    [[nodiscard]] ScalarKind kind() const { return kind_; }
    [[nodiscard]] bool empty() const { return rows_ == 0 || cols_ == 0; }

    /// The value at a cell; booleans read as 1 and 0.
    [[nodiscard]] double operator()(Index row, Index col) const {
        assert(row >= 0 && row < rows_ && col >= 0 && col < cols_);
        const Index at = row * stride_ + col;
        switch (kind_) {
            case ScalarKind::boolean: return static_cast<const unsigned char*>(data_)[at];
            case ScalarKind::bfloat16:
                return asFloat(static_cast<const Eigen::bfloat16*>(data_)[at]);
            case ScalarKind::float16: return asFloat(static_cast<const Eigen::half*>(data_)[at]);
            case ScalarKind::float32: return asFloat(static_cast<const float*>(data_)[at]);
            case ScalarKind::float64: break;
        }
        return static_cast<const double*>(data_)[at];
    }
    [[nodiscard]] double operator()(Cell cell) const { return (*this)(cell.row, cell.col); }

    /// One row as a matrix.
    [[nodiscard]] MatrixView row(Index row) const {
        assert(row >= 0 && row < rows_);
        return {static_cast<const char*>(data_) + row * stride_ * bytes(), kind_, 1, cols_,
                stride_};
    }

    /// `count` columns from `first` on.
    [[nodiscard]] MatrixView columns(Index first, Index count) const {
        assert(first >= 0 && first + count <= cols_);
        const char* const start = static_cast<const char*>(data_) + first * bytes();
        return {start, kind_, rows_, count, stride_};
    }

    /// `rows` x `cols` cells from the cell `first` on.
    [[nodiscard]] MatrixView block(Cell first, Index rows, Index cols) const {
        assert(first.row >= 0 && first.row + rows <= rows_);
        const MatrixView side = columns(first.col, cols);
        return {static_cast<const char*>(side.data_) + first.row * stride_ * bytes(), kind_, rows,
                cols, stride_};
    }

private:
    template <class Scalar>
    [[nodiscard]] static double asFloat(Scalar value) {
        return static_cast<double>(static_cast<float>(value));
    }

    [[nodiscard]] Index bytes() const {
        switch (kind_) {
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
    ScalarKind kind_ = ScalarKind::float64;
};

}  // namespace lookback
