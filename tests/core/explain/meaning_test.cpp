#include <doctest/doctest.h>

#include "core/engine/attend.h"
#include "core/explain/explain.h"
#include "core/words/say.h"
#include "tests/core/documents.h"
#include "tests/core/reference.h"
#include "tests/strange_numbers.h"

using namespace lookback;
using namespace lookback::test;

namespace {

std::string meaning(const Document& document, MatrixId id, Cell cell) {
    const Trace trace = attend(document);
    return english().text(explainCell(document, trace, id, 0, cell).meaning);
}

bool has(const std::string& text, std::string_view part) {
    return text.find(part) != std::string::npos;
}

/// Scores 1, 2, 3 in every row, tokens named.
Document sentence(MaskKind mask, Masking masking, DType dtype = DType::float64) {
    Document document = documentWithScores(Matrix<double>{{1, 2, 3}, {1, 2, 3}, {1, 2, 3}}, dtype);
    document.tokens = {"the", "cat", "the"};
    document.mask.rules = {telling(mask, 3)};
    document.masking = masking;
    return document;
}

}  // namespace

TEST_CASE("a leak is told with its percentage") {
    // e^0 twice beside e^1: 2 / (2 + e) of the first row.
    const Document times = sentence(MaskKind::causal, {MaskingMethod::multiply});
    CHECK(has(meaning(times, MatrixId::attention_weights, {0, 0}),
              "The 2 blocked tokens still get 42.4% of the weight"));
    CHECK(has(meaning(times, MatrixId::masked_scores, {0, 1}),
              "softmax will still give it 21.2% of the weight"));
    CHECK(has(meaning(times, MatrixId::context, {0, 0}), "Blocked tokens get a weight of 42.4%."));

    const Document plus = sentence(MaskKind::causal, {MaskingMethod::add_allowed});
    CHECK(has(meaning(plus, MatrixId::attention_weights, {1, 0}), "but it still gets 42.2%"));

    const Document weak = sentence(MaskKind::causal, {MaskingMethod::fill, -1});
    CHECK(has(meaning(weak, MatrixId::attention_weights, {1, 1}),
              "\u22121 is not low enough for these scores"));

    const Document zeroed = sentence(MaskKind::causal, {MaskingMethod::zero});
    CHECK(has(meaning(zeroed, MatrixId::attention_weights, {0, 0}), "adds up to 0.0900"));
    CHECK(has(meaning(zeroed, MatrixId::unmasked_weights, {0, 0}), "91.0% of the weight"));
}

TEST_CASE("a weight by softmax over columns is put down to its column") {
    Masking masking{.value = -kInfinity, .softmax = SoftmaxOver::columns};
    const Document document = sentence(MaskKind::causal, masking);
    CHECK(meaning(document, MatrixId::attention_weights, {0, 0}) ==
          "This softmax is over the column of “the”: the weights that all queries give to this "
          "key add up to 1. As queries, 2 tokens count in it, although “the” may not "
          "look at these tokens. "
          "So the row of “the” need not add up to 1: its sum is 0.3333.");
    CHECK(meaning(document, MatrixId::masked_scores, {0, 1}).ends_with("it no weight."));
    const Trace trace = attend(document);
    const Explanation explained =
        explainCell(document, trace, MatrixId::attention_weights, 0, {1, 0});
    CHECK(explained.operation.kind == Arithmetic::column_softmax);
    CHECK(explained.operation.left == std::vector<double>{1, 1, 1});
    CHECK(explained.operation.at == 1);
    CHECK(isClose(redo(explained.operation, document.masking), 1.0 / 3, 1e-15));

    masking.method = MaskingMethod::renormalize;
    const Document divided = sentence(MaskKind::causal, masking);
    CHECK(meaning(divided, MatrixId::attention_weights, {1, 0}) ==
          "After the mask, the row of “cat” adds up to 0.6667. Divided by that, it adds up to 1.");
    masking.method = MaskingMethod::fill;
    const Document empty = sentence(MaskKind::strict_causal, masking);
    CHECK(meaning(empty, MatrixId::attention_weights, {1, 2}) ==
          "All scores of this column are −∞, so the softmax divides 0 by 0: not a number (NaN). "
          "PyTorch’s torch.softmax gives NaN, too.");
    CHECK(has(meaning(empty, MatrixId::attention_weights, {1, 0}),
              "Another weight of “cat” is NaN, so its row has no sum."));
    CHECK(meaning(empty, MatrixId::masked_scores, {1, 2}).ends_with("make the whole column NaN."));
}

