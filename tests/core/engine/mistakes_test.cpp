#include "tests/core/pitfalls.h"

using namespace lookback;
using namespace lookback::test;

TEST_CASE("softmax takes the maximum off, so large scores do not overflow") {
    for (const std::string id : {"naive_softmax_overflow_f32", "naive_softmax_overflow_f64"}) {
        const Json one = pitfalls().at(id);
        const Matrix<double> scores = tensor(one["inputs"]["scores"]);
        Matrix<double> square = Matrix<double>::Zero(scores.rows(), scores.rows());
        square.leftCols(scores.cols()) = scores;
        Document document = documentWithScores(square, dtypeOf(one["inputs"]["scores"]));
        document.mask.rules = {newRule(MaskKind::custom, scores.rows())};
        for (auto& row : document.mask.rules.front().allowed) {
            std::fill(row.begin() + scores.cols(), row.end(), false);
        }
        const auto actual = weights(document, kMethods.at("fill_-inf"));
        CHECK(distance(Matrix<double>(actual.leftCols(scores.cols())),
                       tensor(one["results"]["stable"])) <= tolerance(document.dtype));
    }
}

TEST_CASE("rows add up to 1, not columns, and queries are rows") {
    const auto all = pitfalls();
    const Json& axis = all.at("softmax_wrong_axis");
    const auto actual =
        weights(withScores(axis["inputs"], "scaled_scores"), kMethods.at("fill_-inf"));
    CHECK(distance(actual, tensor(axis["results"]["dim1_correct"])) <= 1e-6);
    Document wrong = withScores(axis["inputs"], "scaled_scores");
    Masking over_columns = kMethods.at("fill_-inf");
    over_columns.softmax = SoftmaxOver::columns;
    CHECK(distance(weights(wrong, over_columns), tensor(axis["results"]["dim0_wrong"])) <= 1e-6);

    const Json& polarity = all.at("mask_polarity_and_direction");
    Document document = withScores(polarity["inputs"], "scaled_scores", "correct_mask");
    for (const std::string kind : {"transposed", "inverted"}) {
        document.mask = customMask(tensor(polarity["results"][kind + "_mask"]));
        const Json& expected = polarity["results"]["weights_" + kind + "_mask"];
        CHECK(distance(weights(document, kMethods.at("fill_-inf")), tensor(expected)) <= 1e-6);
    }

    const Json& swapped = all.at("swap_q_and_k");
    Document plain = documentWithScores(Matrix<double>::Identity(3, 3), DType::float32);
    plain.weights.query = tensor(swapped["inputs"]["Q"]);
    plain.weights.key = tensor(swapped["inputs"]["K"]);
    plain.scale.kind = Scale::Kind::sqrt_dk;
    plain.mask = customMask(tensor(swapped["inputs"]["mask"]));
    CHECK(distance(weights(plain, {}), tensor(swapped["results"]["correct"])) <= 1e-6);
    std::swap(plain.weights.query, plain.weights.key);
    CHECK(distance(weights(plain, {}), tensor(swapped["results"]["wrong"])) <= 1e-6);
}

TEST_CASE("scores by every scale") {
    const auto all = pitfalls();
    for (const std::string id : {"wrong_scaling_nb003", "wrong_scaling_nb004"}) {
        const Json& one = all.at(id);
        Document document = withScores(one["inputs"], "raw_scores");
        const auto run = [&](const char* name, Scale scale) {
            document.scale = scale;
            CHECK(distance(weights(document, {}), tensor(one["results"][name])) <= 1e-6);
        };
        run("divide_by_sqrt_dk", {Scale::Kind::number, std::sqrt(2.0)});
        run("divide_by_dk", {Scale::Kind::number, 2});
        run("no_scaling", {Scale::Kind::none});
        run("multiply_by_sqrt_dk", {Scale::Kind::number, 1 / std::sqrt(2.0)});
    }
}

TEST_CASE("zeroing weights without dividing makes rows add up to less than 1") {
    const Json one = pitfalls().at("multiply_without_renormalise");
    const Matrix<double> unmasked = tensor(one["inputs"]["unmasked_weights"]);
    Document document = documentWithScores(unmasked.array().log(), DType::float32);
    document.mask = customMask(tensor(one["inputs"]["mask"]));
    const auto actual = weights(document, {MaskingMethod::zero, -1e9, MaskingOrder::after_scale});
    CHECK(distance(actual, tensor(one["results"]["masked_weights"])) <= 1e-5);
    const Json& sums = one["facts"]["row_sums"];
    for (Index row = 0; row < actual.rows(); ++row) {
        CHECK(isClose(actual.row(row).sum(), number(sums[static_cast<std::size_t>(row)]), 1e-5));
    }
}

