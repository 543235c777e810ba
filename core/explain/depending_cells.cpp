#include "core/explain/depending_cells.h"

#include "core/engine/stages.h"
#include "core/explain/cell_arithmetic.h"

namespace lookback {
namespace {

class Spreading {
public:
    Spreading(const Document& document, const Trace& trace)
        : document_(document), trace_(trace), reached_(kMatrixCount) {}

    void begin(const CellRange& cells) {
        if (reached_[static_cast<std::size_t>(cells.id)].empty()) makeRoom(cells.id);
        of(cells.id, cells.head).block(cells.row, cells.col, cells.rows, cells.cols) = true;
    }

    /// Marks the cells of a stage, after those of its operands.
    void reach(MatrixId id) {
        if (reached_[static_cast<std::size_t>(id)].empty()) makeRoom(id);
        const Stage& row = stage(id);
        const MatrixId left = row.left(document_);
        const MatrixId right = row.right(document_);
        const std::optional<MatrixId> bias = biasOf(document_, id);
        if (left == id) return;
        for (Index head = 0; head < (isByHead(row) ? document_.heads : 1); ++head) {
            const Forwards forwards{document_,
                                    trace_,
                                    id,
                                    left,
                                    head,
                                    operand(left, head, isByHead(row)),
                                    operand(right, head, isByHead(row)),
                                    bias ? operand(*bias, head, isByHead(row)) : Reached()};
            if (!forwards.left.any() && !forwards.right.any() && !forwards.bias.any()) continue;
            Reached& all = of(id, head);
            const Index width = row.width(document_);
            const Index first = joinsHeads(row) ? head * width : 0;
            Reached out = Reached::Constant(all.rows(), width, false);
            reachThrough(forwards, out);
            all.middleCols(first, width) = all.middleCols(first, width) || out;
        }
    }

    /// Adds the marked cells of a matrix; neighbouring rows with equal marks make one range.
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
        const MatrixView view = matrixById(document_, trace_, id);
        const Index heads = info(id).per_head ? document_.heads : 1;
        reached_[static_cast<std::size_t>(id)].assign(
            static_cast<std::size_t>(heads), Reached::Constant(view.rows(), view.cols(), false));
    }

    Reached& of(MatrixId id, Index head) {
        auto& heads = reached_[static_cast<std::size_t>(id)];
        return heads[info(id).per_head ? static_cast<std::size_t>(head) : 0];
    }

    /// The marked cells of an operand, as one head reads it.
    [[nodiscard]] Reached operand(MatrixId id, Index head, bool is_by_head) {
        if (reached_[static_cast<std::size_t>(id)].empty()) makeRoom(id);
        const Reached& cells = of(id, head);
        if (!is_by_head || !info(id).is_of_all_heads) return cells;
        const Index width = cells.cols() / document_.heads;
        return cells.middleCols(head * width, width);
    }

    const Document& document_;
    const Trace& trace_;
    std::vector<std::vector<Reached>> reached_;  ///< by id, then by head; empty: not computed yet
};

}  // namespace

void reachThrough(const Forwards& f, Reached& out) {
    cellArithmetic(stage(f.id).arithmetic(f.document)).reach(f, out);
}

bool isGiven(const Document& document, MatrixId id) {
    return isParameter(id) || stage(id).arithmetic(document) == Arithmetic::given;
}

std::vector<CellRange> dependentsOf(const Document& document, const Trace& trace, MatrixId id,
                                    Index head, Cell cell) {
    Spreading spreading(document, trace);
    spreading.begin({.id = id, .head = head, .row = cell.row, .col = cell.col});
    for (const MatrixId stage_id : trace.order) spreading.reach(stage_id);
    std::vector<CellRange> ranges;
    for (const MatrixId stage_id : trace.order) {
        if (stage_id != id) spreading.addTo(ranges, stage_id);
    }
    return ranges;
}

std::vector<CellRange> withDependents(const Document& document, const Trace& trace,
                                      const std::vector<CellRange>& cells) {
    Spreading spreading(document, trace);
    for (const CellRange& range : cells) spreading.begin(range);
    for (const MatrixId stage_id : trace.order) spreading.reach(stage_id);
    std::vector<CellRange> ranges;
    for (const MatrixInfo& matrix : kMatrices) spreading.addTo(ranges, matrix.id);
    return ranges;
}

}  // namespace lookback
