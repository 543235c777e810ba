#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <limits>
#include <numeric>

#include "core/attention/explain/parts.h"
#include "core/attention/kernels.h"
#include "core/base/text.h"

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

std::vector<bool> allowedRow(const Site& site) {
    std::vector<bool> allowed;
    for (Index key = 0; key < site.document.n(); ++key) allowed.push_back(site.allowed(key));
    return allowed;
}

/// A number of the document as the engine uses it.
double inDType(const Site& site, double value) {
    return roundedTo(value, info(site.document.dtype).kind);
}

double leftNumber(const Site& site) { return site.leftView()(site.cell); }

std::size_t ownKey(const Site& site) { return static_cast<std::size_t>(site.cell.col); }

void describeGiven(const Site& site, Operation& op) { op.left = {site.result()}; }

void describeSum(const Site& site, Operation& op) {
    op.left = {leftNumber(site)};
    op.right = {site.rightView()(site.cell)};
}

void describeDot(const Site& site, Operation& op) {
    op.left = rowOf(site.leftView(), site.cell.row);
    op.right = columnOf(site.rightView(), site.weightColumn());
}

void describeScore(const Site& site, Operation& op) {
    op.left = rowOf(site.leftView(), site.cell.row);
    op.right = rowOf(site.rightView(), site.cell.col);
}

void describeRotation(const Site& site, Operation& op) {
    const RotatedPair pair = rotatedPair(site);
    const double cosine = inDType(site, std::cos(pair.angle));
    const double sine = inDType(site, std::sin(pair.angle));
    op.left = {site.leftView()(site.cell.row, pair.first),
               site.leftView()(site.cell.row, pair.second)};
    op.right = site.cell.col == pair.first ? Numbers{cosine, -sine} : Numbers{sine, cosine};
    op.number = sine;
}

void describeQuotient(const Site& site, Operation& op) {
    op.left = {leftNumber(site)};
    op.number = inDType(site, divisor(site.document));
}

void describeBias(const Site& site, Operation& op) {
    const auto distance = static_cast<double>(std::abs(site.cell.row - site.cell.col));
    op.left = {leftNumber(site)};
    op.number = inDType(site, inDType(site, slopeOf(site.document, site.head)) * distance);
}

void describeRule(const Site& site, Operation& op) {
    op.left = {site.result()};
    op.allowed = {site.allowed(site.cell.col)};
}

void describeMasking(const Site& site, Operation& op) {
    const Masking& masking = site.document.masking;
    op.left = {leftNumber(site)};
    op.allowed = {site.allowed(site.cell.col)};
    op.number = masking.method == MaskingMethod::zero_rows
                    ? -std::numeric_limits<double>::infinity()
                    : inDType(site, masking.value);
}

void describeRow(const Site& site, Operation& op) {
    op.left = rowOf(site.leftView(), site.cell.row);
    op.allowed = allowedRow(site);
    op.at = ownKey(site);
}

void describeZeroing(const Site& site, Operation& op) {
    op.left = {leftNumber(site)};
    op.allowed = {site.allowed(site.cell.col)};
}

void describeWeightedSum(const Site& site, Operation& op) {
    op.left = rowOf(site.leftView(), site.cell.row);
    op.right = columnOf(site.rightView(), site.column);
    op.allowed = allowedRow(site);
}

double sumOf(const Numbers& numbers) {
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

double redoSoftmax(const Operation& op, const Masking& masking) {
    const bool empty = std::find(op.allowed.begin(), op.allowed.end(), true) == op.allowed.end();
    if (empty && masking.method == MaskingMethod::zero_rows) return 0;
    double largest = op.left[op.at];
    for (const double score : op.left)
        largest = std::isnan(score) ? score : std::max(score, largest);
    double sum = 0;
    for (const double score : op.left) sum += std::exp(score - largest);
    return std::exp(op.left[op.at] - largest) / sum;
}

/// How an operation of each kind is read from the trace, and how it is done again.
struct Row {
    Arithmetic kind;
    void (*describe)(const Site&, Operation&);
    double (*redo)(const Operation&, const Masking&);
};

constexpr std::array<Row, 14> kRows{{
    {Arithmetic::given, describeGiven, redoLeft},
    {Arithmetic::sum, describeSum,
     [](const Operation& op, const Masking&) { return op.left.front() + op.right.front(); }},
    {Arithmetic::dot, describeDot, redoProducts},
    {Arithmetic::score, describeScore, redoProducts},
    {Arithmetic::rotation, describeRotation, redoRotation},
    {Arithmetic::quotient, describeQuotient,
     [](const Operation& op, const Masking&) { return op.left.front() / op.number; }},
    {Arithmetic::bias, describeBias,
     [](const Operation& op, const Masking&) { return op.left.front() - op.number; }},
    {Arithmetic::rule, describeRule,
     [](const Operation& op, const Masking&) { return op.allowed.front() ? 1.0 : 0.0; }},
    {Arithmetic::masking, describeMasking,
     [](const Operation& op, const Masking& masking) {
         return maskedScore(masking.method, op.number, op.left.front(), op.allowed.front());
     }},
    {Arithmetic::softmax, describeRow, redoSoftmax},
    {Arithmetic::zeroing, describeZeroing,
     [](const Operation& op, const Masking&) {
         return op.left.front() * (op.allowed.front() ? 1.0 : 0.0);
     }},
    {Arithmetic::renormalising, describeRow,
     [](const Operation& op, const Masking&) {
         return op.left[op.at] / roundedTo(sumOf(op.left), op.scalar);
     }},
    {Arithmetic::copy, [](const Site& site, Operation& op) { op.left = {leftNumber(site)}; },
     redoLeft},
    {Arithmetic::weighted_sum, describeWeightedSum, redoProducts},
}};

const Row& rowOf(Arithmetic kind) {
    const Row& row = kRows[static_cast<std::size_t>(kind)];
    assert(row.kind == kind);
    return row;
}

}  // namespace

Operation operationOf(const Site& site) {
    Operation operation{.kind = site.kind, .scalar = info(site.document.dtype).kind};
    rowOf(site.kind).describe(site, operation);
    operation.result = site.result();
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
