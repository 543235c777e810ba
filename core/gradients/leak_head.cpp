#include "core/gradients/leak_head.h"

#include <cmath>

#include "core/attention/stages.h"
#include "core/base/text.h"
#include "core/gradients/masking_derivative.h"

namespace lookback {
namespace {

using Id = MatrixId;

Matrix<double> asDouble(const MatrixView& view) {
    Matrix<double> matrix(view.rows(), view.cols());
    for (Index row = 0; row < view.rows(); ++row) {
        for (Index col = 0; col < view.cols(); ++col) matrix(row, col) = view(row, col);
    }
    return matrix;
}

/// A document's numbers as its dtype holds them, some of their columns.
Matrix<double> columnsOf(const SharedMatrix& matrix, DType dtype, Index first, Index count) {
    return matrix.get().middleCols(first, count).unaryExpr([kind = info(dtype).kind](double value) {
        return roundedTo(value, kind);
    });
}

}  // namespace

LeakHead leakHeadOf(const Document& document, const Trace& trace, Index head) {
    const Weights& w = document.weights;
    const Index d_k = document.dK();
    const Index d_v = document.dV();
    const DType dtype = document.dtype;
    LeakHead result;
    result.w_query = columnsOf(w.query, dtype, head * d_k, d_k);
    result.w_key = columnsOf(w.key, dtype, head * d_k, d_k);
    result.w_value = columnsOf(w.value, dtype, head * d_v, d_v);
    result.queries = asDouble(trace.view(stage(Id::scores).left(document), head));
    result.keys = asDouble(trace.view(stage(Id::scores).right(document), head));
    result.values = asDouble(trace.view(Id::value, head));
    result.weights = asDouble(trace.view(Id::attention_weights, head));
    result.denominator = asDouble(trace.view(derivativeOf(document.masking.method).softmax, head));
    if (w.output) {
        const Matrix<double> rows =
            columnsOf(*w.output, dtype, 0, w.output->cols()).middleRows(head * d_v, d_v);
        result.w_value = result.w_value * rows;
        result.values = result.values * rows;
    } else {
        result.first = head * d_v;
    }
    result.mixed = result.weights * result.values;
    if (document.softcap) {
        const double cap = roundedTo(*document.softcap, info(dtype).kind);
        // 1 - tanh^2 as 1 / cosh^2, which loses no digits where it is small.
        const auto bend = [cap](double s) { return std::pow(std::cosh(s / cap), -2); };
        result.bends = asDouble(trace.view(Id::scaled_scores, head)).unaryExpr(bend);
    }
    result.slopes.resize(document.n(), result.values.cols());
    return result;
}

}  // namespace lookback