TEST_CASE("the sign of a score is told by the angle of its query and key") {
    // X holds the queries beside the keys; the projections pick one of the two.
    const auto score = [](const Matrix<double>& queries, const Matrix<double>& keys, Cell cell,
                          DType dtype = DType::float64) {
        const Index n = queries.rows();
        const Index width = queries.cols();
        Document document = documentWithScores(Matrix<double>::Ones(n, n), dtype);
        Matrix<double> both(n, 2 * width);
        both << queries, keys;
        const Matrix<double> pick = Matrix<double>::Identity(2 * width, 2 * width);
        document.embeddings = both;
        document.weights.query = Matrix<double>(pick.leftCols(width));
        document.weights.key = Matrix<double>(pick.rightCols(width));
        document.weights.value = document.weights.key;
        return meaning(document, MatrixId::scores, cell);
    };
    // 50 and 85 degrees apart, and 130.
    const Matrix<double> east{{1, 0}, {1, 0}, {1, 0}};
    const Matrix<double> turned{{0.6428, 0.7660}, {0.0872, 0.9962}, {-0.6428, 0.7660}};
    CHECK(has(score(east, turned, {0, 0}),
              "and its own key form an angle below 90\u00b0, so the score is positive."));
    CHECK(has(score(east, turned, {0, 1}),
              "form an angle below 90\u00b0, so the score is positive."));
    CHECK(
        has(score(east, turned, {0, 2}), "form an angle over 90\u00b0, so the score is negative."));
    const Matrix<double> north{{0, 1}, {1, -1}, {0, 0}};
    CHECK(has(score(east, north, {0, 0}), "form a right angle, so the score is 0."));
    CHECK(has(score(north, Matrix<double>{{1, 1}, {1, 1}, {1, 1}}, {1, 0}),
              "form a right angle, so the score is 0."));
    CHECK(has(score(east, north, {0, 2}), ": one of them is all zeros, so the score is 0."));

    // One dimension has no angle to see.
    const Matrix<double> one{{3}, {-2}, {0}};
    CHECK(has(score(one, one, {1, 1}), "are numbers of the same sign, so the score is positive."));
    CHECK(has(score(one, one, {0, 1}), "are numbers of opposite signs, so the score is negative."));
    CHECK(has(score(one, one, {0, 2}), ": one of them is 0, so the score is 0."));

    // Products that underflow: 0 is not a right angle.
    const Matrix<double> tiny = 1e-200 * turned;
    CHECK(
        has(score(tiny, tiny, {0, 1}), "form an angle below 90\u00b0, but the score rounds to 0."));
    CHECK(has(score(one * 1e-200, one * 1e-200, {0, 1}),
              "are numbers of opposite signs, but the score rounds to 0."));
    const Matrix<double> small{{0.0001, 0}, {0.0001, 0}};
    CHECK(has(score(small, -small, {0, 1}, DType::float16),
              "form an angle over 90\u00b0, but the score rounds to 0."));

    // 0.1 and 0.3 are not exact: their products cancel but for the last bits.
    CHECK(has(score(Matrix<double>{{0.1, -0.3}}, Matrix<double>{{3, 1}}, {0, 0}),
              "so close to 90\u00b0 that rounding decides the sign of the score."));
}

TEST_CASE("tokens that occur twice are told apart") {
    const Document document = sentence(MaskKind::causal, {});
    CHECK(has(meaning(document, MatrixId::scores, {0, 2}), "the key of \u201cthe\u2082\u201d"));
    CHECK(has(meaning(document, MatrixId::mask, {0, 2}),
              "\u201cthe\u2082\u201d comes after \u201cthe\u201d"));
}

TEST_CASE("rows without any allowed key say what became of them, and why") {
    const auto first = [](Masking masking, DType dtype = DType::float64) {
        return meaning(sentence(MaskKind::strict_causal, masking, dtype),
                       MatrixId::attention_weights, {0, 1});
    };
    CHECK(has(first({MaskingMethod::fill, -kInfinity}),
              "so the softmax divides 0 by 0: not a number"));
    CHECK(
        has(first({MaskingMethod::fill, -1e9}),
            "All its scores are \u22121e9, so the softmax gives each key the same weight, 33.3%"));
    CHECK(has(first({MaskingMethod::add, -1e9}, DType::float32), "the same weight, 33.3%"));
    CHECK(has(first({MaskingMethod::add, -1e9}), "100.0% of the weight goes to blocked tokens"));
    CHECK(has(first({MaskingMethod::zero_rows}), "the row adds up to 0"));
    CHECK(has(first({MaskingMethod::renormalize}), "No weight of its row is left"));
    CHECK(has(first({MaskingMethod::multiply}), "All its scores are 0,"));
}

TEST_CASE("a context without any allowed token says that all it takes is blocked") {
    const Document document = sentence(MaskKind::strict_causal, {MaskingMethod::fill, -1e9});
    const std::string text = meaning(document, MatrixId::context, {0, 1});
    CHECK(has(text, "takes 33.3% of its own value, "));
    CHECK_MESSAGE(text.ends_with(". All of these tokens are blocked."), text);
}

