// The measured leaks, found again by the leak test and by giving a token other numbers.
#include "tests/core/compared_pair.h"
#include "tests/core/leak_documents.h"

using namespace lookback;
using namespace lookback::test;

namespace {

/// The reference's names for what it has masked with.
const std::map<std::string, std::string> kNames{{"fill_-inf", "fill_-inf"},
                                                {"fill_-1e9", "fill_-1e9"},
                                                {"additive", "additive_minus_mask_times_1e9"},
                                                {"multiply_renormalise", "multiply_renormalise"}};

}  // namespace

TEST_CASE("leak test: a later token and the earlier outputs, by derivative and by hand") {
    const Json one = pitfalls().at("causality_forward_and_gradient_leak");
    const Json from = reference("notebooks/004_torch_two_procedures.json")["tensors"];
    Document document = documentWithScores(Matrix<double>::Identity(6, 6), DType::float64);
    document.embeddings = tensor(one["inputs"]["X"]);
    document.weights = {tensor(from["W_q"]), tensor(from["W_k"]), tensor(from["W_v"]), {}};
    document.scale.kind = Scale::Kind::sqrt_dk;
    document.mask.rules = {newRule(MaskKind::causal, 6)};
    document = named(std::move(document));
    const Matrix<double> other = matrix(Json::array({one["inputs"]["X_changed_row_5"]["data"]}));
    for (const auto& named_row : kNames) {
        const std::string& name = named_row.first;
        const std::string& ours = named_row.second;
        CAPTURE(name);
        const Json& facts = one["facts"][name];
        const Document with = masked(document, kMethods.at(ours));
        const Influence found = influenceOf(with);
        // Dividing the blocked exponentials away leaves rounding in PyTorch's derivative. The exact
        // one is 0, and what the rounding does is found by the search.
        CHECK(found.norms.row(2).tail(3).maxCoeff() == 0);
        CHECK(number(facts["max_abs_grad_of_output_2_wrt_X[3..5]"]) < 1e-17);
        const LeakVerdict verdict = leakVerdict(with, found);
        const bool moves = number(facts["max_change_of_outputs_0..4_when_X[5]_changes"]) > 0;
        CHECK(moves == (name == "multiply_renormalise"));
        CHECK(verdict.kind != LeakKind::leaks);
        CHECK((verdict.kind == LeakKind::rounding) == moves);
        CHECK((verdict.kind == LeakKind::cannot) == (name == "fill_-inf"));

        const Pair pair(with, withEmbedding(with, 5, other));
        const auto same = pair.find(FindingKind::same_rows, MatrixId::context);
        REQUIRE(same.has_value());
        CHECK((same->count == 5) == !moves);
        const double most = pair.difference(MatrixId::context).topRows(5).cwiseAbs().maxCoeff();
        CHECK((most > 0) == moves);
        // Which bits rounding moves depends on the order in which a processor adds.
        const double rounding = 8 * std::numeric_limits<double>::epsilon() *
                                pair.ofB(MatrixId::context).cwiseAbs().maxCoeff();
        CHECK(most < rounding);
        CHECK(number(facts["max_change_of_outputs_0..4_when_X[5]_changes"]) < rounding);
    }
}

TEST_CASE("leak test: a row without any allowed key sees every word, or none") {
    const Json one = pitfalls().at("fully_masked_row_f32");
    const Document document = named(withScores(one["inputs"], "scaled_scores"));
    const auto verdict = [&](const char* name) {
        return verdictOf(masked(document, kMethods.at(name)));
    };
    for (const char* name : {"fill_-1e9", "fill_-1e20", "additive_minus_mask_times_1e9"}) {
        CAPTURE(name);
        CHECK(verdict(name).leaks == std::vector<Cell>{{0, 1}, {0, 2}});
        CHECK(said(verdict(name)) ==
              "Leaks. The output of \u201ca\u201d depends on \u201cb\u201d and \u201cc\u201d. "
              "Another embedding of "
              "\u201cc\u201d moves a number in the output of \u201ca\u201d by 1.3.");
    }
    CHECK(verdict("zero_convention").kind == LeakKind::cannot);
    for (const char* name : {"fill_-inf", "multiply_renormalise"}) {
        CHECK(said(verdict(name))
                  .ends_with(
                      "The output of \u201ca\u201d is NaN, so the test says nothing about it."));
    }
}

TEST_CASE("leak test: a value that is not low enough, and scores lower than any") {
    const auto all = pitfalls();
    for (const std::string value : {"-1e9", "-inf", "-10", "-100"}) {
        const Json& one = all.at("mask_before_vs_after_scale_" + value);
        Document document = named(withScores(one["inputs"], "raw_scores"));
        document.scale = {Scale::Kind::number, std::sqrt(2.0)};
        for (const MaskingOrder order : {MaskingOrder::after_scale, MaskingOrder::before_scale}) {
            document.masking = {MaskingMethod::fill, std::stod(value), order};
            const bool is_after = order == MaskingOrder::after_scale;
            const double blocked = number(
                one["facts"][is_after ? "max_blocked_weight_after" : "max_blocked_weight_before"]);
            const LeakVerdict verdict = verdictOf(document);
            CHECK((verdict.kind == LeakKind::leaks) == (blocked > 0));
            CHECK((verdict.kind == LeakKind::cannot) == (value == "-inf"));
            // The other word has the value 1 where the output had 0: it moves by its weight.
            if (blocked > 0) CHECK(agrees(verdict.example->size, blocked, 1e-4));
        }
    }
    const Json& one = all.at("scores_as_large_as_mask_value");
    Document document = named(withScores(one["inputs"], "raw_scores"));
    document.scale = {Scale::Kind::number, std::sqrt(2.0)};
    CHECK(number(one["facts"]["max_blocked_weight_after"]) == 1);
    CHECK(said(verdictOf(document)) ==
          "Leaks. The output of \u201ca\u201d depends on \u201cb\u201d and \u201cc\u201d. The "
          "output of \u201cb\u201d "
          "depends on \u201cc\u201d. Another embedding of \u201cc\u201d moves a number in the "
          "output of \u201cb\u201d by 1.");
}
