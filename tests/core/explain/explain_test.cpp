#include "core/explain/explain.h"

#include <doctest/doctest.h>

#include "core/base/text.h"
#include "core/document/labels.h"
#include "core/engine/attend.h"
#include "tests/core/documents.h"
#include "tests/core/plain_text.h"
#include "tests/core/reference.h"
#include "tests/strange_numbers.h"

using namespace lookback;
using namespace lookback::test;

namespace {

/// Calls `check(id, head, cell)` for every cell of every stage.
template <class Check>
void forEveryCell(const Trace& trace, Check check) {
    for (const MatrixId id : trace.order) {
        const Tensor& stage = trace.tensor(id);
        for (Index head = 0; head < stage.heads(); ++head) {
            for (Index row = 0; row < stage.rows(); ++row) {
                for (Index col = 0; col < stage.cols(); ++col) check(id, head, Cell{row, col});
            }
        }
    }
}

void checkWording(const Explanation& explanation) {
    REQUIRE(!explanation.subject.empty());
    REQUIRE(!explanation.lines.empty());
    REQUIRE(!explanation.meaning.empty());
    for (const TextLine& line : explanation.lines) {
        REQUIRE(!line.empty());
        for (const Piece& piece : line) REQUIRE(piece.text.empty() == piece.words.has_value());
    }
    const std::string meaning = plain(explanation.meaning);
    REQUIRE(meaning.find("  ") == std::string::npos);
    REQUIRE(meaning.front() != ' ');
    REQUIRE(meaning.ends_with("."));
}

void checkResult(const Explanation& explanation, const ExplainOptions& options) {
    const TextLine& last = explanation.lines.back();
    REQUIRE(last.back().ink == Ink::result);
    const std::string line = plain(last);
    REQUIRE((line.find(" = ") != std::string::npos || line.find(" \u2248 ") != std::string::npos));
    const double result = explanation.operation.result;
    const std::string expected = explanation.operation.kind == Arithmetic::rule
                                     ? (result != 0 ? "allowed" : "blocked")
                                     : formatNumber(result, options.decimals);
    // A number that the decimals show as 0 has digits of its own where its operands give them.
    const std::string shown = plain({last.back()});
    const bool is_tiny = result != 0 && shown == formatOperand(result, options.decimals);
    REQUIRE((shown == expected || is_tiny));
}

/// True where a redone result is the value but for the order in which sums were added up: in 16
/// bits, which are rounded once, the same or the next number.
bool comesOut(double redone, double value, DType dtype) {
    if (dtype == DType::float64) return isClose(redone, value, 1e-12);
    if (dtype == DType::float32) return isClose(redone, value, 2e-5);
    constexpr double kExplainLeast = 0x1p-24;  // of float16; that of bfloat16 is less
    return isClose(redone, value, 0) ||
           std::abs(redone - value) <= info(dtype).epsilon * std::abs(value) + kExplainLeast;
}

/// Every cell of a document: redone, in range, worded. @param overflows the double precision of
/// `redo` reaches further than the document's dtype.
void checkDocument(const Document& document, bool overflows = false) {
    const Trace trace = attend(document);
    const ExplainOptions options{.decimals = 4, .most_terms = 3};
    forEveryCell(trace, [&](MatrixId id, Index head, Cell cell) {
        CAPTURE(std::string(info(id).name));
        CAPTURE(cell.row);
        CAPTURE(cell.col);
        const Explanation explanation = explainCell(document, trace, id, head, cell, options);
        const double value = trace.view(id, head)(cell);
        REQUIRE(isClose(explanation.operation.result, value, 0));
        const double redone = redo(explanation.operation, document.masking);
        CAPTURE(redone);
        CAPTURE(value);
        if (!overflows) REQUIRE(comesOut(redone, value, document.dtype));
        checkWording(explanation);
        checkResult(explanation, options);
        for (const CellRange& range : inputsOf(document, trace, id, head, cell)) {
            const MatrixView matrix = matrixById(document, trace, range.id, range.head);
            REQUIRE((isParameter(range.id) || trace.has(range.id)));
            REQUIRE(range.rows > 0);
            REQUIRE(range.cols > 0);
            REQUIRE(range.row >= 0);
            REQUIRE(range.col >= 0);
            REQUIRE(range.row + range.rows <= matrix.rows());
            REQUIRE(range.col + range.cols <= matrix.cols());
            REQUIRE((info(range.id).per_head || range.head == 0));
        }
    });
}

}  // namespace

