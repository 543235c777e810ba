#include "core/language/window_attention.h"

#include <utility>

#include "core/attention/kernels.h"
#include "core/attention/operands.h"
#include "core/document/edit.h"
#include "core/gradients/backward_kernels.h"

namespace lookback {
namespace {

using Id = MatrixId;

template <class Scalar>
constexpr DType kDTypeOf = DType::float64;
template <>
constexpr DType kDTypeOf<float> = DType::float32;

/// Windows within matrices that hold them one below the other.
struct WindowRows {
    Index count;
    Index length;

    template <class Whole>
    [[nodiscard]] auto of(Whole&& matrix, Index window) const {
        return matrix.middleRows(window * length, length);
    }
};

/// Lays the keys or values of a window out for its products.
template <class Scalar>
Panels<Scalar> laidOut(Pass<Scalar>& pass, const Stage& row, Index head, Index window,
                       const WindowRows& rows) {
    const bool is_transposed = row.operand(pass.document) == Operand::transposed;
    const Index cols = is_transposed ? rows.length : row.width(pass.document);
    const auto panels = pass.panels(row.id, head * rows.count + window, cols);
    const auto matrix = rows.of(pass.in(row.id, head), window);
    is_transposed ? panels.setColumns({0, rows.length}, matrix)
                  : panels.setRows({0, rows.length}, matrix);
    return panels;
}

template <class Scalar>
void score(Pass<Scalar>& pass, Index head, const WindowRows& rows) {
    const auto queries = pass.in(Id::query, head);
    auto scores = pass.out(Id::scores, head);
    for (Index window = 0; window < rows.count; ++window) {
        multiply(rows.of(queries, window), laidOut(pass, stage(Id::key), head, window, rows),
                 {0, rows.length}, rows.of(scores, window));
    }
}

template <class Scalar>
void mix(Pass<Scalar>& pass, Index head, const WindowRows& rows) {
    const Index d_v = pass.document.dV();
    const auto weights = pass.in(Id::attention_weights, head);
    auto context = pass.out(Id::context);
    for (Index window = 0; window < rows.count; ++window) {
        multiply(rows.of(weights, window), laidOut(pass, stage(Id::value), head, window, rows),
                 {0, d_v}, rows.of(context, window).middleCols(head * d_v, d_v));
    }
}

template <class Scalar>
void scoreBack(BackwardPass<Scalar>& pass, Index head, const WindowRows& rows) {
    for (Index window = 0; window < rows.count; ++window) {
        const auto down = rows.of(pass.grad(Id::scores, head), window);
        rows.of(pass.grad(Id::query, head), window).noalias() +=
            down * rows.of(pass.value(Id::key, head), window);
        rows.of(pass.grad(Id::key, head), window).noalias() +=
            down.transpose() * rows.of(pass.value(Id::query, head), window);
    }
}

template <class Scalar>
void mixBack(BackwardPass<Scalar>& pass, Index head, const WindowRows& rows) {
    const Index d_v = pass.document.dV();
    for (Index window = 0; window < rows.count; ++window) {
        const auto down = rows.of(pass.grad(Id::context), window).middleCols(head * d_v, d_v);
        rows.of(pass.grad(Id::attention_weights, head), window).noalias() +=
            down * rows.of(pass.value(Id::value, head), window).transpose();
        rows.of(pass.grad(Id::value, head), window).noalias() +=
            rows.of(pass.value(Id::attention_weights, head), window).transpose() * down;
    }
}

}  // namespace

template <class Scalar>
WindowAttention<Scalar>::WindowAttention(const ModelShape& model, const Twin& twin, Index windows,
                                         Index length)
    : windows_(windows),
      length_(length),
      document_(attentionOf(model, twin, kDTypeOf<Scalar>, windows * length)) {
    document_.embeddings = SharedMatrix(Matrix<double>(windows * length, model.d_model));
    document_.weights.output = SharedMatrix(Matrix<double>(0, model.d_model));
    trace_.order = stageOrder(document_);
    Pass<Scalar> pass{document_, trace_, operands_};
    for (const Id id : trace_.order) {
        const Stage& row = stage(id);
        TensorShape shape = shapeOf(row, document_);
        if (info(id).cols == Axis::token) shape.cols = length;
        Tensor& tensor = trace_.tensors[static_cast<std::size_t>(id)];
        if (id == Id::mask) {
            tensor.resize<unsigned char>(1, shape.rows, length);
        } else {
            tensor.resize<Scalar>(shape.heads, shape.rows, shape.cols);
        }
        const Operand operand = row.operand(document_);
        if (operand == Operand::none) continue;
        const bool is_transposed = operand == Operand::transposed;
        makeOperandRoom(pass, id, shape.heads * windows, is_transposed ? shape.cols : length,
                        is_transposed ? length : shape.cols);
    }
    auto mask = trace_.tensors[static_cast<std::size_t>(Id::mask)].as<unsigned char>();
    for (Index place = 0; place < mask.rows(); ++place) {
        for (Index key = 0; key < length; ++key) {
            mask(place, key) = allows(document_.mask, place % length, key) ? 1 : 0;
        }
    }
    gradients_.inputs = {Id::embeddings, Id::w_query, Id::w_key, Id::w_value, Id::w_output};
    for (const Id id : trace_.order) {
        if (id != Id::embeddings && id != Id::mask) gradients_.stages.push_back(id);
    }
}

template <class Scalar>
Eigen::Map<const Matrix<Scalar>> WindowAttention<Scalar>::forward(
    const Matrix<Scalar>& x, const Parameters<Scalar>& parameters) {
    const auto wide = [](const Matrix<Scalar>& matrix) {
        return SharedMatrix(Matrix<double>(matrix.template cast<double>()));
    };
    document_.weights = {wide(parameters.query), wide(parameters.key), wide(parameters.value),
                         wide(parameters.output)};
    Pass<Scalar> pass{document_, trace_, operands_};
    pass.out(Id::embeddings) = x;
    const WindowRows rows{windows_, length_};
    const auto compute = [&](const Stage& row, Index head) {
        if (row.id == Id::scores) return score(pass, head, rows);
        if (row.id == Id::context) return mix(pass, head, rows);
        const Tensor& tensor = trace_.tensor(row.id);
        run(row.compute, pass, {head, {0, tensor.rows()}, {0, tensor.cols()}});
    };
    for (const Id id : trace_.order) {
        if (id == Id::embeddings || id == Id::mask) continue;
        const Stage& row = stage(id);
        const Id weight = row.right(document_);
        if (isWeight(weight)) {
            layOutWeight(pass, weight, editable(document_, weight).get(),
                         info(weight).is_of_all_heads ? document_.heads : 1);
        }
        for (Index head = 0; head < (isByHead(row) ? document_.heads : 1); ++head) {
            compute(row, head);
        }
    }
    return trace_.tensor(Id::output).template as<Scalar>();
}

template <class Scalar>
Eigen::Map<const Matrix<Scalar>> WindowAttention<Scalar>::backward(const Matrix<Scalar>& down,
                                                                   Parameters<Scalar>& gradients) {
    BackwardPass<Scalar> pass(document_, trace_, gradients_);
    pass.grad(Id::output) = down;
    const WindowRows rows{windows_, length_};
    for (auto id = trace_.order.rbegin(); id != trace_.order.rend(); ++id) {
        const BackwardStage* row = backwardStage(*id);
        if (row == nullptr) continue;
        if (*id == Id::scores || *id == Id::context) {
            for (Index head = 0; head < document_.heads; ++head) {
                (*id == Id::scores ? scoreBack<Scalar> : mixBack<Scalar>)(pass, head, rows);
            }
        } else {
            run(row->pull, pass);
        }
    }
    gradients.query = pass.grad(Id::w_query);
    gradients.key = pass.grad(Id::w_key);
    gradients.value = pass.grad(Id::w_value);
    gradients.output = pass.grad(Id::w_output);
    return std::as_const(gradients_).tensor(Id::embeddings).template as<Scalar>();
}

template class WindowAttention<float>;
template class WindowAttention<double>;

}  // namespace lookback
