#include "core/explain/depending_cells.h"

#include <array>
#include <cassert>
#include <cmath>

#include "core/attention/masking_arithmetic.h"
#include "core/attention/position_arithmetic.h"
#include "core/attention/stages.h"

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

class Spreading {
public:
    Spreading(const Document& document, const Trace& trace)
        : document_(document), trace_(trace), reached_(kMatrixCount) {}

    void begin(MatrixId id, Index head, Cell cell) {
        makeRoom(id);
        of(id, head)(cell.row, cell.col) = true;
    }

    /// Of a stage that comes after all that it is made from.
    void reach(MatrixId id) {
        if (reached_[static_cast<std::size_t>(id)].empty()) makeRoom(id);
        const Stage& row = stage(id);
        const MatrixId left = row.left(document_);
        const MatrixId right = row.right(document_);
        if (left == id) return;
        for (Index head = 0; head < (isByHead(row) ? document_.heads : 1); ++head) {
            const Forwards forwards{document_,
                                    trace_,
                                    id,
                                    left,
                                    head,
                                    operand(left, head, isByHead(row)),
                                    operand(right, head, isByHead(row))};
            if (!forwards.left.any() && !forwards.right.any()) continue;
            Reached& all = of(id, head);
            const Index width = row.width(document_);
            const Index first = joinsHeads(row) ? head * width : 0;
            Reached out = Reached::Constant(all.rows(), width, false);
            reachThrough(forwards, out);
            all.middleCols(first, width) = all.middleCols(first, width) || out;
        }
    }

    /// Adds what is reached of a matrix; rows that are reached alike make one range.
    void addTo(std::vector<CellRange>& ranges, MatrixId id) const {
        const auto& heads = reached_[static_cast<std::size_t>(id)];
        for (std::size_t head = 0; head < heads.size(); ++head) {
            const Reached& cells = heads[head];
            for (Index row = 0; row < cells.rows(); ++row) {
                for (Index col = 0; col < cells.cols(); ++col) {
                    if (!cells(row, col)) continue;
                    CellRange run{
                        .id = id, .head = static_cast<Index>(head), .row = row, .col = col};
                    while (col + 1 < cells.cols() && cells(row, col + 1)) ++col;
                    run.cols = col + 1 - run.col;
                    add(ranges, run);
                }
            }
        }
    }

private:
    static void add(std::vector<CellRange>& ranges, const CellRange& run) {
        if (!ranges.empty()) {
            CellRange& last = ranges.back();
            if (last.id == run.id && last.head == run.head && last.col == run.col &&
                last.cols == run.cols && last.row + last.rows == run.row) {
                ++last.rows;
                return;
            }
        }
        ranges.push_back(run);
    }

    void makeRoom(MatrixId id) {
        const MatrixView view = matrixOf(document_, trace_, id);
        const Index heads = info(id).per_head ? document_.heads : 1;
        reached_[static_cast<std::size_t>(id)].assign(
            static_cast<std::size_t>(heads), Reached::Constant(view.rows(), view.cols(), false));
    }

    Reached& of(MatrixId id, Index head) {
        auto& heads = reached_[static_cast<std::size_t>(id)];
        return heads[info(id).per_head ? static_cast<std::size_t>(head) : 0];
    }

    /// What one head takes of an operand.
    [[nodiscard]] Reached operand(MatrixId id, Index head, bool is_by_head) {
        if (reached_[static_cast<std::size_t>(id)].empty()) makeRoom(id);
        const Reached& cells = of(id, head);
        if (!is_by_head || !info(id).is_of_all_heads) return cells;
        const Index width = cells.cols() / document_.heads;
        return cells.middleCols(head * width, width);
    }

    const Document& document_;
    const Trace& trace_;
    std::vector<std::vector<Reached>> reached_;  ///< by id, then by head; empty: not looked at yet
};

}  // namespace

void reachThrough(const Forwards& f, Reached& out) {
    const Arithmetic arithmetic = stage(f.id).arithmetic(f.document);
    const ReachedRow& row = kReachedRows[static_cast<std::size_t>(arithmetic)];
    assert(row.kind == arithmetic);
    row.through(f, out);
}

bool isGiven(const Document& document, MatrixId id) {
    return isWeight(id) || stage(id).arithmetic(document) == Arithmetic::given;
}

std::vector<CellRange> dependentsOf(const Document& document, const Trace& trace, MatrixId id,
                                    Index head, Cell cell) {
    Spreading spreading(document, trace);
    spreading.begin(id, head, cell);
    for (const MatrixId stage_id : trace.order) spreading.reach(stage_id);
    std::vector<CellRange> ranges;
    for (const MatrixId stage_id : trace.order) {
        if (stage_id != id) spreading.addTo(ranges, stage_id);
    }
    return ranges;
}

}  // namespace lookback
