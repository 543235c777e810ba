#pragma once

#include "core/attention/packets.h"
#include "core/attention/shapes.h"

namespace lookback {

// The right operands of products, as products read them (packed_panels.h): one matrix, or one a
// head, in the scalar that products are computed in.

/// Makes room for the operands of all heads, (depth, cols) each.
template <class Scalar>
void makeOperandRoom(Pass<Scalar>& pass, MatrixId id, Index heads, Index depth, Index cols) {
    using Wide = WideOf<Scalar>;
    pass.operands[static_cast<std::size_t>(id)].template resize<Wide>(heads, depth,
                                                                      panelColumns<Wide>(cols));
}

/// Lays a weight of the document out, the columns of each head by themselves: rounded to the
/// scalar, as everything that the document gives.
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

/// Makes room for a stage as an operand of a document; gives back that of one that is none.
template <class Scalar>
void makeOperandRoom(Pass<Scalar>& pass, const Stage& row) {
    const TensorShape shape = operandShapeOf(row, pass.document);
    if (shape.heads > 0) {
        makeOperandRoom(pass, row.id, shape.heads, shape.rows, shape.cols);
    } else {
        pass.operands[static_cast<std::size_t>(row.id)] = Tensor();
    }
}

/// Makes room for a stage that the document calls for, and for what it is as an operand.
template <class Scalar>
void makeRoom(Pass<Scalar>& pass, const Stage& row) {
    const TensorShape shape = shapeOf(row, pass.document);
    Tensor& tensor = pass.trace.tensors[static_cast<std::size_t>(row.id)];
    if (info(row.id).domain == Domain::allowed) {
        tensor.template resize<unsigned char>(shape.heads, shape.rows, shape.cols);
    } else {
        tensor.template resize<Scalar>(shape.heads, shape.rows, shape.cols);
    }
    makeOperandRoom(pass, row);
}

/// Gives back what a stage took.
template <class Scalar>
void giveBack(Pass<Scalar>& pass, MatrixId id) {
    pass.trace.tensors[static_cast<std::size_t>(id)] = Tensor();
    pass.operands[static_cast<std::size_t>(id)] = Tensor();
}

/// True where no number of an operand is infinite or NaN.
template <class Scalar>
[[nodiscard]] bool isFinite(const Pass<Scalar>& pass, MatrixId id) {
    const Tensor& numbers = pass.operands[static_cast<std::size_t>(id)];
    return allFinite(numbers.template as<WideOf<Scalar>>().data(),
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
