#include "core/gradients/backward_kernels.h"

namespace lookback {
namespace {

// Products of 16-bit matrices are computed in float. Matrices are column-major, as in Eigen's
// product within an expression: the order of storage decides the order of additions.
using FloatProduct = Eigen::MatrixXf;

FloatProduct multiplied(const Matrix<float>& left, const Matrix<float>& right) {
    return left * right;
}

FloatProduct multipliedTransposed(const Matrix<float>& left, const Matrix<float>& right) {
    return left.transpose() * right;
}

FloatProduct multipliedWithTransposed(const Matrix<float>& left, const Matrix<float>& right) {
    return left * right.transpose();
}

/// Adds a product of 16-bit matrices, rounded once. @param multiply one of the functions above
template <class Scalar, class Multiply>
void addRounded(MatrixSink<Scalar> into, const MatrixRef<Scalar>& left,
                const MatrixRef<Scalar>& right, Multiply multiply) {
    into +=
        multiply(left.template cast<float>(), right.template cast<float>()).template cast<Scalar>();
}

}  // namespace

template <class Scalar>
void addProduct(MatrixSink<Scalar> into, const MatrixRef<Scalar>& left,
                const MatrixRef<Scalar>& right) {
    if constexpr (sizeof(Scalar) == 2) {
        addRounded<Scalar>(into, left, right, multiplied);
    } else {
        into.noalias() += left * right;
    }
}

template <class Scalar>
void addProductOfTransposed(MatrixSink<Scalar> into, const MatrixRef<Scalar>& left,
                            const MatrixRef<Scalar>& right) {
    if constexpr (sizeof(Scalar) == 2) {
        addRounded<Scalar>(into, left, right, multipliedTransposed);
    } else {
        into.noalias() += left.transpose() * right;
    }
}

template <class Scalar>
void addProductWithTransposed(MatrixSink<Scalar> into, const MatrixRef<Scalar>& left,
                              const MatrixRef<Scalar>& right) {
    if constexpr (sizeof(Scalar) == 2) {
        addRounded<Scalar>(into, left, right, multipliedWithTransposed);
    } else {
        into.noalias() += left * right.transpose();
    }
}

#define LOOKBACK_ADD_PRODUCTS(Scalar)                                                    \
    template void addProduct(MatrixSink<Scalar>, const MatrixRef<Scalar>&,               \
                             const MatrixRef<Scalar>&);                                  \
    template void addProductOfTransposed(MatrixSink<Scalar>, const MatrixRef<Scalar>&,   \
                                         const MatrixRef<Scalar>&);                      \
    template void addProductWithTransposed(MatrixSink<Scalar>, const MatrixRef<Scalar>&, \
                                           const MatrixRef<Scalar>&);
LOOKBACK_ADD_PRODUCTS(double)
LOOKBACK_ADD_PRODUCTS(float)
LOOKBACK_ADD_PRODUCTS(Eigen::half)
LOOKBACK_ADD_PRODUCTS(Eigen::bfloat16)
#undef LOOKBACK_ADD_PRODUCTS

}  // namespace lookback
