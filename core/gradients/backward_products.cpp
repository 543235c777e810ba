#include "core/gradients/backward_kernels.h"

namespace lookback {
namespace {

/// Adds a product of a matrix and panels to `into`: each number is one sum in the order of its
/// terms, begun with the number that is there. Products of 16-bit matrices are computed in float
/// and rounded once before they are added.
template <class Scalar>
void addRows(MatrixSink<Scalar> into, const MatrixRef<WideOf<Scalar>>& left,
             const Panels<WideOf<Scalar>>& right) {
    using Wide = WideOf<Scalar>;
    const RowsOf<const Wide> rows{left.data(), left.outerStride(), left.rows()};
    if constexpr (std::is_same_v<Scalar, Wide>) {
        multiplyRows<Wide>(rows, right, {0, right.cols}, Terms::all,
                           {into.data(), into.outerStride(), into.rows()}, true);
    } else {
        Matrix<Wide> sums(into.rows(), into.cols());
        multiplyRows<Wide>(rows, right, {0, right.cols}, Terms::all,
                           {sums.data(), sums.outerStride(), sums.rows()});
        into += sums.template cast<Scalar>();
    }
}

/// A matrix in the scalar of products. @return the matrix itself where it has that scalar
template <class Scalar>
decltype(auto) widened(const MatrixRef<Scalar>& matrix) {
    if constexpr (std::is_same_v<Scalar, WideOf<Scalar>>) {
        return (matrix);
    } else {
        return Matrix<WideOf<Scalar>>(matrix.template cast<WideOf<Scalar>>());
    }
}

}  // namespace

template <class Scalar>
void addProduct(MatrixSink<Scalar> into, const MatrixRef<Scalar>& left,
                const MatrixRef<Scalar>& right) {
    RightOperand<WideOf<Scalar>> operand;
    addRows<Scalar>(into, widened<Scalar>(left), operand.take(right));
}

template <class Scalar>
void addProductOfTransposed(MatrixSink<Scalar> into, const MatrixRef<Scalar>& left,
                            const MatrixRef<Scalar>& right) {
    using Wide = WideOf<Scalar>;
    RightOperand<Wide> operand;
    const Matrix<Wide> turned = left.transpose().template cast<Wide>();
    addRows<Scalar>(into, turned, operand.take(right));
}

template <class Scalar>
void addProductWithTransposed(MatrixSink<Scalar> into, const MatrixRef<Scalar>& left,
                              const MatrixRef<Scalar>& right) {
    RightOperand<WideOf<Scalar>> operand;
    addRows<Scalar>(into, widened<Scalar>(left), operand.takeTransposed(right));
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
