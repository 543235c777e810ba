#include <array>
#include <set>

#include <doctest/doctest.h>

#include "core/document/edit.h"
#include "core/engine/attend.h"
#include "core/engine/compute_changed.h"
#include "core/engine/pass.h"
#include "core/engine/stages.h"
#include "core/explain/explain.h"
#include "tests/core/documents.h"
#include "tests/core/reference.h"
#include "tests/strange_numbers.h"

using namespace lookback;
using namespace lookback::test;

namespace {

using Ranges = std::vector<CellRange>;

/// Computes a stage of all heads again, after an operand was changed in the trace.
void recompute(const Document& document, Trace& trace, MatrixId id) {
    std::array<Tensor, kMatrixCount> operands;
    Pass<double> pass{document, trace, operands};
    const Range tokens{0, document.n()};
    const Stage& right = stage(stage(id).right(document));
    makeOperandRoom(pass, right);
    for (Index head = 0; head < document.heads; ++head) {
        layOutRows(pass, right, head, tokens);
        computeBlock(pass, stage(id), {head, tokens, {0, stage(id).width(document)}});
    }
}

bool contains(const Ranges& ranges, MatrixId id, Index head, Cell cell) {
    for (const CellRange& range : ranges) {
        if (range.id == id && range.head == head && range.contains(cell)) return true;
    }
    return false;
}

/// The numbers of the document that a cell is made from, through all stages.
std::set<std::pair<MatrixId, Cell>> sources(const Document& document, const Trace& trace,
                                            MatrixId id, Index head, Cell cell) {
    std::set<std::pair<MatrixId, Cell>> found;
    std::set<std::tuple<MatrixId, Index, Cell>> seen;
    std::vector<std::tuple<MatrixId, Index, Cell>> open{{id, head, cell}};
    while (!open.empty()) {
        const auto at = open.back();
        open.pop_back();
        if (!seen.insert(at).second) continue;
        const auto [matrix, of_head, place] = at;
        if (isParameter(matrix) || matrix == MatrixId::embeddings ||
            matrix == MatrixId::positions) {
            found.insert({matrix, place});
            continue;
        }
        for (const CellRange& range : inputsOf(document, trace, matrix, of_head, place)) {
            for (Index row = range.row; row < range.row + range.rows; ++row) {
                for (Index col = range.col; col < range.col + range.cols; ++col) {
                    open.emplace_back(range.id, range.head, Cell{row, col});
                }
            }
        }
    }
    return found;
}

/// The matrix with every number changed that is not among the sources.
SharedMatrix disturbed(const SharedMatrix& matrix, MatrixId id,
                       const std::set<std::pair<MatrixId, Cell>>& kept) {
    Matrix<double> result = matrix.get();
    for (Index row = 0; row < result.rows(); ++row) {
        for (Index col = 0; col < result.cols(); ++col) {
            if (!kept.contains({id, {row, col}})) {
                result(row, col) += 0.25 * static_cast<double>(1 + (row + 3 * col) % 5);
            }
        }
    }
    return result;
}

Document disturbed(const Document& document, const std::set<std::pair<MatrixId, Cell>>& kept) {
    Document other = document;
    other.embeddings = disturbed(document.embeddings, MatrixId::embeddings, kept);
    other.weights.query = disturbed(document.weights.query, MatrixId::w_query, kept);
    other.weights.key = disturbed(document.weights.key, MatrixId::w_key, kept);
    other.weights.value = disturbed(document.weights.value, MatrixId::w_value, kept);
    if (document.weights.output) {
        other.weights.output = disturbed(*document.weights.output, MatrixId::w_output, kept);
    }
    for (const MatrixId id :
         {MatrixId::b_query, MatrixId::b_key, MatrixId::b_value, MatrixId::b_output}) {
        if (!isEditable(document, id)) continue;
        const SharedMatrix changed = disturbed(editable(document, id), id, kept);
        for (Index col = 0; col < changed.cols(); ++col) {
            setNumber(other, id, {0, col}, changed(0, col));
        }
    }
    other.positions.table = disturbed(document.positions.table, MatrixId::positions, kept);
    return other;
}

/// Cells of the stages that tell most, for every head.
template <class Check>
void forCells(const Trace& trace, Check check) {
    for (const MatrixId id : trace.order) {
        const Tensor& stage = trace.tensor(id);
        for (Index head = 0; head < stage.heads(); ++head) {
            for (Index row = 0; row < stage.rows(); ++row) {
                for (Index col = 0; col < stage.cols(); ++col) check(id, head, Cell{row, col});
            }
        }
    }
}

}  // namespace

