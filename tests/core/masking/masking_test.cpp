#include "core/document/masking.h"

#include <set>

#include <doctest/doctest.h>

#include "core/base/named_rows.h"
#include "core/engine/attend.h"
#include "core/engine/stages.h"
#include "core/masking/methods.h"
#include "tests/core/documents.h"
#include "tests/core/reference.h"
#include "tests/strange_numbers.h"

using namespace lookback;
using namespace lookback::test;

namespace {

/// How a row of weights must look.
enum class MaskingRow : std::uint8_t { sums_to_one, nan, uniform, zero, at_most_one };

/// What a method makes of a row; said once more, independently of the engine.
MaskingRow expectedRow(const Document& document, bool empty) {
    const Masking& masking = document.masking;
    switch (masking.method) {
        case MaskingMethod::fill:
            if (!empty) return MaskingRow::sums_to_one;
            if (masking.value == -kInfinity) return MaskingRow::nan;
            // ALiBi comes after scaling, so it tells apart what was filled before.
            if (document.positions.kind == PositionKind::alibi && masksBeforeScale(masking)) {
                return MaskingRow::sums_to_one;
            }
            return MaskingRow::uniform;
        case MaskingMethod::add:
            if (!empty || masking.value != -kInfinity) return MaskingRow::sums_to_one;
            return MaskingRow::nan;
        case MaskingMethod::renormalize: return empty ? MaskingRow::nan : MaskingRow::sums_to_one;
        case MaskingMethod::zero: return empty ? MaskingRow::zero : MaskingRow::at_most_one;
        case MaskingMethod::zero_rows: return empty ? MaskingRow::zero : MaskingRow::sums_to_one;
        default: break;
    }
    return MaskingRow::sums_to_one;
}

/// Methods that let no weight through to a blocked key, in rows with an allowed one.
bool isSound(MaskingMethod method) {
    return !maskingWords(method).is_mistake || method == MaskingMethod::zero;
}

void checkRow(const Document& document, const Trace& trace, Index head, Index query) {
    const MatrixView weights = trace.view(MatrixId::attention_weights, head);
    const Index n = document.n();
    bool empty = true;
    double sum = 0;
    double left = 0;  // what the mask leaves of a row of weights: in float16 perhaps nothing
    double blocked = 0;
    for (Index key = 0; key < n; ++key) {
        const bool allowed = allows(document.mask, query, key);
        empty = empty && !allowed;
        sum += weights(query, key);
        if (!allowed) blocked += std::abs(weights(query, key));
        if (trace.has(MatrixId::masked_weights)) {
            left += trace.view(MatrixId::masked_weights, head)(query, key);
        }
    }
    const double close = 4 * info(document.dtype).epsilon * static_cast<double>(n);
    const bool vanishes = trace.has(MatrixId::masked_weights) && left == 0;
    switch (expectedRow(document, empty || vanishes)) {
        case MaskingRow::nan: REQUIRE(std::isnan(weights(query, 0))); return;
        case MaskingRow::uniform:
            for (Index key = 0; key < n; ++key) {
                REQUIRE(weights(query, key) == weights(query, 0));
                REQUIRE(std::abs(weights(query, key) - 1.0 / static_cast<double>(n)) < close);
            }
            return;
        case MaskingRow::zero: REQUIRE(sum == 0); break;
        case MaskingRow::at_most_one: REQUIRE(sum <= 1 + close); break;
        case MaskingRow::sums_to_one: REQUIRE(std::abs(sum - 1) < close); break;
    }
    if (!empty && isSound(document.masking.method)) REQUIRE(blocked == 0);
}

}  // namespace

TEST_CASE("softmax over columns makes each column add up to 1, over all tables") {
    const test::Choice is_over_columns = [](const Wanted& wanted) {
        return isOverColumns(wanted.masking);
    };
    forEveryTable(is_over_columns, [](const Wanted& wanted) {
        const Document document = randomDocument(wanted);
        const Trace trace = attend(document);
        const bool masks_after = trace.has(MatrixId::unmasked_weights);
        const Matrix<double> weights = copied(
            trace.view(masks_after ? MatrixId::unmasked_weights : MatrixId::attention_weights));
        const double close = 4 * info(document.dtype).epsilon * static_cast<double>(document.n());
        for (Index key = 0; key < document.n(); ++key) {
            bool empty = true;
            for (Index query = 0; query < document.n(); ++query) {
                empty = empty && !allows(document.mask, query, key);
            }
            const double sum = weights.col(key).sum();
            if (empty && wanted.masking.method == MaskingMethod::zero_rows) {
                CHECK(!(sum > 0));  // NaN, but 0 in rows that may look at no key
            } else {
                CHECK(std::abs(sum - 1) < close);
            }
        }
    });
}

