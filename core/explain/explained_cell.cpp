#include <algorithm>
#include <cmath>

#include "core/engine/masking_arithmetic.h"
#include "core/engine/position_arithmetic.h"
#include "core/explain/explained_cell.h"

namespace lookback {

ExplainedCell::ExplainedCell(const Document& of, const Trace& in, MatrixId matrix, Index in_head,
                             Cell at)
    : document(of),
      trace(in),
      id(matrix),
      head(info(matrix).per_head ? in_head : 0),
      cell(at),
      column(at.col),
      kind(Arithmetic::given),
      left(matrix),
      right(matrix) {
    if (isParameter(id)) return;
    const Stage& row = stage(id);
    kind = row.arithmetic(document);
    left = row.left(document);
    right = row.right(document);
    if (kind == Arithmetic::weighted_sum) {
        head = cell.col / document.dV();
        column = cell.col % document.dV();
    }
}

double ExplainedCell::result() const { return matrixById(document, trace, id, head)(cell); }

bool ExplainedCell::isBlocked() const {
    const auto place = [this](MatrixId stage_id) {
        return std::find(trace.order.begin(), trace.order.end(), stage_id);
    };
    const bool on_keys = info(id).rows == Axis::token && info(id).cols == Axis::token;
    return on_keys && place(MatrixId::mask) <= place(id) && !allowed(cell.col);
}

bool ExplainedCell::isEmptied() const {
    if (!maskingArithmetic(document.masking.method).clears_empty_rows) return false;
    const MatrixView mask = trace.view(MatrixId::mask);
    for (Index key = 0; key < mask.cols(); ++key) {
        if (mask(cell.row, key) != 0) return false;
    }
    return true;
}

bool ExplainedCell::isFlipped() const {
    const auto& flips = document.mask.flips;
    return std::binary_search(flips.begin(), flips.end(), cell);
}

Index ExplainedCell::weightColumn() const {
    return info(id).per_head ? head * trace.tensor(id).cols() + cell.col : cell.col;
}

RotatedPair rotatedPair(const ExplainedCell& explained) {
    const Rotation rotation(explained.document.positions, explained.document.dK());
    const Index pair = rotation.dimensionPair(explained.cell.col);
    return {.first = rotation.first(pair),
            .second = rotation.second(pair),
            .angle = rotation.angle(explained.cell.row, pair)};
}

std::vector<bool> silentKeys(const ExplainedCell& explained, const Operation& operation) {
    std::vector<bool> silent(operation.left.size(), false);
    const bool is_column = explained.kind == Arithmetic::column_softmax;
    const MatrixView weights = is_column || explained.kind == Arithmetic::softmax
                                   ? explained.trace.view(explained.id, explained.head)
                                   : explained.leftView();
    const bool sums_values = explained.kind == Arithmetic::weighted_sum;
    for (std::size_t k = 0; k < silent.size(); ++k) {
        const auto at = static_cast<Index>(k);
        const Cell cell = is_column ? Cell{at, explained.cell.col} : Cell{explained.cell.row, at};
        silent[k] = explained.id != MatrixId::unmasked_weights && !operation.allowed[k] &&
                    weights(cell) == 0 && (!sums_values || std::isfinite(operation.right[k]));
    }
    return silent;
}

}  // namespace lookback