TEST_CASE("a cell depends on nothing but its inputs, through all stages and tables") {
    unsigned seed = 0;
    const Choice is_exact = [](const Wanted& wanted) { return wanted.dtype == DType::float64; };
    forEveryTable(is_exact, [&](Wanted wanted) {
        wanted.seed = ++seed;
        wanted.tokens = 3;
        wanted.d_in = 2;
        wanted.heads = 1 + seed % 2;
        wanted.output = seed % 2 == 1;
        if (seed % 3 == 0) wanted.masking.value = -kInfinity;
        const Document document = randomDocument(wanted);
        const Trace trace = attend(document);
        CAPTURE(std::string(info(wanted.mask).name));
        CAPTURE(std::string(info(wanted.masking.method).name));
        CAPTURE(std::string(info(wanted.position).name));
        forCells(trace, [&](MatrixId id, Index head, Cell cell) {
            // One cell of each stage is enough beyond the stages that mix tokens.
            const bool telling = id >= MatrixId::scores || cell == Cell{1, 1};
            if (!telling || (static_cast<unsigned>(cell.row) + seed) % 2 == 0) return;
            const auto kept = sources(document, trace, id, head, cell);
            const Trace other = attend(disturbed(document, kept));
            CAPTURE(std::string(info(id).name));
            CAPTURE(cell.row);
            CAPTURE(cell.col);
            // The mask's own value is compared in the stage; -1e9 + score differs in the last bits.
            REQUIRE(isClose(other.view(id, head)(cell), trace.view(id, head)(cell), 1e-13));
        });
    });
}

TEST_CASE("every listed input of a score, a weight and a context matters") {
    for (const MaskingInfo& method : kMaskingMethods) {
        CAPTURE(std::string(method.name));
        Wanted wanted{.heads = 2, .masking = {method.method, -1e9, MaskingOrder::after_scale}};
        const Document document = randomDocument(wanted);
        Trace trace = attend(document);
        for (const MatrixId id :
             {MatrixId::scores, MatrixId::attention_weights, MatrixId::context}) {
            CAPTURE(std::string(info(id).name));
            const Cell cell{2, 1};
            const Index head = info(id).per_head ? 1 : 0;
            const double before = trace.view(id, head)(cell);
            for (const CellRange& range : inputsOf(document, trace, id, head, cell)) {
                for (Index row = range.row; row < range.row + range.rows; ++row) {
                    for (Index col = range.col; col < range.col + range.cols; ++col) {
                        Trace nudged = trace;
                        auto operand =
                            nudged.tensors[static_cast<std::size_t>(range.id)].as<double>(
                                range.head);
                        operand(row, col) += 0.5;
                        recompute(document, nudged, id);
                        CHECK(nudged.view(id, head)(cell) != before);
                    }
                }
            }
        }
    }
}

TEST_CASE("a causal row stops at the diagonal") {
    const Document document = randomDocument({.tokens = 5});
    const Trace trace = attend(document);
    CHECK(inputsOf(document, trace, MatrixId::attention_weights, 0, {2, 1}) ==
          Ranges{{MatrixId::masked_scores, 0, 2, 0, 1, 3}});
    CHECK(inputsOf(document, trace, MatrixId::context, 0, {2, 1}) ==
          Ranges{{MatrixId::attention_weights, 0, 2, 0, 1, 3}, {MatrixId::value, 0, 0, 1, 3, 1}});
    // A masked weight is 0 because of its own score.
    CHECK(contains(inputsOf(document, trace, MatrixId::attention_weights, 0, {2, 4}),
                   MatrixId::masked_scores, 0, {2, 4}));
}

