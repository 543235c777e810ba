#include <algorithm>
#include <cmath>

#include "core/attention/explain/parts.h"

namespace lookback {

Site::Site(const Document& of, const Trace& in, MatrixId matrix, Index in_head, Cell at)
    : document(of),
      trace(in),
      id(matrix),
      head(info(matrix).per_head ? in_head : 0),
      cell(at),
      column(at.col),
      kind(Arithmetic::given),
      left(matrix),
      right(matrix) {
    if (isWeight(id)) return;
    const Stage& row = stage(id);
    kind = row.arithmetic(document);
    left = row.left(document);
    right = row.right(document);
    if (kind == Arithmetic::weighted_sum) {
        head = cell.col / document.dV();
        column = cell.col % document.dV();
    }
}

double Site::result() const { return matrixOf(document, trace, id, head)(cell); }

bool Site::isBlocked() const {
    const auto place = [this](MatrixId stage_id) {
        return std::find(trace.order.begin(), trace.order.end(), stage_id);
    };
    const bool on_keys = info(id).rows == Axis::token && info(id).cols == Axis::token;
    return on_keys && place(MatrixId::mask) <= place(id) && !allowed(cell.col);
}

bool Site::isEmptied() const {
    const MatrixView mask = trace.view(MatrixId::mask);
    for (Index key = 0; key < mask.cols(); ++key) {
        if (mask(cell.row, key) != 0) return false;
    }
    return document.masking.method == MaskingMethod::zero_rows;
}

bool Site::isFlipped() const {
    const auto& flips = document.mask.flips;
    return std::binary_search(flips.begin(), flips.end(), cell);
}

Index Site::weightColumn() const {
    return info(id).per_head ? head * trace.tensor(id).cols() + cell.col : cell.col;
}

RotatedPair rotatedPair(const Site& site) {
    const Rotation rotation(site.document.positions, site.document.dK());
    const Index pair = rotation.pairOf(site.cell.col);
    return {.first = rotation.first(pair),
            .second = rotation.second(pair),
            .angle = rotation.angle(site.cell.row, pair)};
}

std::vector<bool> silentKeys(const Site& site, const Operation& operation) {
    std::vector<bool> silent(operation.left.size(), false);
    const MatrixView weights =
        site.kind == Arithmetic::softmax ? site.trace.view(site.id, site.head) : site.leftView();
    const bool sums_values = site.kind == Arithmetic::weighted_sum;
    for (std::size_t k = 0; k < silent.size(); ++k) {
        silent[k] = site.id != MatrixId::unmasked_weights && !operation.allowed[k] &&
                    weights(site.cell.row, static_cast<Index>(k)) == 0 &&
                    (!sums_values || std::isfinite(operation.right[k]));
    }
    return silent;
}

}  // namespace lookback
