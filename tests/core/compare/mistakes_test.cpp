// The measured mistakes of programs, found again by putting the mistake beside the document that
// has not made it.
#include "core/random/torch.h"
#include "tests/core/compared_pair.h"
#include "tests/strange_numbers.h"

using namespace lookback;
using namespace lookback::test;

namespace {

using Id = MatrixId;

const Json& notebook(int number) {
    static const Json three = reference("notebooks/003_torch_walkthrough.json")["tensors"];
    static const Json four = reference("notebooks/004_torch_two_procedures.json")["tensors"];
    return number == 3 ? three : four;
}

/// The weights of a notebook over these embeddings, causally masked.
Document ofNotebook(int number, const Matrix<double>& embeddings, DType dtype) {
    const Json& from = notebook(number);
    Document document =
        documentWithScores(Matrix<double>::Identity(embeddings.rows(), embeddings.rows()), dtype);
    document.embeddings = embeddings;
    document.weights = {tensor(from["W_q"]), tensor(from["W_k"]), tensor(from["W_v"]), {}};
    document.scale.kind = Scale::Kind::sqrt_dk;
    document.mask.rules = {newRule(MaskKind::causal, embeddings.rows())};
    return named(std::move(document));
}

/// The rows in another order.
Matrix<double> inOrder(const Matrix<double>& rows, const std::vector<Index>& order) {
    Matrix<double> result(rows.rows(), rows.cols());
    for (std::size_t k = 0; k < order.size(); ++k) {
        result.row(static_cast<Index>(k)) = rows.row(order[k]);
    }
    return result;
}

double deviation(const std::vector<double>& numbers) {
    const auto count = static_cast<double>(numbers.size());
    const Eigen::Map<const Eigen::ArrayXd> all(numbers.data(), static_cast<Index>(numbers.size()));
    return std::sqrt((all - all.mean()).square().sum() / (count - 1));
}

}  // namespace

TEST_CASE("compared: queries and keys exchanged, and what stands for another axis of softmax") {
    const auto all = pitfalls();
    const Json& one = all.at("swap_q_and_k");
    Document right = documentWithScores(Matrix<double>::Identity(3, 3), DType::float32);
    right.weights.query = tensor(one["inputs"]["Q"]);
    right.weights.key = tensor(one["inputs"]["K"]);
    right.scale.kind = Scale::Kind::sqrt_dk;
    right.mask = customMask(tensor(one["inputs"]["mask"]));
    right = named(std::move(right));
    Document wrong = right;
    std::swap(wrong.weights.query, wrong.weights.key);
    const Pair swapped(right, wrong);
    CHECK(distance(swapped.ofB(), tensor(one["results"]["wrong"])) <= 1e-6);
    CHECK(agrees(swapped.largestChange(), number(one["facts"]["max_abs_diff"])));
    CHECK(swapped.says(
        "The largest change in the attention weights is 0.0791 at [b, a], from 0.3606 to "
        "0.4397."));

    // No document divides by the sums of columns. The same is done where keys ask queries, and the
    // weights are read the other way round.
    const Json& axis = all.at("softmax_wrong_axis");
    wrong.mask = customMask(test::turned(axis["inputs"]["mask"]));
    const Matrix<double> weights = Pair(right, wrong).ofB().transpose();
    CHECK(distance(weights, tensor(axis["results"]["dim0_wrong"])) <= 1e-6);
    for (Index k = 0; k < 3; ++k) {
        const auto at = static_cast<std::size_t>(k);
        CHECK(isClose(weights.row(k).sum(), number(axis["facts"]["wrong_row_sums"][at]), 1e-6));
        CHECK(isClose(weights.col(k).sum(), number(axis["facts"]["wrong_column_sums"][at]), 1e-6));
    }
}

TEST_CASE("compared: a mask turned round and a mask inverted") {
    const Json one = pitfalls().at("mask_polarity_and_direction");
    Document right = named(withScores(one["inputs"], "scaled_scores", "correct_mask"));
    right.masking.value = -kInfinity;
    for (const std::string kind : {"transposed", "inverted"}) {
        CAPTURE(kind);
        const Mask mask = customMask(tensor(one["results"][kind + "_mask"]));
        const Pair pair(right, variant(right, {.kind = VariantKind::mask, .mask = mask}));
        CHECK(distance(pair.ofB(), tensor(one["results"]["weights_" + kind + "_mask"])) <= 1e-6);
        const auto nan = pair.find(FindingKind::nan_rows);
        CHECK(nan.has_value() ==
              (kind == "inverted" && one["facts"]["inverted_last_row_nan"].get<bool>()));
        if (nan) CHECK(nan->rows == std::vector<FoundRow>{{.row = 2}});
        CHECK(pair.says(kind == "inverted"
                            ? "In B, later tokens get a weight of 100.0% from \u201cb\u201d and a "
                              "weight of more than 99.9% from \u201ca\u201d."
                            : "In B, later tokens get a weight of 64.3% from \u201ca\u201d and a "
                              "weight of 8.2% from \u201cb\u201d."));
    }
}

