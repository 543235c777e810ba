#pragma once

#include <array>

#include "core/engine/packed_panels.h"
#include "core/engine/scalar.h"
#include "core/engine/stages.h"
#include "core/engine/trace.h"

namespace lookback {

/// The data of a computation in one scalar: a document, its trace, and the right operands of
/// products.
template <class Scalar>
struct Pass {
    const Document& document;
    Trace& trace;
    std::array<Tensor, kMatrixCount>& operands;  ///< right operands of products, by id
    bool finite_values = false;                  ///< no value is infinite or NaN

    using Number = Scalar;

    [[nodiscard]] auto in(MatrixId id, Index head = 0) const {
        return trace.tensor(id).template as<Scalar>(info(id).per_head ? head : 0);
    }
    [[nodiscard]] auto out(MatrixId id, Index head = 0) {
        return trace.tensors[static_cast<std::size_t>(id)].template as<Scalar>(
            info(id).per_head ? head : 0);
    }
    /// The cells of a stage that a block names.
    [[nodiscard]] auto in(MatrixId id, const Block& block) const {
        return cells(in(id, block.head), block);
    }
    [[nodiscard]] auto out(MatrixId id, const Block& block) {
        return cells(out(id, block.head), block);
    }

    /// The mask, 1 where allowed.
    [[nodiscard]] auto mask() const {
        return trace.tensor(MatrixId::mask).template as<unsigned char>();
    }
    [[nodiscard]] auto mask(const Block& block) const { return cells(mask(), block); }
    /// A right operand of products, as panels. @param cols number of its columns
    [[nodiscard]] Panels<WideOf<Scalar>> panels(MatrixId id, Index head, Index cols) {
        Tensor& tensor = operands[static_cast<std::size_t>(id)];
        return {tensor.template as<WideOf<Scalar>>(head).data(), tensor.rows(), cols};
    }

private:
    template <class Whole>
    static auto cells(Whole whole, const Block& block) {
        return whole.block(block.rows.begin, block.cols.begin, block.rows.size(),
                           block.cols.size());
    }
};

// The right operands of products, as products read them (packed_panels.h): one matrix, or one a
// head, in the scalar that products are computed in.

/// Makes room for the operands of all heads, (depth, cols) each.
template <class Scalar>
void makeOperandRoom(Pass<Scalar>& pass, MatrixId id, Index heads, Index depth, Index cols) {
    using Wide = WideOf<Scalar>;
    pass.operands[static_cast<std::size_t>(id)].template resize<Wide>(heads, depth,
                                                                      panelColumns<Wide>(cols));
}

/// Lays a weight of the document out, one operand for the columns of each head, rounded to the
/// scalar.
template <class Scalar>
void layOutWeight(Pass<Scalar>& pass, MatrixId id, const Matrix<double>& weight, Index heads) {
    const Index width = weight.cols() / heads;
    makeOperandRoom(pass, id, heads, weight.rows(), width);
    for (Index head = 0; head < heads; ++head) {
        pass.panels(id, head, width).setRows({0, weight.rows()}, [&](Index row, Index col) {
            return static_cast<WideOf<Scalar>>(
                static_cast<Scalar>(weight(row, head * width + col)));
        });
    }
}

/// Makes room for a stage as right operand; frees the operand of a stage that no product reads so.
template <class Scalar>
void makeOperandRoom(Pass<Scalar>& pass, const Stage& row) {
    const TensorShape shape = operandShape(row, pass.document);
    if (shape.heads > 0) {
        makeOperandRoom(pass, row.id, shape.heads, shape.rows, shape.cols);
    } else {
        pass.operands[static_cast<std::size_t>(row.id)] = Tensor();
    }
}

/// Makes room for a stage that the document calls for, and for its operand.
template <class Scalar>
void makeRoom(Pass<Scalar>& pass, const Stage& row) {
    const TensorShape shape = stageShape(row, pass.document);
    Tensor& tensor = pass.trace.tensors[static_cast<std::size_t>(row.id)];
    if (info(row.id).domain == Domain::allowed) {
        tensor.template resize<unsigned char>(shape.heads, shape.rows, shape.cols);
    } else {
        tensor.template resize<Scalar>(shape.heads, shape.rows, shape.cols);
    }
    makeOperandRoom(pass, row);
}

/// Frees the memory of a stage.
template <class Scalar>
void giveBack(Pass<Scalar>& pass, MatrixId id) {
    pass.trace.tensors[static_cast<std::size_t>(id)] = Tensor();
    pass.operands[static_cast<std::size_t>(id)] = Tensor();
}

/// True where no number of an operand is infinite or NaN.
template <class Scalar>
[[nodiscard]] bool isFinite(const Pass<Scalar>& pass, MatrixId id) {
    const Tensor& numbers = pass.operands[static_cast<std::size_t>(id)];
    using Wide = WideOf<Scalar>;
    return vectorKernels<Wide>().all_finite(numbers.template as<Wide>().data(),
                                            numbers.heads() * numbers.rows() * numbers.cols());
}

/// Lays rows of a stage out, where it is an operand.
template <class Scalar>
void layOutRows(Pass<Scalar>& pass, const Stage& row, Index head, const Range& rows) {
    switch (row.operand(pass.document)) {
        case Operand::none: return;
        case Operand::plain:
            return pass.panels(row.id, head, row.width(pass.document))
                .setRows(rows, pass.in(row.id, head));
        case Operand::transposed:
            return pass.panels(row.id, head, pass.document.n())
                .setColumns(rows, pass.in(row.id, head));
    }
}

}  // namespace lookback
