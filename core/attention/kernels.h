#pragma once

#include <cmath>
#include <limits>

#include "core/attention/scalar.h"
#include "core/attention/stages.h"

namespace lookback {

/// Attention weights: softmax over the keys of each row (the row's maximum is subtracted first).
/// @param scores (n, n) row = query, column = key. @param weights (n, n) result; a row adds up
/// to 1. A row that is -inf throughout, or holds a NaN, is NaN throughout, as in PyTorch.
/// 16-bit rows are computed in float and rounded once.
template <class Scalar>
void rowSoftmax(const Eigen::Map<const Matrix<Scalar>>& scores,
                Eigen::Map<Matrix<Scalar>> weights) {
    using Wide = WideOf<Scalar>;
    Eigen::Array<Wide, 1, Eigen::Dynamic> powers;
    for (Index row = 0; row < scores.rows(); ++row) {
        powers = scores.row(row).template cast<Wide>();
        const Wide largest = powers.template maxCoeff<Eigen::PropagateNaN>();
        powers = powers.unaryExpr([largest](Wide score) { return std::exp(score - largest); });
        weights.row(row) = (powers / powers.sum()).template cast<Scalar>();
    }
}

/// One blocked or allowed score after the masking method. @param score raw or scaled.
template <class Scalar>
[[nodiscard]] Scalar maskedScore(const Masking& masking, Scalar score, bool allowed) {
    switch (masking.method) {
        case MaskingMethod::fill: return allowed ? score : static_cast<Scalar>(masking.value);
        case MaskingMethod::add:
            return allowed ? score : score + static_cast<Scalar>(masking.value);
        case MaskingMethod::multiply: return allowed ? score : score * Scalar(0);
        case MaskingMethod::add_allowed: return allowed ? score + Scalar(1) : score;
        case MaskingMethod::zero_rows:
            return allowed ? score : -std::numeric_limits<Scalar>::infinity();
        case MaskingMethod::renormalize:
        case MaskingMethod::zero: break;
    }
    return score;
}

/// Queries, keys or values of every head. @param weights (d_in, heads*width)
/// Writes (heads, n, width) into `id`.
template <class Scalar>
void project(Pass<Scalar>& pass, MatrixId id, const Matrix<Scalar>& weights) {
    const Index heads = pass.document.heads;
    const Index width = weights.cols() / heads;
    const auto x = pass.in(inputOf(pass.document));
    Tensor& result = pass.out(id);
    result.resize<Scalar>(heads, x.rows(), width);
    for (Index head = 0; head < heads; ++head) {
        result.as<Scalar>(head).noalias() = product(x, weights.middleCols(head * width, width));
    }
}

/// Turns each pair of dimensions of every row by the angle of its place (Su et al. 2021).
/// Reads and writes (heads, n, d_k).
template <class Scalar>
void rotate(Pass<Scalar>& pass, MatrixId from, MatrixId into) {
    const Positions& positions = pass.document.positions;
    const Index heads = pass.document.heads;
    const Index d_k = pass.document.dK();
    const bool halves = positions.kind == PositionKind::rope_half;
    Tensor& result = pass.out(into);
    result.resize<Scalar>(heads, pass.document.n(), d_k);
    for (Index head = 0; head < heads; ++head) {
        const auto plain = pass.in(from, head);
        auto turned = result.as<Scalar>(head);
        for (Index token = 0; token < plain.rows(); ++token) {
            for (Index pair = 0; pair < d_k / 2; ++pair) {
                const double angle = rotaryAngle(token, pair, d_k, positions.base);
                const auto cosine = static_cast<Scalar>(std::cos(angle));
                const auto sine = static_cast<Scalar>(std::sin(angle));
                const Index first = halves ? pair : 2 * pair;
                const Index second = halves ? pair + d_k / 2 : 2 * pair + 1;
                const Scalar a = plain(token, first);
                const Scalar b = plain(token, second);
                turned(token, first) = a * cosine - b * sine;
                turned(token, second) = a * sine + b * cosine;
            }
        }
    }
}

/// Calls `write(head, source, result)` for every head of an (n, n) stage.
template <class Scalar, class Write>
void perHead(Pass<Scalar>& pass, MatrixId from, MatrixId into, Write write) {
    const Index heads = pass.document.heads;
    const Index n = pass.document.n();
    Tensor& result = pass.out(into);
    result.resize<Scalar>(heads, n, n);
    for (Index head = 0; head < heads; ++head) {
        write(head, pass.in(from, head), result.as<Scalar>(head));
    }
}

}  // namespace lookback