TEST_CASE("a blocked key that counts all the same is an input") {
    Document document = randomDocument({.tokens = 4, .masking = {MaskingMethod::multiply}});
    Trace trace = attend(document);
    CHECK(inputsOf(document, trace, MatrixId::context, 0, {0, 0}).front() ==
          CellRange{MatrixId::attention_weights, 0, 0, 0, 1, 4});

    document = randomDocument({.tokens = 4, .mask = MaskKind::strict_causal});
    trace = attend(document);  // the first row is filled with -1e9 and becomes uniform
    CHECK(inputsOf(document, trace, MatrixId::attention_weights, 0, {0, 0}) ==
          Ranges{{MatrixId::masked_scores, 0, 0, 0, 1, 4}});

    document.masking.method = MaskingMethod::zero_rows;
    trace = attend(document);  // made 0 because the mask allows nothing
    CHECK(inputsOf(document, trace, MatrixId::attention_weights, 0, {0, 0}) ==
          Ranges{{MatrixId::mask, 0, 0, 0, 1, 4}});
    CHECK(inputsOf(document, trace, MatrixId::context, 0, {0, 0}).empty());
}

TEST_CASE("the value of a masked token is an input where it spoils the sum") {
    Document document = documentWithScores(Matrix<double>::Zero(2, 2), DType::float32);
    document.mask.rules = {MaskRule{}};
    document.embeddings = Matrix<double>{{1, 0}, {0, 1e30}};
    document.weights.query = Matrix<double>::Zero(2, 2).eval();
    document.weights.value = Matrix<double>{{1, 1}, {1e30, 1}};
    const Trace trace = attend(document);
    REQUIRE(std::isnan(trace.view(MatrixId::context)(0, 0)));  // 0 times infinity
    CHECK(contains(inputsOf(document, trace, MatrixId::context, 0, {0, 0}), MatrixId::value, 0,
                   {1, 0}));
    CHECK(!contains(inputsOf(document, trace, MatrixId::context, 0, {0, 1}), MatrixId::value, 0,
                    {1, 1}));
}

TEST_CASE("inputs of each kind of arithmetic") {
    const Document document =
        randomDocument({.d_in = 3, .heads = 2, .output = true, .position = PositionKind::learned});
    const Trace trace = attend(document);
    const auto inputs = [&](MatrixId id, Index head, Cell cell) {
        return inputsOf(document, trace, id, head, cell);
    };
    CHECK(inputs(MatrixId::embeddings, 0, {1, 1}).empty());
    CHECK(inputs(MatrixId::w_query, 0, {1, 1}).empty());
    CHECK(inputs(MatrixId::mask, 0, {1, 1}).empty());
    CHECK(inputs(MatrixId::encoded, 0, {1, 2}) ==
          Ranges{{MatrixId::embeddings, 0, 1, 2}, {MatrixId::positions, 0, 1, 2}});
    CHECK(inputs(MatrixId::value, 1, {3, 0}) ==
          Ranges{{MatrixId::encoded, 0, 3, 0, 1, 3}, {MatrixId::w_value, 0, 0, 2, 3, 1}});
    CHECK(inputs(MatrixId::scores, 1, {3, 0}) ==
          Ranges{{MatrixId::query, 1, 3, 0, 1, 2}, {MatrixId::key, 1, 0, 0, 1, 2}});
    CHECK(inputs(MatrixId::scaled_scores, 1, {3, 0}) == Ranges{{MatrixId::scores, 1, 3, 0}});
    CHECK(inputs(MatrixId::masked_scores, 1, {0, 3}) == Ranges{{MatrixId::mask, 0, 0, 3}});
    CHECK(inputs(MatrixId::masked_scores, 1, {3, 0}) ==
          Ranges{{MatrixId::scaled_scores, 1, 3, 0}, {MatrixId::mask, 0, 3, 0}});
    CHECK(inputs(MatrixId::context, 0, {1, 3}) ==
          Ranges{{MatrixId::attention_weights, 1, 1, 0, 1, 2}, {MatrixId::value, 1, 0, 1, 2, 1}});
    CHECK(inputs(MatrixId::output, 0, {1, 2}) ==
          Ranges{{MatrixId::context, 0, 1, 0, 1, 4}, {MatrixId::w_output, 0, 0, 2, 4, 1}});

    const Document halves = randomDocument({.d_k = 4, .position = PositionKind::rope_half});
    const Trace turned = attend(halves);
    CHECK(inputsOf(halves, turned, MatrixId::rotated_query, 0, {2, 3}) ==
          Ranges{{MatrixId::query, 0, 2, 1}, {MatrixId::query, 0, 2, 3}});
    Document pairs = halves;
    pairs.positions.kind = PositionKind::rope_interleaved;
    CHECK(inputsOf(pairs, attend(pairs), MatrixId::rotated_key, 0, {2, 3}) ==
          Ranges{{MatrixId::key, 0, 2, 2, 1, 2}});
}
