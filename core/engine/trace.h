#pragma once

#include <algorithm>
#include <array>
#include <cassert>
#include <variant>
#include <vector>

#include "core/base/large_memory.h"
#include "core/base/matrix_view.h"
#include "core/document/document.h"
#include "core/document/edit.h"
#include "core/document/matrix_id.h"

namespace lookback {

/// The value of one stage: one matrix, or one for each head, in the scalar of its computation.
class Tensor {
public:
    template <class Scalar>
    using Buffer = std::vector<Scalar, LargeMemory<Scalar>>;

    Tensor() = default;

    /// Makes room for `heads` matrices. Values are undefined, unless the tensor already `holds`
    /// this scalar and shape. Memory is reused where it suffices and at most a fifth is left over.
    template <class Scalar>
    void resize(Index heads, Index rows, Index cols) {
        heads_ = heads;
        rows_ = rows;
        cols_ = cols;
        const auto size = static_cast<std::size_t>(heads * rows * cols);
        auto* buffer = std::get_if<Buffer<Scalar>>(&values_);
        if (buffer == nullptr) buffer = &values_.template emplace<Buffer<Scalar>>();
        const std::size_t room = buffer->capacity();
        if (room < size || room > size + size / 5) {
            *buffer = Buffer<Scalar>();
            // A matrix that grew, as a sentence does word by word, will grow again.
            buffer->reserve(room != 0 && room < size ? size + size / 8 : size);
        }
        buffer->resize(size);
    }
    /// True where the tensor has this scalar and shape.
    template <class Scalar>
    [[nodiscard]] bool holds(Index heads, Index rows, Index cols) const {
        return std::holds_alternative<Buffer<Scalar>>(values_) && heads == heads_ &&
               rows == rows_ && cols == cols_;
    }

    /// The memory taken, in bytes.
    [[nodiscard]] std::size_t bytes() const {
        return std::visit(
            []<class Scalar>(const Buffer<Scalar>& values) {
                return values.capacity() * sizeof(Scalar);
            },
            values_);
    }

    [[nodiscard]] Index heads() const { return heads_; }
    [[nodiscard]] Index rows() const { return rows_; }
    [[nodiscard]] Index cols() const { return cols_; }

    template <class Scalar>
    [[nodiscard]] Eigen::Map<Matrix<Scalar>> as(Index head = 0) {
        auto& buffer = std::get<Buffer<Scalar>>(values_);
        return {buffer.data() + head * rows_ * cols_, rows_, cols_};
    }
    template <class Scalar>
    [[nodiscard]] Eigen::Map<const Matrix<Scalar>> as(Index head = 0) const {
        const auto& buffer = std::get<Buffer<Scalar>>(values_);
        return {buffer.data() + head * rows_ * cols_, rows_, cols_};
    }

    [[nodiscard]] MatrixView view(Index head = 0) const {
        assert(head >= 0 && head < heads_);
        const Index at = head * rows_ * cols_;
        return std::visit(
            [&]<class Scalar>(const Buffer<Scalar>& values) -> MatrixView {
                return {values.data() + at, kKindOf<Scalar>, rows_, cols_, cols_};
            },
            values_);
    }

private:
    Index heads_ = 0;
    Index rows_ = 0;
    Index cols_ = 0;
    std::variant<Buffer<double>, Buffer<float>, Buffer<Eigen::half>, Buffer<Eigen::bfloat16>,
                 Buffer<unsigned char>>
        values_;
};

/// Every stage that a document called for, computed from it. Never edited.
struct Trace {
    std::vector<MatrixId> order;               ///< the stages that apply, in order of computation
    std::array<Tensor, kMatrixCount> tensors;  ///< by id; meaningful for those in `order`

    [[nodiscard]] bool has(MatrixId id) const {
        for (const MatrixId stage : order) {
            if (stage == id) return true;
        }
        return false;
    }
    [[nodiscard]] const Tensor& tensor(MatrixId id) const {
        return tensors[static_cast<std::size_t>(id)];
    }
    [[nodiscard]] MatrixView view(MatrixId id, Index head = 0) const {
        return tensor(id).view(info(id).per_head ? head : 0);
    }
    /// True for the matrices with a cell for each pair of tokens, from the mask on.
    [[nodiscard]] bool isFromMaskOn(MatrixId id) const {
        const MatrixInfo& matrix = info(id);
        if (isParameter(id) || matrix.rows != Axis::token || matrix.cols != Axis::token)
            return false;
        if (id == MatrixId::unmasked_weights) return false;
        const auto place = [this](MatrixId wanted) {
            return std::find(order.begin(), order.end(), wanted);
        };
        return place(id) >= place(MatrixId::mask);
    }
    /// The memory taken by all matrices, in bytes.
    [[nodiscard]] std::size_t bytes() const {
        std::size_t sum = 0;
        for (const Tensor& tensor : tensors) sum += tensor.bytes();
        return sum;
    }
    /// The last stage: the output where there is a W_o, the context otherwise.
    [[nodiscard]] MatrixId result() const { return order.back(); }
};

/// A weight or bias of the document, rounded to its dtype, or a stage of the trace.
[[nodiscard]] inline MatrixView matrixById(const Document& document, const Trace& trace,
                                           MatrixId id, Index head = 0) {
    if (!isParameter(id)) return trace.view(id, head);
    if (!isEditable(document, id)) return {};
    return {editable(document, id).get(), info(document.dtype).kind};
}

}  // namespace lookback
