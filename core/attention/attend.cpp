#include "core/attention/attend.h"

#include "core/attention/recompute.h"
#include "core/attention/scalar.h"

namespace lookback {

void attend(const Document& document, Trace& trace) {
    withScalar(document.dtype,
               [&]<class Scalar>(Scalar) { Recomputation<Scalar>(document, trace).run(); });
}

Trace attend(const Document& document) {
    Trace trace;
    attend(document, trace);
    return trace;
}

MatrixView matrixOf(const Document& document, const Trace& trace, MatrixId id, Index head) {
    const Weights& weights = document.weights;
    const auto in_dtype = [&](const SharedMatrix& matrix) {
        return MatrixView(matrix.get(), info(document.dtype).kind);
    };
    switch (id) {
        case MatrixId::w_query: return in_dtype(weights.query);
        case MatrixId::w_key: return in_dtype(weights.key);
        case MatrixId::w_value: return in_dtype(weights.value);
        case MatrixId::w_output: return weights.output ? in_dtype(*weights.output) : MatrixView();
        default: return trace.view(id, head);
    }
}

}  // namespace lookback