TEST_CASE("softmax over columns, by hand") {
    const double e = std::exp(1);
    Document document = documentWithScores(Matrix<double>{{0, 1}, {1, 0}}, DType::float64);
    document.masking.softmax = SoftmaxOver::columns;
    CHECK(distance(attend(document).view(MatrixId::attention_weights),
                   Matrix<double>{{1 / (1 + e), e / (1 + e)}, {e / (1 + e), 1 / (1 + e)}}) <=
          1e-15);
    // The first query is alone in no column, the second alone in its own.
    document.mask.rules = {newRule(MaskKind::causal, 2)};
    document.masking.value = -kInfinity;
    const Matrix<double> causal{{1 / (1 + e), 0}, {e / (1 + e), 1}};
    CHECK(distance(attend(document).view(MatrixId::attention_weights), causal) <= 1e-15);
    // Divided by the sums of the rows, the columns do not add up to 1.
    document.masking.method = MaskingMethod::renormalize;
    const double sum = e / (1 + e) + 1 / (1 + e);
    CHECK(distance(attend(document).view(MatrixId::attention_weights),
                   Matrix<double>{{1, 0}, {e / (1 + e) / sum, 1 / (1 + e) / sum}}) <= 1e-15);
    // Nobody may look at the second key: its column is 0 / 0.
    document.masking.method = MaskingMethod::fill;
    document.mask.rules = {newRule(MaskKind::strict_causal, 2)};
    const Matrix<double> empty = copied(attend(document).view(MatrixId::attention_weights));
    CHECK(empty(0, 0) == 0);
    CHECK(empty(1, 0) == 1);
    CHECK(std::isnan(empty(0, 1)));
    CHECK(std::isnan(empty(1, 1)));
    document.masking.method = MaskingMethod::zero_rows;  // sets the first row to 0
    const Matrix<double> cleared = copied(attend(document).view(MatrixId::attention_weights));
    CHECK(cleared.row(0) == Matrix<double>{{0, 0}});
    CHECK(std::isnan(cleared(1, 1)));
}

TEST_CASE("rows add up and blocked cells weigh nothing, over all tables") {
    const test::Choice is_over_rows = [](const Wanted& wanted) {
        return !isOverColumns(wanted.masking);
    };
    forEveryTable(is_over_rows, [](Wanted wanted) {
        for (const double value : {lowValue(wanted.dtype), -kInfinity}) {
            wanted.heads = 2;
            wanted.masking.value = value;
            const Document document = randomDocument(wanted);
            CAPTURE(std::string(info(wanted.mask).name));
            CAPTURE(std::string(info(wanted.masking.method).name));
            CAPTURE(value);
            const Trace trace = attend(document);
            REQUIRE(trace.order == stageOrder(document));
            for (Index head = 0; head < 2; ++head) {
                for (Index query = 0; query < document.n(); ++query) {
                    checkRow(document, trace, head, query);
                }
            }
        }
    });
}

TEST_CASE("what a method does to single scores and weights") {
    Document document = documentWithScores(Matrix<double>{{2, 3}, {5, 7}}, DType::float64);
    document.mask.rules = {newRule(MaskKind::causal, 2)};
    const auto masked = [&](const Masking& masking) {
        document.masking = masking;
        return copied(attend(document).view(MatrixId::masked_scores));
    };
    CHECK(masked({MaskingMethod::fill, -9}) == Matrix<double>{{2, -9}, {5, 7}});
    CHECK(masked({MaskingMethod::add, -9}) == Matrix<double>{{2, -6}, {5, 7}});
    CHECK(masked({MaskingMethod::multiply}) == Matrix<double>{{2, 0}, {5, 7}});
    CHECK(masked({MaskingMethod::add_allowed}) == Matrix<double>{{3, 3}, {6, 8}});
    CHECK(masked({MaskingMethod::zero_rows}) == Matrix<double>{{2, -kInfinity}, {5, 7}});
    document.scale = {Scale::Kind::number, 2};
    CHECK(masked({MaskingMethod::fill, -9, MaskingOrder::before_scale}) ==
          Matrix<double>{{2, -9}, {5, 7}});
    CHECK(copied(attend(document).view(MatrixId::scaled_scores)) ==
          Matrix<double>{{1, -4.5}, {2.5, 3.5}});
    CHECK(masked({MaskingMethod::fill, -9}) == Matrix<double>{{1, -9}, {2.5, 3.5}});

    document.masking = {MaskingMethod::zero};
    const Trace zeroed = attend(document);
    const Matrix<double> before = copied(zeroed.view(MatrixId::unmasked_weights));
    const Matrix<double> after = copied(zeroed.view(MatrixId::attention_weights));
    CHECK(after == Matrix<double>{{before(0, 0), 0}, {before(1, 0), before(1, 1)}});
}

