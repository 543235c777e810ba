#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <numeric>

#include "core/attention/masking_arithmetic.h"
#include "core/attention/position_arithmetic.h"
#include "core/base/text.h"
#include "core/explain/explained_cell.h"

namespace lookback {
namespace {

using Numbers = std::vector<double>;

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

/// A number of the document as the engine uses it.
double inDType(const ExplainedCell& explained, double value) {
    return roundedTo(value, info(explained.document.dtype).kind);
}

double leftNumber(const ExplainedCell& explained) { return explained.leftView()(explained.cell); }

std::size_t ownKey(const ExplainedCell& explained) {
    return static_cast<std::size_t>(explained.cell.col);
}

void describeGiven(const ExplainedCell& explained, Operation& op) {
    op.left = {explained.result()};
}

void describeSum(const ExplainedCell& explained, Operation& op) {
    op.left = {leftNumber(explained)};
    op.right = {explained.rightView()(explained.cell)};
}

void describeDot(const ExplainedCell& explained, Operation& op) {
    op.left = rowOf(explained.leftView(), explained.cell.row);
    op.right = columnOf(explained.rightView(), explained.weightColumn());
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
    op.number = inDType(explained,
                        inDType(explained, slopeOf(explained.document, explained.head)) * distance);
}

void describeRule(const ExplainedCell& explained, Operation& op) {
    op.left = {explained.result()};
    op.allowed = {explained.allowed(explained.cell.col)};
}

void describeMasking(const ExplainedCell& explained, Operation& op) {
    op.left = {leftNumber(explained)};
    op.allowed = {explained.allowed(explained.cell.col)};
    op.number = inDType(explained, valueOf(explained.document.masking));
}

void describeRow(const ExplainedCell& explained, Operation& op) {
    op.left = rowOf(explained.leftView(), explained.cell.row);
    op.allowed = allowedRow(explained);
    op.at = ownKey(explained);
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

double sumOfNumbers(const Numbers& numbers) {
    return std::accumulate(numbers.begin(), numbers.end(), 0.0);
}

double redoLeft(const Operation& op, const Masking&) { return op.left.front(); }

double redoProducts(const Operation& op, const Masking&) {
    return std::inner_product(op.left.begin(), op.left.end(), op.right.begin(), 0.0);
}

/// Each product is rounded before they are added: they are no product of matrices.
double redoRotation(const Operation& op, const Masking&) {
    return roundedTo(op.left[0] * op.right[0], op.scalar) +
           roundedTo(op.left[1] * op.right[1], op.scalar);
}

/// The quotient and its tanh are rounded on the way.
double redoCapping(const Operation& op, const Masking&) {
    const double share = roundedTo(op.left.front() / op.number, op.scalar);
    return op.number * roundedTo(std::tanh(share), op.scalar);
}

double redoSoftmax(const Operation& op, const Masking& masking) {
    const bool empty = std::find(op.allowed.begin(), op.allowed.end(), true) == op.allowed.end();
    if (empty && arithmeticOf(masking.method).clears_empty_rows) return 0;
    double largest = op.left[op.at];
    for (const double score : op.left)
        largest = std::isnan(score) ? score : std::max(score, largest);
    double sum = 0;
    for (const double score : op.left) sum += std::exp(score - largest);
    return std::exp(op.left[op.at] - largest) / sum;
}

/// How an operation of each kind is read from the trace, and how it is done again.
struct OperationRow {
    Arithmetic kind;
    void (*describe)(const ExplainedCell&, Operation&);
    double (*redo)(const Operation&, const Masking&);
};

constexpr std::array<OperationRow, 15> kOperationRows{{
    {Arithmetic::given, describeGiven, redoLeft},
    {Arithmetic::sum, describeSum,
     [](const Operation& op, const Masking&) { return op.left.front() + op.right.front(); }},
    {Arithmetic::dot, describeDot, redoProducts},
    {Arithmetic::score, describeScore, redoProducts},
    {Arithmetic::rotation, describeRotation, redoRotation},
    {Arithmetic::quotient, describeQuotient,
     [](const Operation& op, const Masking&) { return op.left.front() / op.number; }},
    {Arithmetic::capping, describeCapping, redoCapping},
    {Arithmetic::bias, describeBias,
     [](const Operation& op, const Masking&) { return op.left.front() - op.number; }},
    {Arithmetic::rule, describeRule,
     [](const Operation& op, const Masking&) { return op.allowed.front() ? 1.0 : 0.0; }},
    {Arithmetic::masking, describeMasking,
     [](const Operation& op, const Masking& masking) {
         return arithmeticOf(masking.method).masked(op.number, op.left.front(), op.allowed.front());
     }},
    {Arithmetic::softmax, describeRow, redoSoftmax},
    {Arithmetic::zeroing, describeZeroing,
     [](const Operation& op, const Masking&) {
         return op.left.front() * (op.allowed.front() ? 1.0 : 0.0);
     }},
    {Arithmetic::renormalising, describeRow,
     [](const Operation& op, const Masking&) {
         return op.left[op.at] / roundedTo(sumOfNumbers(op.left), op.scalar);
     }},
    {Arithmetic::copy,
     [](const ExplainedCell& explained, Operation& op) { op.left = {leftNumber(explained)}; },
     redoLeft},
    {Arithmetic::weighted_sum, describeWeightedSum, redoProducts},
}};

const OperationRow& rowOf(Arithmetic kind) {
    const OperationRow& row = kOperationRows[static_cast<std::size_t>(kind)];
    assert(row.kind == kind);
    return row;
}

}  // namespace

Operation operationOf(const ExplainedCell& explained) {
    Operation operation{.kind = explained.kind, .scalar = info(explained.document.dtype).kind};
    rowOf(explained.kind).describe(explained, operation);
    operation.result = explained.result();
    return operation;
}

double redo(const Operation& operation, const Masking& masking) {
    return roundedTo(rowOf(operation.kind).redo(operation, masking), operation.scalar);
}

double redoByHand(Operation operation, const Masking& masking) {
    operation.scalar = ScalarKind::float64;
    return redo(operation, masking);
}

}  // namespace lookback
