#include "core/engine/changed_cells.h"

#include <algorithm>
#include <cstring>
#include <iterator>

#include "core/engine/masking_arithmetic.h"
#include "core/engine/stages.h"

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

// How changes of the operands spread to a stage, for each kind of arithmetic.

/// A stage, and the changed cells of its operands.
struct Spread {
    const Stage& stage;
    const Document& document;
    const ChangedCells& left;
    const ChangedCells& right;
};

/// The stage depends on the document alone: Stage::edited finds its changes.
ChangedCells spreadNothing(const Spread&) { return {}; }

ChangedCells spreadCells(const Spread& s) { return hull(s.left, s.right); }

ChangedCells spreadRows(const Spread& s) { return {.rows = s.left.anyRow()}; }

/// A changed row changes every column.
ChangedCells spreadColumns(const Spread& s) {
    ChangedCells changed = s.left;
    if (!changed.rows.empty()) changed.rows = {changed.rows.heads, kEvery, kEvery};
    if (!changed.cols.empty()) changed.cols.rows = kEvery;
    return changed;
}

/// A stage without heads of its own uses rows of any head.
ChangedCells spreadDot(const Spread& s) {
    Region rows = s.left.anyRow();
    if (!rows.empty()) rows = {info(s.stage.id).per_head ? rows.heads : kEvery, rows.rows, kEvery};
    return {.rows = rows, .cols = s.right.cols};
}

ChangedCells spreadScore(const Spread& s) {
    const Region keys = s.right.anyRow();
    return {.rows = s.left.anyRow(),
            .cols = keys.empty() ? Region() : Region{keys.heads, kEvery, keys.rows}};
}

ChangedCells spreadWeightedSum(const Spread& s) {
    return {.rows = s.left.anyRow(), .cols = s.right.cols};
}

/// The region without leading and trailing rows that may look at none of its columns.
Region seen(Region cols, const Document& document) {
    const Index n = document.n();
    const auto looks = [&](Index query) {
        for (Index key = cols.cols.begin; key < std::min(cols.cols.end, n); ++key) {
            if (allows(document.mask, query, key)) return true;
        }
        return false;
    };
    cols.rows = common(cols.rows, {0, n});
    while (!cols.rows.empty() && !looks(cols.rows.begin)) ++cols.rows.begin;
    while (!cols.rows.empty() && !looks(cols.rows.end - 1)) --cols.rows.end;
    return cols;
}

ChangedCells spreadMasking(const Spread& s) {
    ChangedCells changed = spreadCells(s);
    const bool replaces = maskingArithmetic(s.document.masking.method).replaces;
    if (s.right.empty() && !changed.cols.empty() && replaces) {
        changed.cols = seen(changed.cols, s.document);
    }
    return changed;
}

/// How changes spread through one kind of arithmetic. (Explanations of its cells are a table of
/// core/explain, which includes this folder, not the other way round.)
struct SpreadRow {
    Arithmetic kind;
    ChangedCells (*spread)(const Spread&);
    bool shares_right_rows = false;
};

constexpr ArithmeticTable<SpreadRow> kSpreadRows{{
    {Arithmetic::given, spreadNothing},
    {Arithmetic::sum, spreadCells},
    {Arithmetic::dot, spreadDot},
    {Arithmetic::score, spreadScore},
    {Arithmetic::rotation, spreadRows},
    {Arithmetic::quotient, spreadCells},
    {Arithmetic::capping, spreadCells},
    {Arithmetic::bias, spreadCells},
    {Arithmetic::rule, spreadNothing},
    {Arithmetic::masking, spreadMasking},
    {Arithmetic::softmax, spreadRows},
    {Arithmetic::column_softmax, spreadColumns},
    {Arithmetic::zeroing, spreadCells},
    {Arithmetic::renormalising, spreadRows},
    {Arithmetic::copy, spreadCells},
    {Arithmetic::weighted_sum, spreadWeightedSum, true},
}};
static_assert(isComplete(kSpreadRows, &SpreadRow::spread));

const SpreadRow& spreadRowOf(const Stage& stage, const Document& document) {
    return rowOfKind(kSpreadRows, stage.arithmetic(document));
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

ChangedCells editedRows(const SharedMatrix& was, const SharedMatrix& is) {
    if (was.isShared(is)) return {};
    if (!haveSameShape(was, is)) return kAllChanged;
    const Range rows = whereDifferent(is.rows(), [&](Index row) {
        return !sameNumbers(was.get().row(row).data(), is.get().row(row).data(), is.cols());
    });
    return {.rows = {kEvery, rows, kEvery}};
}

ChangedCells editedRows(const Mask& was, const Mask& is) {
    if (was.rules != is.rules) return kAllChanged;
    if (was.flips == is.flips) return {};
    std::vector<Cell> changed;
    std::set_symmetric_difference(was.flips.begin(), was.flips.end(), is.flips.begin(),
                                  is.flips.end(), std::back_inserter(changed));
    return {.rows = {kEvery, {changed.front().row, changed.back().row + 1}, kEvery}};
}

ChangedCells editedColumns(const SharedMatrix& was, const SharedMatrix& is, Index width) {
    if (was.isShared(is)) return {};
    if (!haveSameShape(was, is)) return kAllChanged;
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

ChangedCells spread(const Stage& stage, const Document& document, const ChangedCells& left,
                    const ChangedCells& right) {
    return spreadRowOf(stage, document).spread({stage, document, left, right});
}

bool sharesRightRows(const Stage& stage, const Document& document) {
    return spreadRowOf(stage, document).shares_right_rows;
}

}  // namespace lookback
