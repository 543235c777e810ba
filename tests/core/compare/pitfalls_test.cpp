// The measured pitfalls of masking, found again as a person finds them: two variants side by side
// with their sentences, and one row under every masking.
#include "tests/core/compared_pair.h"
#include "tests/core/said.h"

using namespace lookback;
using namespace lookback::test;

namespace {

using Id = MatrixId;

/// The rows that a finding is about.
std::vector<Index> rowsOf(const std::optional<Finding>& finding) {
    std::vector<Index> rows;
    if (!finding) return rows;
    for (const FoundRow& row : finding->rows) rows.push_back(row.row);
    return rows;
}

/// What is left of the weights where the reference blocks, at most.
double mostBlocked(const Document& document, const Masking& masking, const Matrix<double>& mask) {
    double most = 0;
    for (Index query = 0; query < document.n(); ++query) {
        const std::vector<double> weights = rowUnder(document, masking, query).weights;
        for (Index key = 0; key < document.n(); ++key) {
            if (mask(query, key) != 0)
                most = std::max(most, weights[static_cast<std::size_t>(key)]);
        }
    }
    return most;
}

}  // namespace

TEST_CASE("compared: maskings that are the same to the last bit, and the one that is not") {
    const auto all = pitfalls();
    for (const std::string id :
         {"mask_methods_nb003_f32", "mask_methods_nb004_f32", "mask_methods_nb004_f64",
          "mask_methods_large_scores_f32", "multiply_renormalise_underflow_nan_f32",
          "multiply_renormalise_precision_loss_f32"}) {
        CAPTURE(id);
        const Json& facts = all.at(id)["facts"];
        const Document document = masked(named(withScores(all.at(id)["inputs"], "scaled_scores")),
                                         kMethods.at("fill_-inf"));
        for (const auto& method : kMethods) {
            const std::string& name = method.first;
            const Masking& masking = method.second;
            const Json same = facts.value(name + "_bitwise_equals_fill_-inf", Json());
            if (same.is_null()) continue;
            CAPTURE(name);
            const Pair pair(document, masked(document, masking));
            CHECK(pair.isSame() == same.get<bool>());
            CHECK(pair.says("every number is the same to the last bit") == same.get<bool>());
        }
        for (const auto& method : kMethods) {
            const std::string& name = method.first;
            const Masking& masking = method.second;
            const Json zero = facts["blocked_weights_exactly_zero"].value(name, Json());
            if (zero.is_null()) continue;
            CAPTURE(name);
            double blocked = 0;
            for (Index query = 0; query < document.n(); ++query) {
                blocked += rowUnder(document, masking, query).blocked;
            }
            CHECK((blocked == 0) == zero.get<bool>());
        }
        // Rounding alone sets the other one apart, until exponentials have few digits left.
        const Pair pair(document, masked(document, kMethods.at("multiply_renormalise")));
        const double change = number(facts["multiply_renormalise_max_abs_diff_vs_fill_-inf"]);
        if (std::isnan(change)) continue;
        const double rounding = info(document.dtype).epsilon;
        CHECK(pair.largestChange() > 0);
        if (change > rounding) {
            CHECK(agrees(pair.largestChange(), change));
            CHECK(pair.says(
                "The largest change in the attention weights is 0.0001 at [b, a], from 0.2689 to "
                "0.2689."));
        } else {
            CHECK(pair.largestChange() <= rounding);
            CHECK(
                pair.says("The largest change in the attention weights is less than 0.0001, at "));
        }
    }
}

TEST_CASE("compared: weights that underflow make NaN rows") {
    const Json one = pitfalls().at("multiply_renormalise_underflow_nan_f32");
    const Document document = named(withScores(one["inputs"], "scaled_scores"));
    const Pair pair(document, masked(document, kMethods.at("multiply_renormalise")));
    CHECK(rowsOf(pair.find(FindingKind::nan_rows)) ==
          one["facts"]["rows_nan_with_multiply_renormalise"].get<std::vector<Index>>());
    CHECK(
        pair.says("In B, 2 of 3 rows of the attention weights are NaN, but not in A: "
                  "\u201ca\u201d and \u201cb\u201d."));
}

TEST_CASE("compared: a row without any allowed key") {
    for (const std::string id : {"fully_masked_row_f32", "fully_masked_row_f64"}) {
        CAPTURE(id);
        const Json one = pitfalls().at(id);
        const Json& facts = one["facts"];
        const Document uniform = named(withScores(one["inputs"], "scaled_scores"));
        const std::vector<double> row = rowUnder(uniform, kMethods.at("fill_-1e9"), 0).weights;
        CHECK(row == std::vector<double>(3, row.front()));
        for (const std::string name : {"fill_-inf", "multiply_renormalise"}) {
            const Pair pair(uniform, masked(uniform, kMethods.at(name)));
            CHECK(rowsOf(pair.find(FindingKind::nan_rows)) == std::vector<Index>{0});
            CHECK(pair.says(
                "In B, the row of \u201ca\u201d in the attention weights is NaN; in A it is not."));
        }
        CHECK(rowUnder(uniform, kMethods.at("zero_convention"), 0).sum == 0);
        const Document added = masked(uniform, kMethods.at("additive_minus_mask_times_1e9"));
        const auto most = [](const Pair& pair) {
            return pair.difference().row(0).cwiseAbs().maxCoeff();
        };
        const Pair unmasked(added, variant(added, {.kind = VariantKind::unmasked}));
        CHECK(agrees(most(unmasked),
                     number(facts["additive_row0_equals_unmasked_softmax_max_abs_diff"])));
        CHECK(agrees(most(Pair(added, uniform)),
                     number(facts["additive_row0_equals_uniform_max_abs_diff"])));
        // In float32 adding has absorbed the score: the row is uniform, too.
        CHECK(unmasked.says(id.ends_with("f32")
                                ? "The largest change in the attention weights is 0.0917 at "
                                  "[a, c], from 0.3333 to 0.2416."
                                : "The largest change in the attention weights is 0.0542 at "
                                  "[b, c], from 0.0000 to 0.0542."));
    }
}

