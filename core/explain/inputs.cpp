#include <array>
#include <cassert>
#include <cmath>

#include "core/attention/masking_arithmetic.h"
#include "core/explain/explained_cell.h"

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
Index headOf(const ExplainedCell& explained, MatrixId id) {
    return info(id).per_head ? explained.head : 0;
}

void addLeft(const ExplainedCell& explained, Ranges& ranges) {
    add(ranges, explained.left, headOf(explained, explained.left), explained.cell);
}

void addMaskCell(const ExplainedCell& explained, Ranges& ranges) {
    add(ranges, MatrixId::mask, 0, explained.cell);
}

void inputsOfSum(const ExplainedCell& explained, Ranges& ranges) {
    addLeft(explained, ranges);
    add(ranges, explained.right, headOf(explained, explained.right), explained.cell);
}

void inputsOfDot(const ExplainedCell& explained, Ranges& ranges) {
    const Index width = explained.leftView().cols();
    addRow(ranges, explained.left, headOf(explained, explained.left), explained.cell.row, width);
    for (Index row = 0; row < width; ++row)
        add(ranges, explained.right, 0, {row, explained.weightColumn()});
}

void inputsOfScore(const ExplainedCell& explained, Ranges& ranges) {
    const Index width = explained.leftView().cols();
    addRow(ranges, explained.left, explained.head, explained.cell.row, width);
    addRow(ranges, explained.right, explained.head, explained.cell.col, width);
}

void inputsOfRotation(const ExplainedCell& explained, Ranges& ranges) {
    const RotatedPair pair = rotatedPair(explained);
    add(ranges, explained.left, explained.head, {explained.cell.row, pair.first});
    add(ranges, explained.left, explained.head, {explained.cell.row, pair.second});
}

void inputsOfMasking(const ExplainedCell& explained, Ranges& ranges) {
    const bool replaces = arithmeticOf(explained.document.masking.method).replaces;
    if (!replaces || explained.allowed(explained.cell.col)) addLeft(explained, ranges);
    addMaskCell(explained, ranges);
}

/// The cell's own key always counts: it is what makes a masked weight 0.
void inputsOfRow(const ExplainedCell& explained, Ranges& ranges) {
    if (explained.isEmptied())
        return addRow(ranges, MatrixId::mask, 0, explained.cell.row, explained.document.n());
    const Operation operation = operationOf(explained);
    const std::vector<bool> silent = silentKeys(explained, operation);
    for (std::size_t k = 0; k < silent.size(); ++k) {
        if (silent[k] && k != operation.at) continue;
        add(ranges, explained.left, explained.head, {explained.cell.row, static_cast<Index>(k)});
    }
}

void inputsOfZeroing(const ExplainedCell& explained, Ranges& ranges) {
    const bool counts = explained.allowed(explained.cell.col) || std::isnan(explained.result());
    if (counts) addLeft(explained, ranges);
    addMaskCell(explained, ranges);
}

void inputsOfWeightedSum(const ExplainedCell& explained, Ranges& ranges) {
    const std::vector<bool> silent = silentKeys(explained, operationOf(explained));
    for (std::size_t k = 0; k < silent.size(); ++k) {
        if (!silent[k])
            add(ranges, explained.left, explained.head,
                {explained.cell.row, static_cast<Index>(k)});
    }
    for (std::size_t k = 0; k < silent.size(); ++k) {
        if (!silent[k])
            add(ranges, explained.right, explained.head, {static_cast<Index>(k), explained.column});
    }
}

void noInputs(const ExplainedCell&, Ranges&) {}

struct InputsRow {
    Arithmetic kind;
    void (*inputs)(const ExplainedCell&, Ranges&);
};

constexpr std::array<InputsRow, 15> kInputsRows{{
    {Arithmetic::given, noInputs},
    {Arithmetic::sum, inputsOfSum},
    {Arithmetic::dot, inputsOfDot},
    {Arithmetic::score, inputsOfScore},
    {Arithmetic::rotation, inputsOfRotation},
    {Arithmetic::quotient, addLeft},
    {Arithmetic::capping, addLeft},
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
    const ExplainedCell explained(document, trace, id, head, cell);
    const InputsRow& row = kInputsRows[static_cast<std::size_t>(explained.kind)];
    assert(row.kind == explained.kind);
    Ranges ranges;
    row.inputs(explained, ranges);
    return ranges;
}

}  // namespace lookback
