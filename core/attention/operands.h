#pragma once

#include "core/attention/stages.h"

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

/// Makes room for a stage of the document that is an operand; gives back that of one that is none.
template <class Scalar>
void makeOperandRoom(Pass<Scalar>& pass, const Stage& row) {
    const Document& document = pass.document;
    switch (row.applies(document) ? row.operand(document) : Operand::none) {
        case Operand::none: pass.operands[static_cast<std::size_t>(row.id)] = Tensor(); return;
        case Operand::plain:
            return makeOperandRoom(pass, row.id, document.heads, document.n(), row.width(document));
        case Operand::transposed:
            return makeOperandRoom(pass, row.id, document.heads, row.width(document), document.n());
    }
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
