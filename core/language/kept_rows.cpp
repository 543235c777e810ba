#include "core/language/kept_rows.h"

#include <algorithm>
#include <utility>

#include "core/attention/kernels.h"
#include "core/attention/stages.h"

namespace lookback {
namespace {

using Id = MatrixId;

/// Writes the product of a row and a matrix. Each of its numbers is one sum in the order of its
/// terms, and so the same as in the product of many rows.
template <class Scalar, class Row, class Result>
void multiplyRow(const Row& row, const Panels<Scalar>& right, Result result) {
    multiply(row, right, {0, right.cols}, result);
}

}  // namespace

template <class Scalar>
KeptRows<Scalar>::KeptRows(const Experiment& experiment, const Twin& twin,
                           const Parameters<Scalar>& parameters)
    : model_(experiment.model),
      parameters_(parameters),
      embedding_(experiment),
      document_(attentionOf(experiment.model, twin, experiment.dtype, 1)),
      x_(1, model_.d_model),
      queries_(1, parameters.query.cols()),
      keys_(experiment.context, parameters.key.cols()),
      values_(experiment.context, parameters.value.cols()),
      h_(1, model_.d_model),
      logits_(1, parameters.unembedding.cols()) {
    query_.take(parameters.query);
    key_.take(parameters.key);
    value_.take(parameters.value);
    output_.take(parameters.output);
    unembedding_.take(parameters.unembedding);
    for (const Id id : stageOrder(document_)) {
        if (stage(id).phase == Phase::pairs) trace_.order.push_back(id);
    }
}

/// Lets go of the rows of units that are not in the input any more, and of all where the others
/// have moved to other places that are part of them.
template <class Scalar>
void KeptRows<Scalar>::drop(Index first) {
    const Index gone = std::min(first - std::exchange(first_, first), known_);
    if (gone == 0) return;
    known_ = info(model_.positions).is_added ? 0 : known_ - gone;
    keys_.topRows(known_) = keys_.middleRows(gone, known_).eval();
    values_.topRows(known_) = values_.middleRows(gone, known_).eval();
}

/// The last unit's row of the stages of pairs, from its scores to its context.
template <class Scalar>
void KeptRows<Scalar>::mix(Index length) {
    const auto tensor = [&](Id id) -> Tensor& {
        return trace_.tensors[static_cast<std::size_t>(id)];
    };
    for (const Id id : trace_.order) {
        TensorShape shape = shapeOf(stage(id), document_);
        if (info(id).cols == Axis::token) shape.cols = length;
        tensor(id).template resize<Scalar>(shape.heads, 1, shape.cols);
    }
    tensor(Id::mask).template resize<unsigned char>(1, 1, length);
    auto mask = tensor(Id::mask).template as<unsigned char>();
    for (Index key = 0; key < length; ++key) {
        mask(0, key) = allows(document_.mask, length - 1, key) ? 1 : 0;
    }
    Pass<Scalar> pass{document_, trace_, operands_};
    for (Index head = 0; head < model_.heads; ++head) {
        for (const Id id : trace_.order) {
            if (id == Id::scores) {
                const auto keys = keys_.block(0, head * model_.d_k, length, model_.d_k);
                multiplyRow(queries_.middleCols(head * model_.d_k, model_.d_k),
                            seen_.takeTransposed(keys), pass.out(id, head).topRows(1));
            } else if (id == Id::context) {
                const auto values = values_.block(0, head * model_.d_v, length, model_.d_v);
                multiplyRow(pass.in(Id::attention_weights, head), seen_.take(values),
                            pass.out(id).middleCols(head * model_.d_v, model_.d_v));
            } else {
                run(stage(id).compute, pass, {head, {0, 1}, {0, length}});
            }
        }
    }
}

template <class Scalar>
const Matrix<Scalar>& KeptRows<Scalar>::logits(Index first, std::span<const Unit> input) {
    drop(first);
    kept_ = known_;
    const auto length = std::ssize(input);
    for (; known_ < length; ++known_) {
        embedding_.write(parameters_, input[static_cast<std::size_t>(known_)], known_, x_.row(0));
        multiplyRow(x_, key_.panels(), keys_.row(known_));
        multiplyRow(x_, value_.panels(), values_.row(known_));
    }
    multiplyRow(x_, query_.panels(), queries_.topRows(1));
    mix(length);
    multiplyRow(std::as_const(trace_).tensor(Id::context).template as<Scalar>(), output_.panels(),
                h_.topRows(1));
    if (model_.residual) h_ += x_;
    multiplyRow(h_, unembedding_.panels(), logits_.topRows(1));
    return logits_;
}

template class KeptRows<float>;
template class KeptRows<double>;

}  // namespace lookback
