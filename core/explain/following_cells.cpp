#include "core/explain/following_cells.h"

#include <algorithm>
#include <cstdint>

#include "core/document/edit.h"
#include "core/engine/masking_arithmetic.h"
#include "core/engine/position_arithmetic.h"
#include "core/engine/stages.h"

namespace lookback {
namespace {

using Marked = Matrix<unsigned char>;

/// Which marked cells of the operands a cell follows from.
enum class FollowsFrom : std::uint8_t {
    nothing,
    same_cell,    ///< of either operand
    pair,         ///< both dimensions of its rotated pair
    product,      ///< its row of the left operand, its column of the right one
    two_rows,     ///< its row of the left operand, the row of its key in the right one
    masked_cell,  ///< the same cell, where masking does not replace it, and its pair of the mask
    zeroed_cell,  ///< the same cell, where the mask allows it, and its pair of the mask
    whole_row,
    whole_column,
};

struct FollowingRow {
    Arithmetic kind;
    FollowsFrom from;
};

constexpr ArithmeticTable<FollowingRow> kFollowing{{
    {Arithmetic::given, FollowsFrom::nothing},
    {Arithmetic::sum, FollowsFrom::same_cell},
    {Arithmetic::dot, FollowsFrom::product},
    {Arithmetic::score, FollowsFrom::two_rows},
    {Arithmetic::rotation, FollowsFrom::pair},
    {Arithmetic::quotient, FollowsFrom::same_cell},
    {Arithmetic::capping, FollowsFrom::same_cell},
    {Arithmetic::bias, FollowsFrom::same_cell},
    {Arithmetic::rule, FollowsFrom::nothing},
    {Arithmetic::masking, FollowsFrom::masked_cell},
    {Arithmetic::softmax, FollowsFrom::whole_row},
    {Arithmetic::column_softmax, FollowsFrom::whole_column},
    {Arithmetic::zeroing, FollowsFrom::zeroed_cell},
    {Arithmetic::renormalising, FollowsFrom::whole_row},
    {Arithmetic::copy, FollowsFrom::same_cell},
    {Arithmetic::weighted_sum, FollowsFrom::product},
}};
static_assert(isComplete(kFollowing));

/// The size of a matrix of a document; empty where the document does not have it.
TensorShape shapeOfMatrix(const Document& document, MatrixId id) {
    if (isParameter(id)) {
        if (!isEditable(document, id)) return {};
        const SharedMatrix& numbers = editable(document, id);
        return {1, numbers.rows(), numbers.cols()};
    }
    const Stage& row = stage(id);
    return row.applies(document) ? stageShape(row, document) : TensorShape{};
}

bool isAnyMarked(const Marked& cells) { return (cells.array() != 0).any(); }

void markRow(Marked& cells, Index row) { cells.row(row).setOnes(); }
void markColumn(Marked& cells, Index col) { cells.col(col).setOnes(); }

/// Marks the rows of `out` of which the row in `operand` has a mark.
void markRowsOf(const Marked& operand, Marked& out) {
    for (Index row = 0; row < operand.rows(); ++row) {
        if ((operand.row(row).array() != 0).any()) markRow(out, row);
    }
}

}  // namespace

/// Walks the stages of a document in their order.
class MarkSpreading {
public:
    MarkSpreading(const Document& document, CellMarks& marks)
        : document_(document), marks_(marks) {}

    /// Marks the cells of a stage, after those of its operands.
    void reach(MatrixId id) {
        const Stage& row = stage(id);
        const FollowsFrom from = rowOfKind(kFollowing, row.arithmetic(document_)).from;
        if (from == FollowsFrom::nothing) return;
        const TensorShape shape = shapeOfMatrix(document_, id);
        for (Index head = 0; head < (isByHead(row) ? document_.heads : 1); ++head) {
            const Index width = row.width(document_);
            const Index first = joinsHeads(row) ? head * width : 0;
            Marked out = Marked::Zero(shape.rows, joinsHeads(row) ? width : shape.cols);
            spread(row, from, head, out);
            if (!isAnyMarked(out)) continue;
            Marked& all = marksOf(id, head, shape);
            all.middleCols(first, out.cols()) = all.middleCols(first, out.cols()).cwiseMax(out);
        }
    }

private:
    void spread(const Stage& row, FollowsFrom from, Index head, Marked& out) const {
        const MatrixId left_id = row.left(document_);
        const MatrixId right_id = row.right(document_);
        const Marked left = operand(left_id, head, isByHead(row));
        const bool has_right = right_id != row.id;
        const Marked right = has_right ? operand(right_id, head, isByHead(row)) : Marked();
        switch (from) {
            case FollowsFrom::nothing: return;
            case FollowsFrom::same_cell:
                out = has_right ? Marked(left.cwiseMax(right)) : left;
                return;
            case FollowsFrom::pair: return spreadPairs(left, out);
            case FollowsFrom::product:
                markRowsOf(left, out);
                for (Index col = 0; col < right.cols(); ++col) {
                    if ((right.col(col).array() != 0).any()) markColumn(out, col);
                }
                if (const auto bias_id = biasOf(document_, row.id)) {
                    const Marked bias = operand(*bias_id, head, isByHead(row));
                    for (Index col = 0; col < bias.cols(); ++col) {
                        if (bias(0, col) != 0) markColumn(out, col);
                    }
                }
                return;
            case FollowsFrom::two_rows:
                markRowsOf(left, out);
                for (Index key = 0; key < right.rows(); ++key) {
                    if ((right.row(key).array() != 0).any()) markColumn(out, key);
                }
                return;
            case FollowsFrom::masked_cell:
                return spreadMasked(left, maskingArithmetic(document_.masking.method).replaces,
                                    out);
            case FollowsFrom::zeroed_cell: return spreadMasked(left, true, out);
            case FollowsFrom::whole_row: return markRowsOf(left, out);
            case FollowsFrom::whole_column:
                for (Index key = 0; key < left.cols(); ++key) {
                    if ((left.col(key).array() != 0).any()) markColumn(out, key);
                }
                return;
        }
    }

