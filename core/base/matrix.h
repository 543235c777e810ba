#pragma once

#include <compare>
#include <memory>
#include <type_traits>

#include <Eigen/Core>

#include "core/base/index.h"

namespace lookback {

static_assert(std::is_same_v<Index, Eigen::Index>);

template <class Scalar>
using Matrix = Eigen::Matrix<Scalar, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

/// A parameter that binds a matrix or a block of its columns without a copy; a transpose is copied.
template <class Scalar>
using MatrixRef = Eigen::Ref<const Matrix<Scalar>, 0, Eigen::OuterStride<>>;

/// A place in a matrix. In (n, n) matrices: row = the token that asks, col = the token asked.
struct Cell {
    Index row = 0;
    Index col = 0;

    auto operator<=>(const Cell&) const = default;
};

/// A matrix that documents share until one of them changes it (copy on write).
class SharedMatrix {
public:
    SharedMatrix() : values_(std::make_shared<const Matrix<double>>()) {}
    SharedMatrix(Matrix<double> values)
        : values_(std::make_shared<const Matrix<double>>(std::move(values))) {}

    [[nodiscard]] const Matrix<double>& get() const { return *values_; }
    [[nodiscard]] Index rows() const { return values_->rows(); }
    [[nodiscard]] Index cols() const { return values_->cols(); }
    [[nodiscard]] double operator()(Index row, Index col) const { return (*values_)(row, col); }

    /// Changes one number; other holders of the matrix keep theirs.
    void set(Cell cell, double value) {
        Matrix<double> changed = *values_;
        changed(cell.row, cell.col) = value;
        *this = SharedMatrix(std::move(changed));
    }

    /// True where both hold the very same numbers in memory.
    [[nodiscard]] bool isShared(const SharedMatrix& other) const {
        return values_ == other.values_;
    }
    bool operator==(const SharedMatrix& other) const {
        return isShared(other) ||
               (rows() == other.rows() && cols() == other.cols() && *values_ == *other.values_);
    }

private:
    std::shared_ptr<const Matrix<double>> values_;
};

}  // namespace lookback
