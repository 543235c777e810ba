#include "core/gradients/backward.h"

#include <algorithm>

#include "core/base/text.h"
#include "core/document/edit.h"
#include "core/engine/memory.h"
#include "core/engine/scalar.h"
#include "core/gradients/backward_stages.h"
#include "messages/faults.h"

namespace lookback {
namespace {

bool contains(const std::vector<MatrixId>& list, MatrixId id) {
    return std::find(list.begin(), list.end(), id) != list.end();
}

/// The loss, computed in double precision and rounded once.
double lossOf(const MatrixView& result, const Matrix<double>& upstream) {
    double sum = 0;
    for (Index row = 0; row < result.rows(); ++row) {
        for (Index col = 0; col < result.cols(); ++col)
            sum += result(row, col) * upstream(row, col);
    }
    return roundedTo(sum, result.kind());
}

template <class Scalar>
void walkBack(const Document& document, const Trace& trace, const Matrix<double>& upstream,
              Gradients& into) {
    BackwardPass<Scalar> pass(document, trace, into);
    pass.grad(trace.result()) = upstream.cast<Scalar>();
    for (auto id = trace.order.rbegin(); id != trace.order.rend(); ++id) {
        const BackwardStage* row = backwardStage(*id);
        if (row != nullptr) std::get<PullIn<Scalar>>(row->pull)(pass);
    }
}

}  // namespace

bool Gradients::has(MatrixId id) const { return contains(inputs, id) || contains(stages, id); }

std::optional<Error> gradientsFault(const Document& document, double allowed) {
    return memoryFault(
        document, 2 * traceMemory(document), allowed,
        [](const Message& size) -> Message { return say::faults::OfGradients{.document = size}; });
}

Gradients backward(const Document& document, const Trace& trace, const Matrix<double>& upstream) {
    const MatrixView result = trace.view(trace.result());
    assert(upstream.rows() == result.rows() && upstream.cols() == result.cols());
    Gradients gradients;
    for (const MatrixId id : trace.order) {
        if (info(id).domain == Domain::allowed) continue;
        (isEditable(document, id) ? gradients.inputs : gradients.stages).push_back(id);
    }
    for (const MatrixInfo& matrix : kMatrices) {
        if (isParameter(matrix.id) && isEditable(document, matrix.id)) {
            gradients.inputs.push_back(matrix.id);
        }
    }

    gradients.loss = lossOf(result, upstream);
    withScalar(document.dtype, [&]<class Scalar>(Scalar) {
        walkBack<Scalar>(document, trace, upstream, gradients);
    });
    return gradients;
}

Gradients backward(const Document& document, const Trace& trace) {
    const MatrixView result = trace.view(trace.result());
    return backward(document, trace, Matrix<double>::Ones(result.rows(), result.cols()));
}

}  // namespace lookback