    void spreadPairs(const Marked& left, Marked& out) const {
        const Rotation rotation(document_.positions, document_.dK());
        for (Index col = 0; col < out.cols(); ++col) {
            const Index pair = rotation.dimensionPair(col);
            out.col(col) = left.col(rotation.first(pair)).cwiseMax(left.col(rotation.second(pair)));
        }
    }

    /// @param replaces a blocked cell does not follow from its operand
    void spreadMasked(const Marked& left, bool replaces, Marked& out) const {
        const Marked mask = operand(MatrixId::mask, 0, false);
        for (Index row = 0; row < out.rows(); ++row) {
            for (Index key = 0; key < out.cols(); ++key) {
                const bool counts =
                    left(row, key) != 0 && (!replaces || allows(document_.mask, row, key));
                out(row, key) = counts || mask(row, key) != 0 ? 1 : 0;
            }
        }
    }

    /// The marks of an operand, as one head reads it.
    [[nodiscard]] Marked operand(MatrixId id, Index head, bool is_by_head) const {
        const TensorShape shape = shapeOfMatrix(document_, id);
        const Marked* const marks = marks_.find(id, head);
        const Marked all = marks != nullptr ? *marks : Marked::Zero(shape.rows, shape.cols);
        if (!is_by_head || !info(id).is_of_all_heads) return all;
        const Index width = all.cols() / document_.heads;
        return all.middleCols(head * width, width);
    }

    Marked& marksOf(MatrixId id, Index head, const TensorShape& shape) {
        auto& heads = marks_.marks_[static_cast<std::size_t>(id)];
        const Index count = info(id).per_head ? document_.heads : 1;
        if (heads.empty()) heads.assign(asSize(count), Marked::Zero(shape.rows, shape.cols));
        return heads[info(id).per_head ? asSize(head) : 0];
    }

    const Document& document_;
    CellMarks& marks_;
};

void CellMarks::mark(const Document& document, const CellRange& range) {
    const TensorShape shape = shapeOfMatrix(document, range.id);
    const Index row = std::max<Index>(range.row, 0);
    const Index col = std::max<Index>(range.col, 0);
    const Index rows = std::min(range.row + range.rows, shape.rows) - row;
    const Index cols = std::min(range.col + range.cols, shape.cols) - col;
    const Index count = info(range.id).per_head ? document.heads : 1;
    if (rows <= 0 || cols <= 0 || range.head < 0 || range.head >= count) return;
    auto& heads = marks_[static_cast<std::size_t>(range.id)];
    if (heads.empty()) heads.assign(asSize(count), Marks::Zero(shape.rows, shape.cols));
    heads[asSize(range.head)].block(row, col, rows, cols).setOnes();
}

void CellMarks::add(const CellMarks& other) {
    for (std::size_t id = 0; id < kMatrixCount; ++id) {
        const std::vector<Marks>& added = other.marks_[id];
        std::vector<Marks>& all = marks_[id];
        if (all.empty()) all = added;
        for (std::size_t head = 0; head < std::min(all.size(), added.size()); ++head) {
            const bool is_same_shape =
                all[head].rows() == added[head].rows() && all[head].cols() == added[head].cols();
            if (is_same_shape) all[head] = all[head].cwiseMax(added[head]).eval();
        }
    }
}

bool CellMarks::empty() const {
    return std::all_of(marks_.begin(), marks_.end(),
                       [](const std::vector<Marks>& heads) { return heads.empty(); });
}

bool CellMarks::hasAny(MatrixId id) const {
    const std::vector<Marks>& heads = marks_[static_cast<std::size_t>(id)];
    return std::any_of(heads.begin(), heads.end(), isAnyMarked);
}

const CellMarks::Marks* CellMarks::find(MatrixId id, Index head) const {
    const std::vector<Marks>& heads = marks_[static_cast<std::size_t>(id)];
    const std::size_t at = info(id).per_head ? asSize(head) : 0;
    return at < heads.size() ? &heads[at] : nullptr;
}

bool CellMarks::has(MatrixId id, Index head, Cell cell) const {
    const Marks* const marks = find(id, head);
    return marks != nullptr && cell.row >= 0 && cell.col >= 0 && cell.row < marks->rows() &&
           cell.col < marks->cols() && (*marks)(cell.row, cell.col) != 0;
}

MatrixView CellMarks::of(MatrixId id, Index head) const {
    const Marks* const marks = find(id, head);
    if (marks == nullptr) return {};
    return {marks->data(), ScalarKind::boolean, marks->rows(), marks->cols(), marks->cols()};
}

void markFollowing(const Document& document, CellMarks& marks) {
    if (marks.empty()) return;
    MarkSpreading spreading(document, marks);
    for (const MatrixId id : stageOrder(document)) spreading.reach(id);
}

}  // namespace lookback