TEST_CASE("compared: masking before or after the scale") {
    const auto all = pitfalls();
    for (const std::string value : {"-1e9", "-inf", "-10", "-100"}) {
        CAPTURE(value);
        const Json& one = all.at("mask_before_vs_after_scale_" + value);
        const Json& facts = one["facts"];
        Document after = named(withScores(one["inputs"], "raw_scores"));
        after.scale = {Scale::Kind::number, std::sqrt(2.0)};
        after.masking = {MaskingMethod::fill, std::stod(value), MaskingOrder::after_scale};
        Masking masking = after.masking;
        masking.order = MaskingOrder::before_scale;
        const Document before = variant(after, {.kind = VariantKind::order, .masking = masking});
        const Pair pair(after, before);
        CHECK(pair.isSame() == facts["bitwise_equal"].get<bool>());
        const Matrix<double> mask = tensor(one["inputs"]["mask"]);
        // Of weights near 1 the last bits are each library's own.
        CHECK(agrees(pair.largestChange(), number(facts["max_abs_diff"]), 1e-4));
        CHECK(agrees(mostBlocked(after, after.masking, mask),
                     number(facts["max_blocked_weight_after"])));
        CHECK(agrees(mostBlocked(before, before.masking, mask),
                     number(facts["max_blocked_weight_before"])));
        CHECK(pair.says(
                  "In B, blocked tokens get a weight of 0.3% from \u201ca\u201d (less than 0.1% "
                  "in A)") == (value == "-10"));
    }
}

TEST_CASE("compared: scores as low as the masking value") {
    const Json one = pitfalls().at("scores_as_large_as_mask_value");
    const Json& facts = one["facts"];
    Document after = named(withScores(one["inputs"], "raw_scores"));
    after.scale = {Scale::Kind::number, std::sqrt(2.0)};
    Masking masking = after.masking;
    masking.order = MaskingOrder::before_scale;
    const Document before = variant(after, {.kind = VariantKind::order, .masking = masking});
    const Matrix<double> mask = tensor(one["inputs"]["mask"]);
    for (const bool is_after : {true, false}) {
        const Document& document = is_after ? after : before;
        const std::string when = is_after ? "after" : "before";
        CAPTURE(when);
        const Pair pair(masked(document, kMethods.at("fill_-inf")), document);
        CHECK(pair.isSame() == facts[when + "_equals_-inf"].get<bool>());
        CHECK(rowsOf(pair.find(FindingKind::hidden_weight)) == std::vector<Index>{0, 1});
        CHECK(mostBlocked(document, document.masking, mask) ==
              number(facts["max_blocked_weight_" + when]));
        CHECK(
            pair.says("In B, blocked tokens get a weight of 100.0% from \u201ca\u201d and a weight "
                      "of 100.0% from \u201cb\u201d."));
    }
}

TEST_CASE("compared: what 16 bits hold of a masking value") {
    const Json one = pitfalls().at("float16_bfloat16_mask_values");
    const Json& facts = one["facts"];
    const Document document = named(withScores(one["inputs"], "scaled_scores"));
    const auto in = [](const Document& of, DType dtype) {
        return chosenVariant(of, {.kind = VariantKind::dtype, .dtype = dtype});
    };
    CHECK(test::said(in(document, DType::float16).error())
              .starts_with("-1000000000 does not fit float16"));
    // PyTorch refuses -65505 as well. A document rounds it, as it does with all its numbers; what
    // neither does is to make -inf of it.
    CHECK(facts["half_masked_fill_-65504"] == "no error: -65504.0");
    for (const double value : {-65504.0, -65505.0}) {
        const auto lowest = in(masked(document, {MaskingMethod::fill, value}), DType::float16);
        REQUIRE(lowest.has_value());
        CHECK(attend(*lowest).view(Id::masked_scores)(0, 1) == -number(facts["float16_max"]));
    }
    const Pair coarse(document, *in(document, DType::bfloat16));
    CHECK(coarse.ofB(Id::masked_scores)(0, 1) == number(facts["bfloat16(-1e9)"]));
    CHECK(same(coarse.ofB(), tensor(one["results"]["bfloat16_-1e9_weights"])));
    CHECK(coarse.says(
        "The largest change in the masked scores is 1.756e6 at [a, b], from \u22121e9 to "
        "\u22129.982e8.",
        Id::masked_scores));

    const Document low = masked(document, {MaskingMethod::fill, -1e4});
    const Pair half(low, *in(low, DType::float16));
    CHECK(same(half.ofB(), tensor(one["results"]["half_-1e4_weights"])));
    CHECK(half.ofB(Id::masked_scores)(0, 1) == number(facts["float16(-1e4)"]));
    const Pair coarser(low, *in(low, DType::bfloat16));
    CHECK(same(coarser.ofB(), tensor(one["results"]["bfloat16_-1e4_weights"])));
    CHECK(coarser.ofB(Id::masked_scores)(0, 1) == number(facts["bfloat16(-1e4)"]));
}