TEST_CASE("a later token changes nothing before it, to the last bit") {
    const Json one = pitfalls().at("causality_forward_and_gradient_leak");
    const Json notebook = reference("notebooks/004_torch_two_procedures.json")["tensors"];
    Document document = documentWithScores(Matrix<double>::Identity(6, 6), DType::float64);
    document.embeddings = tensor(one["inputs"]["X"]);
    document.weights = {
        tensor(notebook["W_q"]), tensor(notebook["W_k"]), tensor(notebook["W_v"]), {}};
    document.scale.kind = Scale::Kind::sqrt_dk;
    document.mask.rules = {newRule(MaskKind::causal, 6)};
    Matrix<double> changed = document.embeddings.get();
    for (Index col = 0; col < changed.cols(); ++col) {
        changed(5, col) =
            number(one["inputs"]["X_changed_row_5"]["data"][static_cast<std::size_t>(col)]);
    }
    const std::map<std::string, std::string> ours{{"fill_-inf", "fill_-inf"},
                                                  {"fill_-1e9", "fill_-1e9"},
                                                  {"additive", "additive_minus_mask_times_1e9"},
                                                  {"multiply_renormalise", "multiply_renormalise"}};
    for (const auto& item : one["facts"].items()) {
        const std::string& name = item.key();
        const Json& facts = item.value();
        CAPTURE(name);
        document.masking = kMethods.at(ours.at(name));
        Document other = document;
        other.embeddings = changed;
        const auto before = copied(attend(document).view(MatrixId::context));
        const auto after = copied(attend(other).view(MatrixId::context));
        const double most = (before.topRows(5) - after.topRows(5)).cwiseAbs().maxCoeff();
        const bool exact = number(facts["max_change_of_outputs_0..4_when_X[5]_changes"]) == 0;
        CHECK(most <= (exact ? 0 : 1e-15));
        CHECK((before.row(5) - after.row(5)).cwiseAbs().maxCoeff() > 0.01);
    }
}

TEST_CASE("a single token gives itself all the weight") {
    const Json one = pitfalls().at("single_token");
    const Json notebook = reference("notebooks/003_torch_walkthrough.json")["tensors"];
    Document document = documentWithScores(Matrix<double>::Identity(1, 1), DType::float32);
    document.embeddings = tensor(one["inputs"]["X"]);
    document.weights = {
        tensor(notebook["W_q"]), tensor(notebook["W_k"]), tensor(notebook["W_v"]), {}};
    document.mask.rules = {newRule(MaskKind::causal, 1)};
    const Trace trace = attend(document);
    CHECK(trace.view(MatrixId::attention_weights)(0, 0) == 1);
    CHECK(distance(trace.view(MatrixId::context), tensor(one["results"]["output"])) <= 1e-6);
}

TEST_CASE("without a mask attention does not know the order of the tokens, with one it does") {
    const Json one = pitfalls().at("permutation_equivariance");
    const Json notebook = reference("notebooks/003_torch_walkthrough.json")["tensors"];
    Document document = documentWithScores(Matrix<double>::Identity(3, 3), DType::float32);
    document.weights = {
        tensor(notebook["W_q"]), tensor(notebook["W_k"]), tensor(notebook["W_v"]), {}};
    document.scale.kind = Scale::Kind::sqrt_dk;
    const Matrix<double> x = tensor(one["inputs"]["X"]);
    Matrix<double> permuted = x;
    for (Index row = 0; row < x.rows(); ++row) {
        permuted.row(row) =
            x.row(one["inputs"]["permutation"][static_cast<std::size_t>(row)].get<Index>());
    }
    for (const bool causal : {false, true}) {
        document.mask.rules.clear();
        if (causal) document.mask.rules = {newRule(MaskKind::causal, 3)};
        const std::string name = causal ? "causal_output" : "unmasked_output";
        document.embeddings = x;
        CHECK(distance(attend(document).view(MatrixId::context), tensor(one["results"][name])) <=
              1e-5);
        document.embeddings = permuted;
        CHECK(distance(attend(document).view(MatrixId::context),
                       tensor(one["results"][name + "_of_permuted"])) <= 1e-5);
    }
}

TEST_CASE("weights are used as X times W") {
    const Json one = pitfalls().at("forget_linear_transpose");
    const Json& inputs = one["inputs"];
    Document document = documentWithScores(Matrix<double>::Identity(3, 3), DType::float32);
    document.embeddings = tensor(inputs["X"]);
    document.weights = {Matrix<double>(tensor(inputs["W_q_weight"]).transpose()),
                        Matrix<double>(tensor(inputs["W_k_weight"]).transpose()),
                        Matrix<double>(tensor(inputs["W_v_weight"]).transpose()),
                        {}};
    document.scale.kind = Scale::Kind::sqrt_dk;
    document.mask = customMask(tensor(inputs["mask"]));
    const Trace trace = attend(document);
    CHECK(distance(trace.view(MatrixId::query), tensor(one["results"]["correct_Q"])) <= 1e-6);
    CHECK(distance(trace.view(MatrixId::context), tensor(one["results"]["correct_output"])) <=
          1e-5);
}