TEST_CASE("every cell over all tables is explained and comes out when redone") {
    unsigned seed = 0;
    forEveryTable([&](Wanted wanted) {
        wanted.seed = ++seed;
        wanted.tokens = 3;
        wanted.d_in = 2;
        wanted.heads = 1 + seed % 2;
        wanted.output = seed % 3 == 0;
        wanted.masking.value = seed % 4 == 0 ? -kInfinity : seed % 4 == 1 ? -2.5 : -1e9;
        CAPTURE(std::string(info(wanted.mask).name));
        CAPTURE(std::string(info(wanted.masking.method).name));
        CAPTURE(std::string(info(wanted.position).name));
        checkDocument(randomDocument(wanted));
    });
}

TEST_CASE("edges: one token, no token, no dimensions, huge numbers, painted cells, every scale") {
    for (const MaskingInfo& method : kMaskingMethods) {
        Wanted wanted{.masking = {method.method, -kInfinity, MaskingOrder::after_scale}};
        for (const Index tokens : {0, 1}) {
            wanted.tokens = tokens;
            checkDocument(randomDocument(wanted));
        }
        wanted.tokens = 3;
        for (const DTypeInfo& dtype : kDTypes) {
            wanted.dtype = dtype.dtype;
            Wanted narrow = wanted;
            narrow.d_k = 0;
            checkDocument(randomDocument(narrow));
            narrow.d_in = 0;
            narrow.d_v = 0;
            narrow.output = true;
            checkDocument(randomDocument(narrow));

            Document huge = randomDocument(wanted);
            Matrix<double> x = huge.embeddings.get();
            x(1, 0) = fits(dtype.dtype, 1e30) ? 1e30 : 6e4;
            x(2, 1) = -x(1, 0);
            huge.embeddings = x;
            checkDocument(huge, dtype.dtype != DType::float64);

            Document painted = randomDocument(wanted);
            flip(painted.mask, {0, 0});
            flip(painted.mask, {1, 2});
            checkDocument(painted);
            for (const Scale scale : {Scale{Scale::Kind::dk}, Scale{Scale::Kind::none},
                                      Scale{Scale::Kind::number, -0.75}}) {
                painted.scale = scale;
                checkDocument(painted);
            }
        }
    }
}

