#include "core/explain/following_cells.h"

#include <doctest/doctest.h>

#include "core/document/edit.h"
#include "core/engine/attend.h"
#include "core/explain/depending_cells.h"
#include "tests/core/documents.h"

using namespace lookback;
using namespace lookback::test;

namespace {

CellMarks markedWithFollowing(const Document& document, const CellRange& range) {
    CellMarks marks;
    marks.mark(document, range);
    markFollowing(document, marks);
    return marks;
}

/// The number of marked cells of a matrix, in all heads.
Index markedCount(const CellMarks& marks, const Document& document, MatrixId id) {
    Index count = 0;
    for (Index head = 0; head < (info(id).per_head ? document.heads : 1); ++head) {
        const MatrixView view = marks.of(id, head);
        for (Index row = 0; row < view.rows(); ++row) {
            for (Index col = 0; col < view.cols(); ++col) count += view(row, col) != 0 ? 1 : 0;
        }
    }
    return count;
}

Document causalOfTwoHeads(MaskingMethod method = MaskingMethod::fill) {
    return randomDocument({.tokens = 3, .heads = 2, .output = true, .masking = {.method = method}});
}

}  // namespace

TEST_CASE("marks follow to every cell that depends on a number, and leave no given number") {
    Index which = 0;
    forEveryTable([&](Wanted wanted) {
        wanted.heads = 2;
        wanted.output = which % 2 == 0;
        wanted.seed = static_cast<unsigned>(++which);
        const Document document = randomDocument(wanted);
        const Trace trace = attend(document);
        for (const MatrixId id : kEditableMatrices) {
            if (!isEditable(document, id)) continue;
            const Cell cell{which % editable(document, id).rows(), 0};
            CAPTURE(std::string(info(id).name));
            CAPTURE(which);
            const CellMarks marks = markedWithFollowing(document, {.id = id, .row = cell.row});
            CHECK(marks.has(id, 0, cell));
            CHECK(markedCount(marks, document, id) == 1);
            for (const CellRange& range : dependentsOf(document, trace, id, 0, cell)) {
                for (Index row = range.row; row < range.row + range.rows; ++row) {
                    for (Index col = range.col; col < range.col + range.cols; ++col) {
                        CAPTURE(std::string(info(range.id).name));
                        CHECK(marks.has(range.id, range.head, {row, col}));
                    }
                }
            }
            for (const MatrixId other : kEditableMatrices) {
                if (other != id) CHECK_FALSE(marks.hasAny(other));
            }
        }
    });
}

TEST_CASE("from a score follow the rest of its row of its head, and the row of the result") {
    const Document document = causalOfTwoHeads();
    const CellMarks marks =
        markedWithFollowing(document, {.id = MatrixId::scores, .head = 1, .row = 1});
    CHECK(markedCount(marks, document, MatrixId::scores) == 1);
    CHECK(markedCount(marks, document, MatrixId::scaled_scores) == 1);
    CHECK(marks.has(MatrixId::masked_scores, 1, {1, 0}));
    CHECK_FALSE(marks.has(MatrixId::masked_scores, 0, {1, 0}));
    CHECK(markedCount(marks, document, MatrixId::attention_weights) == 3);
    CHECK(marks.has(MatrixId::attention_weights, 1, {1, 2}));
    // The columns of head 2 come behind those of head 1.
    CHECK(markedCount(marks, document, MatrixId::context) == 2);
    CHECK(marks.has(MatrixId::context, 0, {1, 2}));
    CHECK_FALSE(marks.has(MatrixId::context, 0, {1, 1}));
    CHECK(markedCount(marks, document, MatrixId::output) == document.weights.output.value().cols());
    CHECK_FALSE(marks.hasAny(MatrixId::query));
    CHECK_FALSE(marks.hasAny(MatrixId::mask));
}