TEST_CASE("compared: other scales") {
    const auto all = pitfalls();
    for (const std::string id : {"wrong_scaling_nb003", "wrong_scaling_nb004"}) {
        const Json& one = all.at(id);
        Document right = named(withScores(one["inputs"], "raw_scores"));
        right.scale = {Scale::Kind::number, std::sqrt(2.0)};
        const auto other = [&](const Scale& scale) {
            return Pair(right, variant(right, {.kind = VariantKind::scale, .scale = scale}));
        };
        const Pair flat = other({Scale::Kind::number, 2});
        const Pair steep = other({Scale::Kind::none});
        const Pair steeper = other({Scale::Kind::number, 1 / std::sqrt(2.0)});
        CHECK(distance(flat.ofB(), tensor(one["results"]["divide_by_dk"])) <= 1e-6);
        CHECK(distance(steep.ofB(), tensor(one["results"]["no_scaling"])) <= 1e-6);
        CHECK(distance(steeper.ofB(), tensor(one["results"]["multiply_by_sqrt_dk"])) <= 1e-6);
        CHECK(agrees(flat.largestChange(), number(one["facts"]["max_abs_diff_divide_by_dk"])));
        CHECK(agrees(steep.largestChange(), number(one["facts"]["max_abs_diff_no_scaling"])));
        const bool is_three = id == "wrong_scaling_nb003";
        CHECK(flat.says(is_three ? "0.1042 at [c, c], from 0.8959 to 0.7917."
                                 : "0.0755 at [b, a], from 0.8914 to 0.8159."));
        CHECK(steep.says(is_three ? "0.0681 at [c, c], from 0.8959 to 0.9640."
                                  : "0.0888 at [d, c], from 0.4556 to 0.5444."));
    }
}

TEST_CASE("compared: weights set to 0 that are not divided again") {
    const Json one = pitfalls().at("multiply_without_renormalise");
    const Document right = ofNotebook(4, tensor(notebook(4)["X"]), DType::float32);
    const Pair pair(right, masked(right, {MaskingMethod::zero}));
    CHECK(distance(pair.ofB(), tensor(one["results"]["masked_weights"])) <= 1e-6);
    CHECK(distance(pair.ofB(Id::context), tensor(one["results"]["context_without_renormalise"])) <=
          1e-5);
    for (Index row = 0; row < right.n(); ++row) {
        const double sum = rowUnder(right, {MaskingMethod::zero}, row).sum;
        CHECK(isClose(sum, number(one["facts"]["row_sums"][static_cast<std::size_t>(row)]), 1e-6));
    }
    CHECK(
        pair.says("In B, 5 of 6 rows of the attention weights no longer add up to 1: their sums "
                  "are 0.2843 for \u201ca\u201d, 0.4581 for \u201cb\u201d, 0.5247 for "
                  "\u201cc\u201d and at least "
                  "as close to 1 for 2 other tokens."));
    CHECK(pair.says(
        "The largest change in the context vectors is 0.8745 at \u201ca\u201d, dimension 2, from "
        "\u22121.2220 to \u22120.3474."));
}

