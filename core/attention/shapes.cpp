#include "core/attention/shapes.h"

namespace lookback {

TensorShape shapeOf(const Stage& row, const Document& document) {
    return {info(row.id).per_head ? document.heads : 1, document.n(),
            row.width(document) * (joinsHeads(row) ? document.heads : 1)};
}

TensorShape operandShapeOf(const Stage& row, const Document& document) {
    switch (row.applies(document) ? row.operand(document) : Operand::none) {
        case Operand::none: break;
        case Operand::plain: return {document.heads, document.n(), row.width(document)};
        case Operand::transposed: return {document.heads, row.width(document), document.n()};
    }
    return {};
}

}  // namespace lookback