TEST_CASE("the arithmetic of the picture") {
    Document document;
    document.tokens = {"Write", "a", "poem"};
    document.embeddings = Matrix<double>{{1.16, 0.23}, {0.57, 1.36}, {4.41, -2.16}};
    const Json notebook = reference("notebooks/003_torch_walkthrough.json")["tensors"];
    document.weights = {
        tensor(notebook["W_q"]), tensor(notebook["W_k"]), tensor(notebook["W_v"]), {}};
    document.mask.rules = {MaskRule{}};
    const Trace trace = attend(document);
    const auto explain = [&](MatrixId id, Cell cell) {
        return explainCell(document, trace, id, 0, cell);
    };

    const Explanation score = explain(MatrixId::scores, {1, 0});
    CHECK(plain(score.subject) == "S[a, Write]");
    REQUIRE(score.lines.size() == 2);
    CHECK(score.lines[0] == TextLine{{"q(a)", Ink::query}, {" \u00b7 "}, {"k(Write)", Ink::key}});
    CHECK(plain(score.lines[1]) ==
          "1.1063 \u00d7 \u22120.1469 + 0.7890 \u00d7 \u22120.3038 = \u22120.4022");
    CHECK(score.lines[1].front().ink == Ink::query);
    CHECK(
        plain(score.meaning) ==
        "The query of \u201ca\u201d and the key of \u201cWrite\u201d form an angle over 90\u00b0, "
        "so the score is negative. The best match is \u201ca\u201d with 0.4078.");

    const Explanation scaled = explain(MatrixId::scaled_scores, {1, 0});
    CHECK(plain(scaled.lines[1]) ==
          "\u22120.4022 / \u221a2 = \u22120.4022 / 1.4142 = \u22120.2844");

    const Explanation masked = explain(MatrixId::masked_scores, {1, 2});
    CHECK(plain(masked.lines[1]) == "\u22121e9 in place of \u22122.1230 = \u22121e9");
    CHECK(plain(masked.meaning) ==
          "\u201cpoem\u201d comes after \u201ca\u201d, so its score is replaced by \u22121e9. "
          "The softmax will give it no weight.");

    const Explanation weight = explain(MatrixId::attention_weights, {1, 1});
    REQUIRE(weight.lines.size() == 3);
    CHECK(weight.subject == TextLine{{"A[a, a]", Ink::weights, true}});
    CHECK(plain(weight.lines[0]) == "e^0.2883 / ( e^\u22120.2844 + e^0.2883 + e^\u22121e9 )");
    CHECK(plain(weight.lines[1]).ends_with("(minus the max)"));
    CHECK(plain(weight.lines[2]) == "1.0000 / ( 0.5640 + 1.0000 + 0 ) = 1.0000 / 1.5640 = 0.6394");
    CHECK(plain(weight.meaning) ==
          "\u201ca\u201d may look at \u201cWrite\u201d and itself. \u201cpoem\u201d comes after "
          "\u201ca\u201d, so its score is replaced by \u22121e9. e^\u22121e9 rounds to 0, so it "
          "gets no weight. The row still adds up to 1.");
    CHECK(weight.lines[0][weight.lines[0].size() - 2].ink == Ink::masked);

    const Explanation context = explain(MatrixId::context, {1, 1});
    CHECK(plain(context.lines[1]) ==
          "0.360602 \u00d7 0.743391 + 0.639398 \u00d7 0.530315 + 0 \u00d7 2.424592 = 0.6072");
    CHECK(plain(explainCell(document, trace, MatrixId::w_query, 0, {0, 1}).subject) == "Wq[1, 2]");
    CHECK(cellName(document, wholeLabels(document.tokens), MatrixId::w_query, 0, {0, 1}) ==
          TextLine{{"W", Ink::query}, {"q", Ink::query, false, -1}, {"[1, 2]", Ink::query}});
}

TEST_CASE("digits that rounding to the dtype changed are shown before and after") {
    Document document = documentWithScores(Matrix<double>{{3, 1}, {1, 1}}, DType::bfloat16);
    document.scale = {Scale::Kind::number, 1.5};
    const auto line = [&](MatrixId id, Cell cell) {
        return plain(explainCell(document, attend(document), id, 0, cell).lines.back());
    };
    CHECK(line(MatrixId::scaled_scores, {0, 0}) == "3.0000 / 1.5 = 2.0000");
    CHECK(line(MatrixId::scaled_scores, {0, 1}) == "1.0000 / 1.5 = 0.6667, in bfloat16 0.6680");
    document.dtype = DType::float16;
    CHECK(line(MatrixId::scaled_scores, {0, 1}) == "1.0000 / 1.5 = 0.6667, in float16 0.6665");
    document.dtype = DType::float64;
    CHECK(line(MatrixId::scaled_scores, {0, 1}) == "1.0000 / 1.5 = 0.6667");
    document.dtype = DType::float16;
    document.embeddings = Matrix<double>{{40000, 0}, {0, 1}};
    CHECK(line(MatrixId::query, {0, 0}) ==
          "40000.0000 \u00d7 3.0000 + 0.0000 \u00d7 1.0000 = 120000.0000, in float16 \u221e");
}
