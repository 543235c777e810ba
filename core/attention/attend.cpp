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
    switch (id) {
        case MatrixId::w_query: return document.weights.query.get();
        case MatrixId::w_key: return document.weights.key.get();
        case MatrixId::w_value: return document.weights.value.get();
        case MatrixId::w_output:
            return document.weights.output ? MatrixView(document.weights.output->get())
                                           : MatrixView();
        default: return trace.view(id, head);
    }
}

}  // namespace lookback
