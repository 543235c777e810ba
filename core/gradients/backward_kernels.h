#pragma once

#include <cmath>
#include <type_traits>

#include "core/engine/kernels.h"
#include "core/engine/scalar.h"
#include "core/gradients/backward_stages.h"

namespace lookback {

/// One generic function instantiated for every scalar.
template <class Function>
constexpr BackwardKernel backwardKernel(Function) {
    constexpr auto kRun = [](auto& pass) { Function{}(pass); };
    return {kRun, kRun, kRun, kRun};
}

/// Runs the function for the scalar of a pass.
template <class Scalar>
void run(const BackwardKernel& function, BackwardPass<Scalar>& pass) {
    std::get<PullIn<Scalar>>(function)(pass);
}

/// The scalar of a pass.
template <class Pass>
using ScalarOf = typename std::decay_t<Pass>::Number;

/// A row to compute with: in float where the scalar has 16 bits.
template <class Scalar>
using WideRow = Eigen::Array<WideOf<Scalar>, 1, Eigen::Dynamic>;

/// A matrix, or a block of its columns, to add to.
template <class Scalar>
using MatrixSink = Eigen::Ref<Matrix<Scalar>, 0, Eigen::OuterStride<>>;

// The products of gradients, added to `into`, by the kernels of packed_panels.h.

/// into += left * right. @param left (r, m) @param right (m, c) @param into (r, c)
template <class Scalar>
void addProduct(MatrixSink<Scalar> into, const MatrixRef<Scalar>& left,
                const MatrixRef<Scalar>& right);
/// into += left^T * right. @param left (m, r) @param right (m, c) @param into (r, c)
template <class Scalar>
void addProductOfTransposed(MatrixSink<Scalar> into, const MatrixRef<Scalar>& left,
                            const MatrixRef<Scalar>& right);
/// into += left * right^T. @param left (r, m) @param right (c, m) @param into (r, c)
template <class Scalar>
void addProductWithTransposed(MatrixSink<Scalar> into, const MatrixRef<Scalar>& left,
                              const MatrixRef<Scalar>& right);

/// into = left^T * right, of any size before. Shapes as in `addProductOfTransposed`.
template <class Scalar>
void setProductOfTransposed(Matrix<Scalar>& into, const MatrixRef<Scalar>& left,
                            const MatrixRef<Scalar>& right) {
    into.setZero(left.cols(), right.cols());
    addProductOfTransposed<Scalar>(into, left, right);
}

/// into = left * right^T, of any size before. Shapes as in `addProductWithTransposed`.
template <class Scalar>
void setProductWithTransposed(Matrix<Scalar>& into, const MatrixRef<Scalar>& left,
                              const MatrixRef<Scalar>& right) {
    into.setZero(left.rows(), right.rows());
    addProductWithTransposed<Scalar>(into, left, right);
}

/// Calls `pull(head, gradient, gradient of the left operand)` for every head of a stage.
template <class Scalar, class Pull>
void pullEach(BackwardPass<Scalar>& pass, MatrixId id, Pull pull) {
    const MatrixId into = stage(id).left(pass.document);
    for (Index head = 0; head < pass.document.heads; ++head) {
        pull(head, pass.grad(id, head), pass.grad(into, head));
    }
}

/// Back to the bias that a stage adds: db = the sum of the rows of each column. In 16 bits it is
/// added up in float and rounded once.
template <class Scalar>
void unbias(BackwardPass<Scalar>& pass, MatrixId id) {
    const std::optional<MatrixId> bias = biasOf(pass.document, id);
    if (!bias) return;
    auto into = pass.grad(*bias);
    const Index heads = info(id).per_head ? pass.document.heads : 1;
    for (Index head = 0; head < heads; ++head) {
        const auto down = pass.grad(id, head);
        into.middleCols(head * down.cols(), down.cols()) +=
            down.template cast<WideOf<Scalar>>().colwise().sum().template cast<Scalar>();
    }
}

/// Back through queries, keys or values: to the weights, to the bias and to their left operand.
/// @param weights (d_in, heads*width)
template <class Scalar>
void unproject(BackwardPass<Scalar>& pass, MatrixId id, const SharedMatrix& weights) {
    const Matrix<Scalar> w = weights.get().template cast<Scalar>();
    const Index width = w.cols() / pass.document.heads;
    const MatrixId input = stage(id).left(pass.document);
    const auto x = pass.value(input);
    auto down_x = pass.grad(input);
    auto down_w = pass.grad(stage(id).right(pass.document));
    for (Index head = 0; head < pass.document.heads; ++head) {
        const auto down = pass.grad(id, head);
        addProductWithTransposed<Scalar>(down_x, down, w.middleCols(head * width, width));
        addProductOfTransposed<Scalar>(down_w.middleCols(head * width, width), x, down);
    }
    unbias(pass, id);
}

/// Back through a rotation: each pair of dimensions is turned by the opposite angle.
template <class Scalar>
void rotateBack(BackwardPass<Scalar>& pass, MatrixId id) {
    pullEach(pass, id, [&](Index, auto down, auto into) {
        eachTurn<Scalar>(pass.document, {0, down.rows()},
                         [&](Index token, Index first, Index second, Scalar cosine, Scalar sine) {
                             const Scalar a = down(token, first);
                             const Scalar b = down(token, second);
                             into(token, first) += a * cosine + b * sine;
                             into(token, second) += b * cosine - a * sine;
                         });
    });
}

/// Back through c * tanh(S / c): dS = dS_c * (1 - tanh(S / c)^2). In 16 bits each step is rounded,
/// as in PyTorch.
template <class Scalar>
void uncap(BackwardPass<Scalar>& pass) {
    using Wide = WideOf<Scalar>;
    const auto cap = static_cast<Scalar>(*pass.document.softcap);
    pullEach(pass, MatrixId::capped_scores, [&](Index head, auto down, auto into) {
        const auto scores = pass.value(MatrixId::scaled_scores, head);
        for (Index query = 0; query < down.rows(); ++query) {
            for (Index key = 0; key < down.cols(); ++key) {
                const auto bent = static_cast<Wide>(tanhOf(scores(query, key) / cap));
                const auto whole = static_cast<Wide>(Scalar(down(query, key) * cap));
                into(query, key) += static_cast<Scalar>(whole * (1 - bent * bent)) / cap;
            }
        }
    });
}

/// `softmaxBack` where softmax is over columns: the sum of dA * A is over the column.
template <class Scalar, class Depends>
void columnSoftmaxBack(BackwardPass<Scalar>& pass, MatrixId id, Depends depends) {
    using Wide = WideOf<Scalar>;
    pullEach(pass, id, [&](Index head, auto down, auto into) {
        const auto weights = pass.value(id, head);
        const auto all = [&](Index row) { return down.row(row).array().template cast<Wide>(); };
        const auto parts = [&](Index row) {
            return weights.row(row).array().template cast<Wide>();
        };
        WideRow<Scalar> sums = WideRow<Scalar>::Zero(down.cols());
        for (Index row = 0; row < down.rows(); ++row) {
            if (depends(row)) sums += all(row) * parts(row);
        }
        const WideRow<Scalar> means = sums.template cast<Scalar>().template cast<Wide>();
        for (Index row = 0; row < down.rows(); ++row) {
            if (!depends(row)) continue;
            into.row(row).array() += (parts(row) * (all(row) - means)).template cast<Scalar>();
        }
    });
}

/// Back through softmax along each row: dS = A * (dA - sum of dA * A over the row). In 16 bits the
/// sum is rounded, as in PyTorch, and then the result.
/// @param depends false for a row of weights that depends on nothing
template <class Scalar, class Depends>
void softmaxBack(BackwardPass<Scalar>& pass, MatrixId id, Depends depends) {
    if (isOverColumns(pass.document.masking)) return columnSoftmaxBack(pass, id, depends);
    pullEach(pass, id, [&](Index head, auto down, auto into) {
        const auto weights = pass.value(id, head);
        for (Index row = 0; row < down.rows(); ++row) {
            if (!depends(row)) continue;
            const auto all = down.row(row).array().template cast<WideOf<Scalar>>();
            const auto parts = weights.row(row).array().template cast<WideOf<Scalar>>();
            const auto mean = static_cast<Scalar>((all * parts).sum());
            into.row(row).array() +=
                (parts * (all - static_cast<WideOf<Scalar>>(mean))).template cast<Scalar>();
        }
    });
}

template <class Scalar>
void softmaxBack(BackwardPass<Scalar>& pass, MatrixId id) {
    softmaxBack(pass, id, [](Index) { return true; });
}

}  // namespace lookback
