#include "core/attention/attend.h"

#include "core/attention/stages.h"

namespace lookback {
namespace {

template <class Scalar>
void walk(const Document& document, Trace& trace, void (*Kernel::*in_scalar)(Pass<Scalar>&)) {
    Pass<Scalar> pass(document, trace);
    for (const MatrixId id : trace.order) (stage(id).compute.*in_scalar)(pass);
}

}  // namespace

void attend(const Document& document, Trace& trace) {
    trace.order = stageOrder(document);
    if (document.dtype == DType::float32) {
        walk<float>(document, trace, &Kernel::f32);
    } else {
        walk<double>(document, trace, &Kernel::f64);
    }
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