TEST_CASE(
    "a context follows from a weight that is 0, and from the value that it is multiplied by") {
    const Document document = causalOfTwoHeads();
    const CellMarks of_weight =
        markedWithFollowing(document, {.id = MatrixId::attention_weights, .row = 0, .col = 2});
    CHECK(markedCount(of_weight, document, MatrixId::attention_weights) == 1);
    CHECK(of_weight.has(MatrixId::context, 0, {0, 0}));
    CHECK_FALSE(of_weight.has(MatrixId::context, 0, {1, 0}));
    const CellMarks of_value = markedWithFollowing(document, {.id = MatrixId::value, .row = 2});
    CHECK(of_value.has(MatrixId::context, 0, {0, 0}));
    CHECK_FALSE(of_value.has(MatrixId::context, 0, {0, 1}));
}

TEST_CASE("a blocked score that is replaced follows from the mask alone") {
    const CellRange blocked{.id = MatrixId::scaled_scores, .row = 0, .col = 2};
    const Document fill = causalOfTwoHeads();
    CHECK_FALSE(markedWithFollowing(fill, blocked).hasAny(MatrixId::masked_scores));
    const Document add = causalOfTwoHeads(MaskingMethod::add);
    CHECK(markedWithFollowing(add, blocked).has(MatrixId::masked_scores, 0, {0, 2}));
    const CellMarks of_mask = markedWithFollowing(fill, {.id = MatrixId::mask, .row = 0, .col = 2});
    for (const Index head : {0, 1}) {
        CHECK(of_mask.has(MatrixId::masked_scores, head, {0, 2}));
        CHECK(of_mask.has(MatrixId::attention_weights, head, {0, 0}));
    }
    CHECK_FALSE(of_mask.has(MatrixId::attention_weights, 0, {1, 0}));
}

TEST_CASE("with softmax over columns a score tells its whole column") {
    Document document = causalOfTwoHeads();
    document.masking.softmax = SoftmaxOver::columns;
    const CellMarks marks =
        markedWithFollowing(document, {.id = MatrixId::masked_scores, .row = 1, .col = 0});
    CHECK(marks.has(MatrixId::attention_weights, 0, {2, 0}));
    CHECK_FALSE(marks.has(MatrixId::attention_weights, 0, {1, 1}));
    CHECK(marks.has(MatrixId::context, 0, {2, 0}));
}

TEST_CASE("marks outside of a matrix, and of a matrix that is not there, mark nothing") {
    const Document document = causalOfTwoHeads();
    CellMarks marks;
    marks.mark(document, {.id = MatrixId::scores, .row = 3});
    marks.mark(document, {.id = MatrixId::scores, .head = 2});
    marks.mark(document, {.id = MatrixId::positions});
    marks.mark(document, {.id = MatrixId::rotated_query});
    CHECK(marks.empty());
    markFollowing(document, marks);
    CHECK(marks.empty());
    CHECK(marks.of(MatrixId::scores, 0).empty());
    marks.mark(document, {.id = MatrixId::scores, .row = 2, .col = 1, .rows = 9, .cols = 9});
    CHECK(markedCount(marks, document, MatrixId::scores) == 2);
    CHECK_FALSE(marks.has(MatrixId::scores, 0, {7, 7}));
    CellMarks others;
    others.mark(document, {.id = MatrixId::scores, .row = 0});
    others.mark(document, {.id = MatrixId::embeddings});
    marks.add(others);
    CHECK(markedCount(marks, document, MatrixId::scores) == 3);
    CHECK(marks.has(MatrixId::embeddings, 0, {0, 0}));
    Document empty = document;
    setSentence(empty, {});
    CellMarks none;
    none.mark(empty, {.id = MatrixId::scores});
    none.mark(empty, {.id = MatrixId::w_query});
    markFollowing(empty, none);
    CHECK_FALSE(none.hasAny(MatrixId::query));
    CHECK(none.has(MatrixId::w_query, 0, {0, 0}));
}
