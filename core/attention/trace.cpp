#include "core/attention/trace.h"

namespace lookback {

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
