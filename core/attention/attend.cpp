#include "core/attention/attend.h"

#include "core/attention/scalar.h"
#include "core/attention/stages.h"

namespace lookback {
namespace {

template <class Scalar>
void walk(const Document& document, Trace& trace) {
    Pass<Scalar> pass(document, trace);
    for (const MatrixId id : trace.order) std::get<KernelIn<Scalar>>(stage(id).compute)(pass);
}

}  // namespace

void attend(const Document& document, Trace& trace) {
    trace.order = stageOrder(document);
    withScalar(document.dtype, [&]<class Scalar>(Scalar) { walk<Scalar>(document, trace); });
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
