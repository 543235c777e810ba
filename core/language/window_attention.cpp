#include "core/language/window_attention.h"

#include <algorithm>
#include <utility>

#include "core/engine/kernels.h"
#include "core/engine/pass.h"
#include "core/gradients/backward_kernels.h"

namespace lookback {
namespace {

using Id = MatrixId;

template <class Scalar>
constexpr DType kDTypeOf = DType::float64;
template <>
constexpr DType kDTypeOf<float> = DType::float32;

/// Some windows of one head, in matrices that hold all windows one below the other.
struct Part {
    Index head;
    Range windows;
    Index length;

    [[nodiscard]] Range rows() const { return {windows.begin * length, windows.end * length}; }
    template <class Whole>
    [[nodiscard]] auto of(Whole&& matrix, Index window) const {
        return matrix.middleRows(window * length, length);
    }
};

template <class Scalar>
void score(Pass<Scalar>& pass, const Part& part, WindowOperands<Scalar>& memory) {
    const auto queries = pass.in(Id::query, part.head);
    const auto keys = pass.in(Id::key, part.head);
    auto scores = pass.out(Id::scores, part.head);
    for (Index window = part.windows.begin; window < part.windows.end; ++window) {
        multiply(part.of(queries, window), memory.right.takeTransposed(part.of(keys, window)),
                 {0, part.length}, part.of(scores, window));
    }
}

template <class Scalar>
void mix(Pass<Scalar>& pass, const Part& part, WindowOperands<Scalar>& memory) {
    const Index d_v = pass.document.dV();
    const auto weights = pass.in(Id::attention_weights, part.head);
    const auto values = pass.in(Id::value, part.head);
    auto context = pass.out(Id::context);
    for (Index window = part.windows.begin; window < part.windows.end; ++window) {
        multiply(part.of(weights, window), memory.right.take(part.of(values, window)), {0, d_v},
                 part.of(context, window).middleCols(part.head * d_v, d_v));
    }
}

/// Left^T times right, for one window.
template <class Scalar, class Left, class Right, class Result>
void multiplyTransposed(const Left& left, const Right& right, Result result,
                        WindowOperands<Scalar>& memory) {
    memory.left = left.transpose();
    multiply(memory.left, memory.right.take(right), {0, right.cols()}, result);
}

template <class Scalar>
void scoreBack(BackwardPass<Scalar>& pass, const Part& part, Matrix<Scalar>& projected,
               WindowOperands<Scalar>& memory) {
    const Index d_k = pass.document.dK();
    const auto scores = pass.grad(Id::scores, part.head);
    const auto queries = pass.value(Id::query, part.head);
    const auto keys = pass.value(Id::key, part.head);
    auto down_queries = projected.middleCols(part.head * d_k, d_k);
    auto down_keys = projected.middleCols((pass.document.heads + part.head) * d_k, d_k);
    for (Index window = part.windows.begin; window < part.windows.end; ++window) {
        const auto down = part.of(scores, window);
        multiply(down, memory.right.take(part.of(keys, window)), {0, d_k},
                 part.of(down_queries, window));
        multiplyTransposed(down, part.of(queries, window), part.of(down_keys, window), memory);
    }
}

template <class Scalar>
void mixBack(BackwardPass<Scalar>& pass, const Part& part, Matrix<Scalar>& projected,
             WindowOperands<Scalar>& memory) {
    const Index d_v = pass.document.dV();
    const Index first = 2 * pass.document.heads * pass.document.dK() + part.head * d_v;
    const auto context = pass.grad(Id::context);
    const auto weights = pass.value(Id::attention_weights, part.head);
    const auto values = pass.value(Id::value, part.head);
    auto down_weights = pass.grad(Id::attention_weights, part.head);
    auto down_values = projected.middleCols(first, d_v);
    for (Index window = part.windows.begin; window < part.windows.end; ++window) {
        const auto down = part.of(context, window).middleCols(part.head * d_v, d_v);
        multiply(down, memory.right.takeTransposed(part.of(values, window)), {0, part.length},
                 part.of(down_weights, window));
        multiplyTransposed(part.of(weights, window), down, part.of(down_values, window), memory);
    }
}

template <class Scalar>
const Matrix<Scalar>& weightOf(const Parameters<Scalar>& parameters, MatrixId id) {
    switch (id) {
        case Id::w_query: return parameters.query;
        case Id::w_key: return parameters.key;
        case Id::w_value: return parameters.value;
        default: return parameters.output;
    }
}

/// Computes a stage that is a product with a weight, for all windows and heads.
template <class Scalar>
void projectAll(Pass<Scalar>& pass, const Stage& row, const Parameters<Scalar>& parameters) {
    const MatrixId id = row.right(pass.document);
    const Matrix<Scalar>& weight = weightOf(parameters, id);
    const Index heads = info(id).is_of_all_heads ? pass.document.heads : 1;
    const Index width = weight.cols() / heads;
    makeOperandRoom(pass, id, heads, weight.rows(), width);
    for (Index head = 0; head < heads; ++head) {
        pass.panels(id, head, width)
            .setRows({0, weight.rows()}, weight.middleCols(head * width, width));
        run(row.compute, pass, {head, {0, pass.document.n()}, {0, width}});
    }
}

}  // namespace

template <class Scalar>
WindowAttention<Scalar>::WindowAttention(const ModelShape& model, const Twin& twin, Index windows,
                                         Index length)
    : windows_(windows),
      length_(length),
      document_(attentionDocument(model, twin, kDTypeOf<Scalar>, windows * length)) {
    document_.embeddings = SharedMatrix(Matrix<double>(0, model.d_model));
    document_.weights.output = SharedMatrix(Matrix<double>(0, model.d_model));
    makeRoom();
    auto mask = trace_.tensors[static_cast<std::size_t>(Id::mask)].as<unsigned char>();
    for (Index place = 0; place < length; ++place) {
        for (Index key = 0; key < length; ++key) {
            mask(place, key) = allows(document_.mask, place, key) ? 1 : 0;
        }
    }
    for (Index window = 1; window < windows; ++window) {
        mask.middleRows(window * length, length) = mask.topRows(length);
    }
}

template <class Scalar>
void WindowAttention<Scalar>::makeRoom() {
    trace_.order = stageOrder(document_);
    for (const Id id : trace_.order) {
        const Stage& row = stage(id);
        TensorShape shape = stageShape(row, document_);
        if (info(id).cols == Axis::token) shape.cols = length_;
        Tensor& tensor = trace_.tensors[static_cast<std::size_t>(id)];
        if (id == Id::mask) {
            tensor.resize<unsigned char>(1, shape.rows, length_);
        } else {
            tensor.resize<Scalar>(shape.heads, shape.rows, shape.cols);
        }
        if (row.phase == Phase::pairs) gradients_.stages.push_back(id);
    }
    const Index d_model = document_.dIn();
    const Index width = document_.heads * (2 * document_.dK() + document_.dV());
    weights_.resize(d_model, width);
    projected_.resize(document_.n(), width);
}

template <class Scalar>
Eigen::Map<const Matrix<Scalar>> WindowAttention<Scalar>::forward(
    const Matrix<Scalar>& x, const Parameters<Scalar>& parameters) {
    Pass<Scalar> pass{document_, trace_, operands_};
    pass.out(Id::embeddings) = x;
    for (const Id id : {Id::query, Id::key, Id::value}) projectAll(pass, stage(id), parameters);
    // Some windows at a time, as many as the nearest cache holds.
    constexpr Index kNumbers = 4096;
    const Index together = std::clamp<Index>(kNumbers / (length_ * length_), 1, windows_);
    for (Index head = 0; head < document_.heads; ++head) {
        for (Index first = 0; first < windows_; first += together) {
            const Part part{head, {first, std::min(first + together, windows_)}, length_};
            for (const Id id : gradients_.stages) {
                if (id == Id::scores) {
                    score(pass, part, memory_);
                } else if (id == Id::context) {
                    mix(pass, part, memory_);
                } else {
                    run(stage(id).compute, pass, {head, part.rows(), {0, length_}});
                }
            }
        }
    }
    projectAll(pass, stage(Id::output), parameters);
    return std::as_const(trace_).tensor(Id::output).template as<Scalar>();
}

template <class Scalar>
const Matrix<Scalar>& WindowAttention<Scalar>::backward(const Matrix<Scalar>& down,
                                                        const Parameters<Scalar>& parameters,
                                                        Parameters<Scalar>& gradients) {
    BackwardPass<Scalar> pass(document_, trace_, gradients_);
    setProductOfTransposed<Scalar>(gradients.output, pass.value(Id::context), down);
    auto down_context = pass.grad(Id::context);
    down_context.setZero();
    addProductWithTransposed<Scalar>(down_context, down, parameters.output);
    for (auto id = gradients_.stages.rbegin(); id != gradients_.stages.rend(); ++id) {
        if (*id != Id::scores && *id != Id::context) {
            run(backwardStage(*id)->pull, pass);
            continue;
        }
        for (Index head = 0; head < document_.heads; ++head) {
            (*id == Id::scores
                 ? scoreBack<Scalar>
                 : mixBack<Scalar>)(pass, {head, {0, windows_}, length_}, projected_, memory_);
        }
    }
    weights_ << parameters.query, parameters.key, parameters.value;
    setProductOfTransposed<Scalar>(down_weights_, pass.value(Id::embeddings), projected_);
    setProductWithTransposed<Scalar>(down_x_, projected_, weights_);
    gradients.query = down_weights_.leftCols(parameters.query.cols());
    gradients.key = down_weights_.middleCols(parameters.query.cols(), parameters.key.cols());
    gradients.value = down_weights_.rightCols(parameters.value.cols());
    return down_x_;
}

template class WindowAttention<float>;
template class WindowAttention<double>;

}  // namespace lookback