TEST_CASE("an addition that is absorbed makes a row uniform in float32 and unmasked in float64") {
    Wanted wanted{.mask = MaskKind::strict_causal, .masking = {MaskingMethod::add, -1e9}};
    const Document in64 = randomDocument(wanted);
    wanted.dtype = DType::float32;
    const Matrix<double> single =
        copied(attend(randomDocument(wanted)).view(MatrixId::attention_weights));
    const Matrix<double> twice = copied(attend(in64).view(MatrixId::attention_weights));
    CHECK((single.row(0).array() == 0.25).all());
    Document unmasked = in64;
    unmasked.mask = {};
    const Matrix<double> free = copied(attend(unmasked).view(MatrixId::attention_weights));
    CHECK((twice.row(0) - free.row(0)).cwiseAbs().maxCoeff() < 1e-6);
}

TEST_CASE("the order of masking matters only for methods on scores") {
    for (const MaskingInfo& method : kMaskingMethods) {
        const bool on_scores = method.place == MaskingPlace::scores;
        CHECK(masksBeforeScale({method.method, -1e9, MaskingOrder::before_scale}) == on_scores);
        CHECK(!masksBeforeScale({method.method, -1e9, MaskingOrder::after_scale}));
        Document document = randomDocument({});
        document.masking = {method.method, -1e9, MaskingOrder::before_scale};
        const auto order = stageOrder(document);
        const auto place = [&](MatrixId id) { return std::find(order.begin(), order.end(), id); };
        if (!on_scores) continue;
        CHECK(place(MatrixId::mask) < place(MatrixId::masked_scores));
        CHECK(place(MatrixId::masked_scores) < place(MatrixId::scaled_scores));
        CHECK(softmaxInput(document) == MatrixId::scaled_scores);
    }
}

TEST_CASE("the table of masking methods is complete and in order") {
    std::set<std::string_view> names;
    for (const MaskingInfo& method : kMaskingMethods) {
        CHECK(&info(method.method) == &method);
        CHECK(findByName(kMaskingMethods, method.name) == &method);
        CHECK(names.insert(method.name).second);
    }
    CHECK(findByName(kMaskingMethods, "softmax") == nullptr);
}

TEST_CASE("the order of the stages follows the document") {
    Document document = randomDocument({});
    CHECK(stageOrder(document) ==
          std::vector<MatrixId>{MatrixId::embeddings, MatrixId::query, MatrixId::key,
                                MatrixId::value, MatrixId::scores, MatrixId::scaled_scores,
                                MatrixId::mask, MatrixId::masked_scores,
                                MatrixId::attention_weights, MatrixId::context});
    document = randomDocument({.output = true, .position = PositionKind::sinusoidal});
    document.masking = {MaskingMethod::fill, -1e9, MaskingOrder::before_scale};
    CHECK(stageOrder(document) ==
          std::vector<MatrixId>{MatrixId::embeddings, MatrixId::positions, MatrixId::encoded,
                                MatrixId::query, MatrixId::key, MatrixId::value, MatrixId::scores,
                                MatrixId::mask, MatrixId::masked_scores, MatrixId::scaled_scores,
                                MatrixId::attention_weights, MatrixId::context, MatrixId::output});
    document = randomDocument({.position = PositionKind::alibi});
    document.masking.method = MaskingMethod::renormalize;
    CHECK(stageOrder(document) ==
          std::vector<MatrixId>{MatrixId::embeddings, MatrixId::query, MatrixId::key,
                                MatrixId::value, MatrixId::scores, MatrixId::scaled_scores,
                                MatrixId::biased_scores, MatrixId::mask, MatrixId::unmasked_weights,
                                MatrixId::masked_weights, MatrixId::attention_weights,
                                MatrixId::context});
    document.softcap = 2;
    document.masking.method = MaskingMethod::fill;
    CHECK(stageOrder(document) ==
          std::vector<MatrixId>{MatrixId::embeddings, MatrixId::query, MatrixId::key,
                                MatrixId::value, MatrixId::scores, MatrixId::scaled_scores,
                                MatrixId::capped_scores, MatrixId::biased_scores, MatrixId::mask,
                                MatrixId::masked_scores, MatrixId::attention_weights,
                                MatrixId::context});
    CHECK(stage(MatrixId::biased_scores).left(document) == MatrixId::capped_scores);
    document = randomDocument({.position = PositionKind::rope_half});
    const auto order = stageOrder(document);
    CHECK(std::find(order.begin(), order.end(), MatrixId::rotated_key) != order.end());
}