TEST_CASE("numbers that are not finite say where they come from") {
    Document document = sentence(MaskKind::causal, {}, DType::float32);
    document.embeddings = Matrix<double>{{1e30, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    document.weights.query = Matrix<double>{{1e30, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    CHECK(has(meaning(document, MatrixId::query, {0, 0}),
              "The numbers are too large for float32, so the result is \u221e"));
    CHECK(has(meaning(document, MatrixId::scores, {0, 0}), "not finite"));
    CHECK(has(meaning(document, MatrixId::attention_weights, {0, 0}), "the whole row"));
    CHECK(has(meaning(document, MatrixId::context, {0, 0}), "NaN"));
}

TEST_CASE("a weight that underflowed is told where it is divided") {
    Document document = documentWithScores(Matrix<double>{{0, 120}, {0, 0}}, DType::float32);
    document.mask.rules = {MaskRule{}};
    document.masking.method = MaskingMethod::renormalize;
    CHECK(has(meaning(document, MatrixId::attention_weights, {0, 0}),
              "float32 rounds the allowed weights to 0"));
}

TEST_CASE("a weight that is 0 before the mask does not become 0") {
    Document document = documentWithScores(Matrix<double>{{120, 0}, {0, 0}}, DType::float32);
    document.mask.rules = {MaskRule{}};
    document.masking.method = MaskingMethod::zero;
    CHECK(has(meaning(document, MatrixId::masked_weights, {0, 1}),
              "and its weight is already 0. This row adds up to 1 after the mask."));
    document = documentWithScores(Matrix<double>::Zero(2, 2), DType::float32);
    document.mask.rules = {MaskRule{}};
    document.masking.method = MaskingMethod::zero;
    CHECK(has(meaning(document, MatrixId::masked_weights, {0, 1}),
              "so its weight of 50.0% becomes 0."));
}

TEST_CASE("values that are not named add up to a share of the weight") {
    const Document document = documentWithScores(Matrix<double>::Zero(6, 6), DType::float64);
    CHECK(has(meaning(document, MatrixId::context, {0, 0}),
              " and 50.0% in total from 3 other values."));
}

TEST_CASE("division by a width of 1 makes no score smaller") {
    Document document = randomDocument({.d_k = 1});
    document.scale = {Scale::Kind::dk};
    CHECK(!has(meaning(document, MatrixId::scaled_scores, {0, 0}), "smaller"));
    document = randomDocument({.d_k = 2});
    document.scale = {Scale::Kind::dk};
    CHECK(has(meaning(document, MatrixId::scaled_scores, {0, 0}), "Scores come out smaller"));
}

TEST_CASE("equal scores share evenly, one token keeps everything") {
    Document document = documentWithScores(Matrix<double>::Ones(3, 3), DType::float64);
    document.mask.rules = {MaskRule{}};
    CHECK(
        has(meaning(document, MatrixId::attention_weights, {1, 0}), "gets the same weight, 50.0%"));
    Document alone = documentWithScores(Matrix<double>::Ones(1, 1), DType::float64);
    CHECK(
        has(meaning(alone, MatrixId::attention_weights, {0, 0}), "so it gets the whole weight, 1"));
}

TEST_CASE("places, distances and angles are told with their numbers") {
    Document document = randomDocument({.position = PositionKind::alibi});
    document.positions.slopes = {0.5};
    CHECK(has(meaning(document, MatrixId::biased_scores, {2, 0}),
              "loses 1.0000: the slope is 0.5000"));
    CHECK(has(meaning(document, MatrixId::biased_scores, {2, 2}), "stays"));
    const Document rotary = randomDocument({.position = PositionKind::rope_half});
    CHECK(has(meaning(rotary, MatrixId::rotated_key, {1, 0}), "1.0000 radians (57.3\u00b0)"));
    const Document waves = randomDocument({.position = PositionKind::sinusoidal});
    CHECK(has(meaning(waves, MatrixId::positions, {1, 0}), "repeats every 6.3 positions"));
    // Positions count from 1, distances from the first token on from 0.
    CHECK(has(meaning(waves, MatrixId::positions, {0, 0}), "is the first token."));
    CHECK(
        has(meaning(waves, MatrixId::positions, {2, 0}), "is 2 positions after the first token."));
    CHECK(has(meaning(waves, MatrixId::encoded, {2, 0}), "the vector of its position 3."));
    CHECK(has(meaning(rotary, MatrixId::rotated_key, {1, 0}),
              "is 1 position after the first token."));
}

TEST_CASE("drawn numbers name their library and seed") {
    Document document = randomDocument({});
    document.draw = Draw{"torch", "42", "randn:12", {"embeddings"}};
    const Trace trace = attend(document);
    const auto lines = explainCell(document, trace, MatrixId::embeddings, 0, {0, 0}).lines;
    CHECK(english().line(lines.back()).front().text == "drawn by torch, seed 42");
    const auto given = explainCell(document, trace, MatrixId::w_key, 0, {0, 0}).lines;
    CHECK(english().line(given.back()).front().text == "(given)");
}