TEST_CASE("compared: a layer's weights that were not turned round") {
    const Json one = pitfalls().at("forget_linear_transpose");
    const Json& inputs = one["inputs"];
    Document right = documentWithScores(Matrix<double>::Identity(3, 3), DType::float32);
    right.embeddings = tensor(inputs["X"]);
    right.scale.kind = Scale::Kind::sqrt_dk;
    right.mask = customMask(tensor(inputs["mask"]));
    right = named(std::move(right));
    Document wrong = right;
    right.weights = {test::turned(inputs["W_q_weight"]),
                     test::turned(inputs["W_k_weight"]),
                     test::turned(inputs["W_v_weight"]),
                     {}};
    wrong.weights = {tensor(inputs["W_q_weight"]),
                     tensor(inputs["W_k_weight"]),
                     tensor(inputs["W_v_weight"]),
                     {}};
    const Pair pair(right, wrong);
    CHECK(!comparisonFault(right, wrong, Id::context));  // no shape gives it away
    CHECK(distance(pair.ofB(Id::query), tensor(one["results"]["wrong_Q"])) <= 1e-6);
    CHECK(distance(pair.ofB(), tensor(one["results"]["wrong_weights"])) <= 1e-6);
    CHECK(distance(pair.ofB(Id::context), tensor(one["results"]["wrong_output"])) <= 1e-6);
    CHECK(agrees(pair.largestChange(Id::context), number(one["facts"]["max_abs_diff_output"])));
    CHECK(
        pair.says("The largest change in the context vectors is 3.4994 at \u201cc\u201d, dimension "
                  "2, from 2.2427 to "
                  "\u22121.2566.",
                  Id::context));
}

TEST_CASE("compared: tokens in another order") {
    const Json one = pitfalls().at("permutation_equivariance");
    const auto order = one["inputs"]["permutation"].get<std::vector<Index>>();
    const Matrix<double> x = tensor(one["inputs"]["X"]);
    Document document = ofNotebook(3, x, DType::float32);
    Document permuted = ofNotebook(3, inOrder(x, order), DType::float32);
    const auto most = [&] {
        const Pair pair(document, permuted);
        const Matrix<double> first = copied(pair.compared().a.trace.view(Id::context));
        return (inOrder(first, order) - pair.ofB(Id::context)).cwiseAbs().maxCoeff();
    };
    const Json& facts = one["facts"];
    CHECK(agrees(most(), number(facts["causal_max_abs_diff_after_unpermuting"])));
    document = variant(document, {.kind = VariantKind::unmasked});
    permuted = variant(permuted, {.kind = VariantKind::unmasked});
    CHECK(most() <= number(facts["unmasked_max_abs_diff_after_unpermuting"]));  // of rounding
}

TEST_CASE("compared: a single token is the same with a mask and without") {
    const Json one = pitfalls().at("single_token");
    const Document document = ofNotebook(3, tensor(one["inputs"]["X"]), DType::float32);
    const Pair pair(document, variant(document, {.kind = VariantKind::unmasked}));
    CHECK(pair.isSame());
    CHECK(pair.ofB()(0, 0) == number(one["facts"]["weight"]));
    CHECK(distance(pair.ofB(Id::context), tensor(one["results"]["output"])) <= 1e-6);
}

TEST_CASE("compared: raw scores spread with the width, scaled ones do not") {
    const Json one = pitfalls().at("why_scale");
    constexpr Index kPairs = 2000;
    constexpr Index kTokens = 100;  // the pairs of a sentence stand on the diagonal of its scores
    TorchGenerator generator(0);
    for (const Index width : {2, 8, 64, 512}) {
        CAPTURE(width);
        const auto queries = generator.randn<double>(kPairs * width);
        const auto keys = generator.randn<double>(kPairs * width);
        Document document;
        document.dtype = DType::float64;
        document.tokens.assign(kTokens, "t");
        Matrix<double> pick = Matrix<double>::Zero(2 * width, width);
        pick.topRows(width).setIdentity();
        document.weights.query = pick;
        document.weights.key = Matrix<double>(pick.colwise().reverse().rowwise().reverse());
        document.weights.value = Matrix<double>(2 * width, 1);
        std::vector<double> raw;
        std::vector<double> scaled;
        for (Index first = 0; first < kPairs; first += kTokens) {
            using Rows = Eigen::Map<const Matrix<double>>;
            Matrix<double> both(kTokens, 2 * width);
            both.leftCols(width) = Rows(queries.data() + first * width, kTokens, width);
            both.rightCols(width) = Rows(keys.data() + first * width, kTokens, width);
            document.embeddings = both;
            const Trace trace = attendOnly(document, std::array{Id::scores, Id::scaled_scores});
            for (Index k = 0; k < kTokens; ++k) {
                raw.push_back(trace.view(Id::scores)(k, k));
                scaled.push_back(trace.view(Id::scaled_scores)(k, k));
            }
        }
        const Json& facts = one["facts"][std::to_string(width)];
        CHECK(agrees(deviation(raw), number(facts["std_raw"]), 1e-12));
        CHECK(agrees(deviation(scaled), number(facts["std_scaled"]), 1e-12));
    }
}
