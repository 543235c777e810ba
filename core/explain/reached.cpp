#include "core/explain/reached.h"

#include <array>
#include <cassert>
#include <cmath>

#include "core/attention/masking_arithmetic.h"
#include "core/attention/rotation.h"

namespace lookback {
namespace {

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
        const Index pair = rotation.pairOf(col);
        out.col(col) = f.left.col(rotation.first(pair)) || f.left.col(rotation.second(pair));
    }
}

void throughMasking(const Forwards& f, Reached& out) {
    const bool replaces = arithmeticOf(f.document.masking.method).replaces;
    for (Index row = 0; row < out.rows(); ++row) {
        for (Index key = 0; key < out.cols(); ++key) {
            out(row, key) = f.left(row, key) && (!replaces || f.allowed(row, key));
        }
    }
}

/// 0 times what is not finite is NaN: it gets through.
void throughZeroing(const Forwards& f, Reached& out) {
    const MatrixView made = f.trace.view(f.id, f.head);
    for (Index row = 0; row < out.rows(); ++row) {
        for (Index key = 0; key < out.cols(); ++key) {
            out(row, key) = f.left(row, key) && (f.allowed(row, key) || std::isnan(made(row, key)));
        }
    }
}

/// Each weight of a row is made from all that count in it. @param weights by which they count
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

void throughRenormalising(const Forwards& f, Reached& out) {
    throughRows(f, f.trace.view(f.left_id, f.head), true, out);
}

/// 0 times a value that is not finite is NaN: such a value counts, whatever it weighs.
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

struct ReachedRow {
    Arithmetic kind;
    void (*through)(const Forwards&, Reached&);
};

constexpr std::array<ReachedRow, 15> kReachedRows{{
    {Arithmetic::given, throughNothing},
    {Arithmetic::sum, throughSum},
    {Arithmetic::dot, throughDot},
    {Arithmetic::score, throughScore},
    {Arithmetic::rotation, throughRotation},
    {Arithmetic::quotient, throughLeft},
    {Arithmetic::capping, throughLeft},
    {Arithmetic::bias, throughLeft},
    {Arithmetic::rule, throughNothing},
    {Arithmetic::masking, throughMasking},
    {Arithmetic::softmax, throughSoftmax},
    {Arithmetic::zeroing, throughZeroing},
    {Arithmetic::renormalising, throughRenormalising},
    {Arithmetic::copy, throughLeft},
    {Arithmetic::weighted_sum, throughWeightedSum},
}};

}  // namespace

void reachThrough(const Forwards& f, Reached& out) {
    const Arithmetic arithmetic = stage(f.id).arithmetic(f.document);
    const ReachedRow& row = kReachedRows[static_cast<std::size_t>(arithmetic)];
    assert(row.kind == arithmetic);
    row.through(f, out);
}

}  // namespace lookback
