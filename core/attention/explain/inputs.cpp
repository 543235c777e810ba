#include <array>
#include <cassert>
#include <cmath>

#include "core/attention/explain/parts.h"

namespace lookback {
namespace {

using Ranges = std::vector<CellRange>;

/// Adds one cell; it joins the range before where it continues it.
void add(Ranges& ranges, MatrixId id, Index head, Cell cell) {
    if (!ranges.empty() && ranges.back().id == id && ranges.back().head == head) {
        CellRange& last = ranges.back();
        if (last.rows == 1 && cell.row == last.row && cell.col == last.col + last.cols) {
            ++last.cols;
            return;
        }
        if (last.cols == 1 && cell.col == last.col && cell.row == last.row + last.rows) {
            ++last.rows;
            return;
        }
    }
    ranges.push_back({.id = id, .head = head, .row = cell.row, .col = cell.col});
}

void addRow(Ranges& ranges, MatrixId id, Index head, Index row, Index cols) {
    for (Index col = 0; col < cols; ++col) add(ranges, id, head, {row, col});
}

/// Heads number the matrices that exist once a head; the others have head 0.
Index headOf(const Site& site, MatrixId id) { return info(id).per_head ? site.head : 0; }

void addLeft(const Site& site, Ranges& ranges) {
    add(ranges, site.left, headOf(site, site.left), site.cell);
}

void addMaskCell(const Site& site, Ranges& ranges) { add(ranges, MatrixId::mask, 0, site.cell); }

void inputsOfSum(const Site& site, Ranges& ranges) {
    addLeft(site, ranges);
    add(ranges, site.right, headOf(site, site.right), site.cell);
}

void inputsOfDot(const Site& site, Ranges& ranges) {
    const Index width = site.leftView().cols();
    addRow(ranges, site.left, headOf(site, site.left), site.cell.row, width);
    for (Index row = 0; row < width; ++row) add(ranges, site.right, 0, {row, site.weightColumn()});
}

void inputsOfScore(const Site& site, Ranges& ranges) {
    const Index width = site.leftView().cols();
    addRow(ranges, site.left, site.head, site.cell.row, width);
    addRow(ranges, site.right, site.head, site.cell.col, width);
}

void inputsOfRotation(const Site& site, Ranges& ranges) {
    const RotatedPair pair = rotatedPair(site);
    add(ranges, site.left, site.head, {site.cell.row, pair.first});
    add(ranges, site.left, site.head, {site.cell.row, pair.second});
}

void inputsOfMasking(const Site& site, Ranges& ranges) {
    const MaskingMethod method = site.document.masking.method;
    const bool replaces = method == MaskingMethod::fill || method == MaskingMethod::zero_rows;
    if (!replaces || site.allowed(site.cell.col)) addLeft(site, ranges);
    addMaskCell(site, ranges);
}

/// The cell's own key always counts: it is what makes a masked weight 0.
void inputsOfRow(const Site& site, Ranges& ranges) {
    if (site.isEmptied())
        return addRow(ranges, MatrixId::mask, 0, site.cell.row, site.document.n());
    const Operation operation = operationOf(site);
    const std::vector<bool> silent = silentKeys(site, operation);
    for (std::size_t k = 0; k < silent.size(); ++k) {
        if (silent[k] && k != operation.at) continue;
        add(ranges, site.left, site.head, {site.cell.row, static_cast<Index>(k)});
    }
}

void inputsOfZeroing(const Site& site, Ranges& ranges) {
    const bool counts = site.allowed(site.cell.col) || std::isnan(site.result());
    if (counts) addLeft(site, ranges);
    addMaskCell(site, ranges);
}

void inputsOfWeightedSum(const Site& site, Ranges& ranges) {
    const std::vector<bool> silent = silentKeys(site, operationOf(site));
    for (std::size_t k = 0; k < silent.size(); ++k) {
        if (!silent[k]) add(ranges, site.left, site.head, {site.cell.row, static_cast<Index>(k)});
    }
    for (std::size_t k = 0; k < silent.size(); ++k) {
        if (!silent[k]) add(ranges, site.right, site.head, {static_cast<Index>(k), site.column});
    }
}

void noInputs(const Site&, Ranges&) {}

struct Row {
    Arithmetic kind;
    void (*inputs)(const Site&, Ranges&);
};

constexpr std::array<Row, 14> kRows{{
    {Arithmetic::given, noInputs},
    {Arithmetic::sum, inputsOfSum},
    {Arithmetic::dot, inputsOfDot},
    {Arithmetic::score, inputsOfScore},
    {Arithmetic::rotation, inputsOfRotation},
    {Arithmetic::quotient, addLeft},
    {Arithmetic::bias, addLeft},
    {Arithmetic::rule, noInputs},
    {Arithmetic::masking, inputsOfMasking},
    {Arithmetic::softmax, inputsOfRow},
    {Arithmetic::zeroing, inputsOfZeroing},
    {Arithmetic::renormalising, inputsOfRow},
    {Arithmetic::copy, addLeft},
    {Arithmetic::weighted_sum, inputsOfWeightedSum},
}};

}  // namespace

std::vector<CellRange> inputsOf(const Document& document, const Trace& trace, MatrixId id,
                                Index head, Cell cell) {
    const Site site(document, trace, id, head, cell);
    const Row& row = kRows[static_cast<std::size_t>(site.kind)];
    assert(row.kind == site.kind);
    Ranges ranges;
    row.inputs(site, ranges);
    return ranges;
}

}  // namespace lookback
