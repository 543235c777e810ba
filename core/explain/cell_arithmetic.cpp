#include "core/explain/cell_arithmetic.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/document/edit.h"
#include "core/engine/masking_arithmetic.h"
#include "core/engine/position_arithmetic.h"
#include "core/explain/arithmetic_lines.h"
#include "core/explain/meaning.h"
#include "core/explain/position_words.h"

namespace lookback {
namespace {

using Numbers = std::vector<double>;
using Ranges = std::vector<CellRange>;

// Operands, read off the trace.

Numbers rowOf(const MatrixView& view, Index row) {
    Numbers numbers;
    for (Index col = 0; col < view.cols(); ++col) numbers.push_back(view(row, col));
    return numbers;
}

Numbers columnOf(const MatrixView& view, Index col) {
    Numbers numbers;
    for (Index row = 0; row < view.rows(); ++row) numbers.push_back(view(row, col));
    return numbers;
}

std::vector<bool> allowedRow(const ExplainedCell& explained) {
    std::vector<bool> allowed;
    for (Index key = 0; key < explained.document.n(); ++key)
        allowed.push_back(explained.allowed(key));
    return allowed;
}

std::vector<bool> allowedColumn(const ExplainedCell& explained) {
    const MatrixView mask = explained.trace.view(MatrixId::mask);
    std::vector<bool> allowed;
    for (Index query = 0; query < explained.document.n(); ++query)
        allowed.push_back(mask(query, explained.cell.col) != 0);
    return allowed;
}

/// A number of the document, rounded as the engine does.
double inDType(const ExplainedCell& explained, double value) {
    return roundedTo(value, info(explained.document.dtype).kind);
}

double leftNumber(const ExplainedCell& explained) { return explained.leftView()(explained.cell); }

std::size_t ownKey(const ExplainedCell& explained) {
    return static_cast<std::size_t>(explained.cell.col);
}

/// The number as the document has it, before it is rounded.
void describeGiven(const ExplainedCell& explained, Operation& op) {
    const Document& document = explained.document;
    if (isEditable(document, explained.id)) {
        op.left = {editable(document, explained.id).get()(explained.cell.row, explained.cell.col)};
    } else {
        op.left = {positionWords(document.positions.kind).unrounded(document, explained.cell)};
    }
}

void describeSum(const ExplainedCell& explained, Operation& op) {
    op.left = {leftNumber(explained)};
    op.right = {explained.rightView()(explained.cell)};
}

void describeDot(const ExplainedCell& explained, Operation& op) {
    op.left = rowOf(explained.leftView(), explained.cell.row);
    op.right = columnOf(explained.rightView(), explained.weightColumn());
    if (const auto bias = biasOf(explained.document, explained.id)) {
        op.bias =
            matrixById(explained.document, explained.trace, *bias)({0, explained.weightColumn()});
    }
}

void describeScore(const ExplainedCell& explained, Operation& op) {
    op.left = rowOf(explained.leftView(), explained.cell.row);
    op.right = rowOf(explained.rightView(), explained.cell.col);
}

void describeRotation(const ExplainedCell& explained, Operation& op) {
    const RotatedPair pair = rotatedPair(explained);
    const double cosine = inDType(explained, std::cos(pair.angle));
    const double sine = inDType(explained, std::sin(pair.angle));
    op.left = {explained.leftView()(explained.cell.row, pair.first),
               explained.leftView()(explained.cell.row, pair.second)};
    op.right = explained.cell.col == pair.first ? Numbers{cosine, -sine} : Numbers{sine, cosine};
    op.number = sine;
}

void describeQuotient(const ExplainedCell& explained, Operation& op) {
    op.left = {leftNumber(explained)};
    op.number = inDType(explained, divisor(explained.document));
}

void describeCapping(const ExplainedCell& explained, Operation& op) {
    op.left = {leftNumber(explained)};
    op.number = inDType(explained, *explained.document.softcap);
}

void describeBias(const ExplainedCell& explained, Operation& op) {
    const auto distance = static_cast<double>(std::abs(explained.cell.row - explained.cell.col));
    op.left = {leftNumber(explained)};
    op.number = inDType(
        explained, inDType(explained, headSlope(explained.document, explained.head)) * distance);
}

void describeRule(const ExplainedCell& explained, Operation& op) {
    op.left = {explained.result()};
    op.allowed = {explained.allowed(explained.cell.col)};
}

void describeMasking(const ExplainedCell& explained, Operation& op) {
    op.left = {leftNumber(explained)};
    op.allowed = {explained.allowed(explained.cell.col)};
    op.number = inDType(explained, maskedScoreValue(explained.document.masking));
}

void describeCopy(const ExplainedCell& explained, Operation& op) {
    op.left = {leftNumber(explained)};
}

void describeRow(const ExplainedCell& explained, Operation& op) {
    op.left = rowOf(explained.leftView(), explained.cell.row);
    op.allowed = allowedRow(explained);
    op.at = ownKey(explained);
}

/// The column of a weight. A row that is set to 0 has no operands.
void describeColumn(const ExplainedCell& explained, Operation& op) {
    if (explained.isEmptied()) return;
    op.left = columnOf(explained.leftView(), explained.cell.col);
    op.allowed = allowedColumn(explained);
    op.at = static_cast<std::size_t>(explained.cell.row);
}

void describeZeroing(const ExplainedCell& explained, Operation& op) {
    op.left = {leftNumber(explained)};
    op.allowed = {explained.allowed(explained.cell.col)};
}

void describeWeightedSum(const ExplainedCell& explained, Operation& op) {
    op.left = rowOf(explained.leftView(), explained.cell.row);
    op.right = columnOf(explained.rightView(), explained.column);
    op.allowed = allowedRow(explained);
}

// The result, computed again from its operands.

double sumOfNumbers(const Numbers& numbers) {
    return std::accumulate(numbers.begin(), numbers.end(), 0.0);
}

double redoLeft(const Operation& op, const Masking&) { return op.left.front(); }

double redoProducts(const Operation& op, const Masking&) {
    const double sum = std::inner_product(op.left.begin(), op.left.end(), op.right.begin(), 0.0);
    return op.bias ? sum + *op.bias : sum;
}

/// Each product is rounded before the addition, unlike in a product of matrices.
double redoRotation(const Operation& op, const Masking&) {
    return roundedTo(op.left[0] * op.right[0], op.scalar) +
           roundedTo(op.left[1] * op.right[1], op.scalar);
}

/// The quotient and its tanh are rounded, too.
double redoCapping(const Operation& op, const Masking&) {
    const double share = roundedTo(op.left.front() / op.number, op.scalar);
    return op.number * roundedTo(std::tanh(share), op.scalar);
}

double softmaxShare(const Operation& op) {
    double largest = op.left[op.at];
    for (const double score : op.left)
        largest = std::isnan(score) ? score : std::max(score, largest);
    double sum = 0;
    for (const double score : op.left) sum += std::exp(score - largest);
    return std::exp(op.left[op.at] - largest) / sum;
}

double redoSoftmax(const Operation& op, const Masking& masking) {
    const bool empty = std::find(op.allowed.begin(), op.allowed.end(), true) == op.allowed.end();
    if (empty && maskingArithmetic(masking.method).clears_empty_rows) return 0;
    return softmaxShare(op);
}

double redoColumnSoftmax(const Operation& op, const Masking&) {
    return op.left.empty() ? 0 : softmaxShare(op);
}

double redoSum(const Operation& op, const Masking&) { return op.left.front() + op.right.front(); }

double redoQuotient(const Operation& op, const Masking&) { return op.left.front() / op.number; }

double redoBias(const Operation& op, const Masking&) { return op.left.front() - op.number; }

double redoRule(const Operation& op, const Masking&) { return op.allowed.front() ? 1.0 : 0.0; }

double redoMasking(const Operation& op, const Masking& masking) {
    return maskingArithmetic(masking.method).masked(op.number, op.left.front(), op.allowed.front());
}

double redoZeroing(const Operation& op, const Masking&) {
    return op.left.front() * (op.allowed.front() ? 1.0 : 0.0);
}

double redoRenormalising(const Operation& op, const Masking&) {
    return op.left[op.at] / roundedTo(sumOfNumbers(op.left), op.scalar);
}

// The cells that a cell is computed from.

/// Adds one cell: to the last range where it continues that range, else as a new range.
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

/// The head of a matrix that every head has; 0 for other matrices.
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
    if (const auto bias = biasOf(explained.document, explained.id)) {
        add(ranges, *bias, 0, {0, explained.weightColumn()});
    }
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
    const bool replaces = maskingArithmetic(explained.document.masking.method).replaces;
    if (!replaces || explained.allowed(explained.cell.col)) addLeft(explained, ranges);
    addMaskCell(explained, ranges);
}

/// Adds the operands that count in the sum of a row or column. The cell's own one always counts: a
/// masked weight is 0 because of it. @param cell_of returns the cell of the k-th operand
template <class CellOf>
void addCounting(const ExplainedCell& explained, Ranges& ranges, CellOf cell_of) {
    if (explained.isEmptied())
        return addRow(ranges, MatrixId::mask, 0, explained.cell.row, explained.document.n());
    const Operation operation = operationOf(explained);
    const std::vector<bool> silent = silentKeys(explained, operation);
    for (std::size_t k = 0; k < silent.size(); ++k) {
        if (silent[k] && k != operation.at) continue;
        add(ranges, explained.left, explained.head, cell_of(static_cast<Index>(k)));
    }
}

void inputsOfRow(const ExplainedCell& explained, Ranges& ranges) {
    addCounting(explained, ranges, [&](Index key) { return Cell{explained.cell.row, key}; });
}

void inputsOfColumn(const ExplainedCell& explained, Ranges& ranges) {
    addCounting(explained, ranges, [&](Index query) { return Cell{query, explained.cell.col}; });
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

// The cells of a stage that are computed from cells of its operands.

bool anyInRow(const Reached& cells, Index row) { return cells.row(row).any(); }

void throughNothing(const Forwards&, Reached&) {}

void throughSum(const Forwards& f, Reached& out) { out = f.left || f.right; }

void throughLeft(const Forwards& f, Reached& out) { out = f.left; }

void throughDot(const Forwards& f, Reached& out) {
    for (Index row = 0; row < out.rows(); ++row) {
        if (anyInRow(f.left, row)) out.row(row).setConstant(true);
    }
    for (Index col = 0; col < out.cols(); ++col) {
        if (f.right.col(col).any()) out.col(col).setConstant(true);
    }
    for (Index col = 0; col < f.bias.cols(); ++col) {
        if (f.bias(0, col)) out.col(col).setConstant(true);
    }
}

void throughScore(const Forwards& f, Reached& out) {
    for (Index token = 0; token < out.rows(); ++token) {
        if (anyInRow(f.left, token)) out.row(token).setConstant(true);
        if (anyInRow(f.right, token)) out.col(token).setConstant(true);
    }
}

void throughRotation(const Forwards& f, Reached& out) {
    const Rotation rotation(f.document.positions, f.document.dK());
    for (Index col = 0; col < out.cols(); ++col) {
        const Index pair = rotation.dimensionPair(col);
        out.col(col) = f.left.col(rotation.first(pair)) || f.left.col(rotation.second(pair));
    }
}

void throughMasking(const Forwards& f, Reached& out) {
    const bool replaces = maskingArithmetic(f.document.masking.method).replaces;
    for (Index row = 0; row < out.rows(); ++row) {
        for (Index key = 0; key < out.cols(); ++key) {
            out(row, key) = f.left(row, key) && (!replaces || f.allowed(row, key));
        }
    }
}

/// A blocked cell depends on its operand where that is not finite: 0 times infinity is NaN.
void throughZeroing(const Forwards& f, Reached& out) {
    const MatrixView made = f.trace.view(f.id, f.head);
    for (Index row = 0; row < out.rows(); ++row) {
        for (Index key = 0; key < out.cols(); ++key) {
            out(row, key) = f.left(row, key) && (f.allowed(row, key) || std::isnan(made(row, key)));
        }
    }
}

/// Each weight of a row depends on all operands that count in it.
/// @param weights an operand with a weight of 0 may not count
void throughRows(const Forwards& f, const MatrixView& weights, bool may_be_silent, Reached& out) {
    const MatrixView made = f.trace.view(f.id, f.head);
    for (Index row = 0; row < out.rows(); ++row) {
        const auto counts = [&](Index key) {
            return !may_be_silent || !f.isSilent(weights, row, key);
        };
        bool is_reached = false;
        for (Index key = 0; key < out.cols() && !is_reached; ++key) {
            is_reached = f.left(row, key) && counts(key);
        }
        if (!is_reached) continue;
        for (Index key = 0; key < out.cols(); ++key) {
            out(row, key) = !may_be_silent || !f.isSilent(made, row, key);
        }
    }
}

void throughSoftmax(const Forwards& f, Reached& out) {
    throughRows(f, f.trace.view(f.id, f.head), f.id != MatrixId::unmasked_weights, out);
}

/// Each weight of a column depends on all scores that count in it.
void throughColumnSoftmax(const Forwards& f, Reached& out) {
    const MatrixView made = f.trace.view(f.id, f.head);
    const auto counts = [&](Index query, Index key) {
        return f.id == MatrixId::unmasked_weights || !f.isSilent(made, query, key);
    };
    for (Index key = 0; key < out.cols(); ++key) {
        bool is_reached = false;
        for (Index query = 0; query < out.rows() && !is_reached; ++query) {
            is_reached = f.left(query, key) && counts(query, key);
        }
        for (Index query = 0; is_reached && query < out.rows(); ++query) {
            out(query, key) = counts(query, key);
        }
    }
}

void throughRenormalising(const Forwards& f, Reached& out) {
    throughRows(f, f.trace.view(f.left_id, f.head), true, out);
}

/// A value that is not finite counts at any weight: 0 times infinity is NaN.
void throughWeightedSum(const Forwards& f, Reached& out) {
    const MatrixView weights = f.trace.view(f.left_id, f.head);
    const MatrixView values = f.trace.view(MatrixId::value, f.head);
    const Index n = weights.cols();
    for (Index col = 0; col < out.cols(); ++col) {
        const bool is_value_reached = f.right.col(col).any();
        for (Index row = 0; row < out.rows(); ++row) {
            if (!is_value_reached && !anyInRow(f.left, row)) continue;
            for (Index key = 0; key < n && !out(row, col); ++key) {
                if (!f.left(row, key) && !f.right(key, col)) continue;
                out(row, col) = !f.isSilent(weights, row, key) || !std::isfinite(values(key, col));
            }
        }
    }
}

constexpr ArithmeticTable<CellArithmetic> kCellArithmetic{{
    // kind, describe, redo, inputs, reach, lines, meaning

    {Arithmetic::given, describeGiven, redoLeft, noInputs, throughNothing, givenLines,
     meaningOfGiven},
    {Arithmetic::sum, describeSum, redoSum, inputsOfSum, throughSum, sumLines, meaningOfSum},
    {Arithmetic::dot, describeDot, redoProducts, inputsOfDot, throughDot, dotLines, meaningOfDot},
    {Arithmetic::score, describeScore, redoProducts, inputsOfScore, throughScore, scoreLines,
     meaningOfScore},
    {Arithmetic::rotation, describeRotation, redoRotation, inputsOfRotation, throughRotation,
     rotationLines, meaningOfRotation},
    {Arithmetic::quotient, describeQuotient, redoQuotient, addLeft, throughLeft, quotientLines,
     meaningOfQuotient},
    {Arithmetic::capping, describeCapping, redoCapping, addLeft, throughLeft, cappingLines,
     meaningOfCapping},
    {Arithmetic::bias, describeBias, redoBias, addLeft, throughLeft, biasLines, meaningOfBias},
    {Arithmetic::rule, describeRule, redoRule, noInputs, throughNothing, ruleLines, meaningOfRule},
    {Arithmetic::masking, describeMasking, redoMasking, inputsOfMasking, throughMasking,
     maskingLines, meaningOfMasking},
    {Arithmetic::softmax, describeRow, redoSoftmax, inputsOfRow, throughSoftmax, softmaxLines,
     meaningOfSoftmax},
    {Arithmetic::column_softmax, describeColumn, redoColumnSoftmax, inputsOfColumn,
     throughColumnSoftmax, softmaxLines, meaningOfColumnSoftmax},
    {Arithmetic::zeroing, describeZeroing, redoZeroing, inputsOfZeroing, throughZeroing,
     zeroingLines, meaningOfZeroing},
    {Arithmetic::renormalising, describeRow, redoRenormalising, inputsOfRow, throughRenormalising,
     renormalisingLines, meaningOfRenormalising},
    {Arithmetic::copy, describeCopy, redoLeft, addLeft, throughLeft, copyLines, meaningOfCopy},
    {Arithmetic::weighted_sum, describeWeightedSum, redoProducts, inputsOfWeightedSum,
     throughWeightedSum, weightedSumLines, meaningOfWeightedSum},
}};
static_assert(isComplete(kCellArithmetic, &CellArithmetic::describe, &CellArithmetic::redo,
                         &CellArithmetic::inputs, &CellArithmetic::reach, &CellArithmetic::lines,
                         &CellArithmetic::meaning));

}  // namespace

const CellArithmetic& cellArithmetic(Arithmetic kind) { return rowOfKind(kCellArithmetic, kind); }

Operation operationOf(const ExplainedCell& explained) {
    Operation operation{.kind = explained.kind, .scalar = info(explained.document.dtype).kind};
    cellArithmetic(explained.kind).describe(explained, operation);
    operation.result = explained.result();
    return operation;
}

double redo(const Operation& operation, const Masking& masking) {
    return roundedTo(redoUnrounded(operation, masking), operation.scalar);
}

double redoUnrounded(const Operation& operation, const Masking& masking) {
    return cellArithmetic(operation.kind).redo(operation, masking);
}

std::vector<CellRange> inputsOf(const Document& document, const Trace& trace, MatrixId id,
                                Index head, Cell cell) {
    const ExplainedCell explained(document, trace, id, head, cell);
    Ranges ranges;
    cellArithmetic(explained.kind).inputs(explained, ranges);
    return ranges;
}

}  // namespace lookback
