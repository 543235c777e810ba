#include "core/attention/edited.h"

#include <algorithm>
#include <cstring>

namespace lookback {
namespace {

bool sameNumbers(const double* a, const double* b, Index count) {
    return std::memcmp(a, b, static_cast<std::size_t>(count) * sizeof(double)) == 0;
}

bool haveSameShape(const SharedMatrix& a, const SharedMatrix& b) {
    return a.rows() == b.rows() && a.cols() == b.cols();
}

Index outputWidth(const Document& document) {
    return document.weights.output ? document.weights.output->cols() : 0;
}

/// The range from the first place to the last at which `differs(place)`.
template <class Differs>
Range whereDifferent(Index size, Differs differs) {
    Range range{0, size};
    while (!range.empty() && !differs(range.begin)) ++range.begin;
    while (!range.empty() && !differs(range.end - 1)) --range.end;
    return range;
}

}  // namespace

bool haveSameShapes(const Document& was, const Document& is) {
    return was.dtype == is.dtype && was.heads == is.heads &&
           haveSameShape(was.embeddings, is.embeddings) &&
           haveSameShape(was.weights.query, is.weights.query) &&
           haveSameShape(was.weights.value, is.weights.value) &&
           was.weights.output.has_value() == is.weights.output.has_value() &&
           outputWidth(was) == outputWidth(is);
}

bool sameBits(double a, double b) { return sameNumbers(&a, &b, 1); }

bool sameBits(const std::vector<double>& a, const std::vector<double>& b) {
    return a.size() == b.size() && sameNumbers(a.data(), b.data(), static_cast<Index>(a.size()));
}

Touched editedRows(const SharedMatrix& was, const SharedMatrix& is) {
    if (was.isShared(is)) return {};
    if (!haveSameShape(was, is)) return kAllTouched;
    const Range rows = whereDifferent(is.rows(), [&](Index row) {
        return !sameNumbers(was.get().row(row).data(), is.get().row(row).data(), is.cols());
    });
    return {.rows = {kEvery, rows, kEvery}};
}

Touched editedRows(const Mask& was, const Mask& is) {
    if (was.rules != is.rules) return kAllTouched;
    if (was.flips == is.flips) return {};
    std::vector<Cell> changed;
    std::set_symmetric_difference(was.flips.begin(), was.flips.end(), is.flips.begin(),
                                  is.flips.end(), std::back_inserter(changed));
    return {.rows = {kEvery, {changed.front().row, changed.back().row + 1}, kEvery}};
}

Touched editedColumns(const SharedMatrix& was, const SharedMatrix& is, Index width) {
    if (was.isShared(is)) return {};
    if (!haveSameShape(was, is)) return kAllTouched;
    Range cols;
    for (Index row = 0; row < is.rows(); ++row) {
        const double* const before = was.get().row(row).data();
        const double* const after = is.get().row(row).data();
        if (sameNumbers(before, after, is.cols())) continue;
        cols = hull(cols, whereDifferent(is.cols(), [&](Index col) {
                        return !sameBits(before[col], after[col]);
                    }));
    }
    if (cols.empty()) return {};
    const Range heads{cols.begin / width, (cols.end - 1) / width + 1};
    const Range in_head{cols.begin % width, (cols.end - 1) % width + 1};
    return {.cols = {heads, kEvery, heads.size() == 1 ? in_head : kEvery}};
}

}  // namespace lookback
