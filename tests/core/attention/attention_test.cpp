// The engine (core/engine) held to the textbook (core/attention), and the textbook to PyTorch.
#include "core/attention/attention.h"

#include <algorithm>
#include <cmath>

#include <doctest/doctest.h>

#include "core/attention/positions.h"
#include "core/base/result.h"
#include "core/engine/attend.h"
#include "tests/core/case_document.h"
#include "tests/core/said.h"
#include "tests/core/textbook_of_document.h"
#include "tests/strange_numbers.h"

using namespace lookback;
using namespace lookback::test;

namespace {

constexpr double kNear = 1e-12;

/// The greatest difference of two weights, divided by the smaller: blocked weights that are nearly
/// 0 differ from weights that are exactly 0.
double relativeDistance(const MatrixView& actual, const Matrix<double>& expected) {
    double most = 0;
    for (Index row = 0; row < expected.rows(); ++row) {
        for (Index col = 0; col < expected.cols(); ++col) {
            const double a = actual(row, col);
            const double e = expected(row, col);
            if (!isSameNumber(a, e)) most = std::max(most, std::abs(a - e) / std::min(a, e));
        }
    }
    return most;
}

/// Compares every matrix of the engine with the textbook's.
void compareWithTextbook(const Document& document, double near = kNear) {
    for (const Error& fault : faults(document)) FAIL(test::placed(fault));
    const Trace trace = attend(document);
    const TextbookStages stages = textbookStages(document);
    CHECK(trace.order.size() == stages.size());
    for (const MatrixId id : trace.order) {
        CAPTURE(info(id).name);
        const auto stage = stages.find(id);
        REQUIRE((stage != stages.end()));
        REQUIRE(trace.tensor(id).heads() == static_cast<Index>(stage->second.size()));
        for (Index head = 0; head < trace.tensor(id).heads(); ++head) {
            const Matrix<double>& expected = stage->second[asSize(head)];
            CHECK(distance(trace.view(id, head), expected) <= near);
            if (info(id).domain == Domain::weights) {
                CHECK(relativeDistance(trace.view(id, head), expected) <= near);
            }
        }
    }
}

/// Whether weights may stand on scores near -1e9 alone, to which add leaves seven digits, so that
/// the last bit of a score decides the seventh: where softmax is over columns, where a query has no
/// allowed key, and where a scale below 0 makes the blocked scores the greatest.
bool losesDigits(const Document& document) {
    const Masking& masking = document.masking;
    if (masking.method != MaskingMethod::add || masking.value != -1e9) return false;
    if (isOverColumns(masking)) return true;
    if (masksBeforeScale(masking) && document.scale.number < 0) return true;
    for (Index query = 0; query < document.n(); ++query) {
        Index keys = 0;
        for (Index key = 0; key < document.n(); ++key) keys += allows(document.mask, query, key);
        if (keys == 0) return true;
    }
    return false;
}

}  // namespace

TEST_CASE("the engine equals the textbook: mask x method x order x position x scale x heads") {
    constexpr std::array kScales{Scale{Scale::Kind::sqrt_dk}, Scale{Scale::Kind::dk},
                                 Scale{Scale::Kind::none}, Scale{Scale::Kind::number, -0.75}};
    constexpr std::array kValues{-kInfinity, -1e9, -1.0, 0.5};
    constexpr std::array<Index, 5> kTokens{5, 1, 4, 0, 9};
    unsigned seed = 0;
    for (Wanted wanted : allTables([](const Wanted& w) { return w.dtype == DType::float64; })) {
        for (const Scale& scale : kScales) {
            for (const Index heads : {1, 2, 3}) {
                ++seed;
                wanted.seed = seed;
                wanted.tokens = kTokens[seed % kTokens.size()];
                wanted.heads = heads;
                wanted.d_in = 1 + seed % 4;
                wanted.d_k = 2 + 2 * (seed / 3 % 2);
                wanted.d_v = 1 + seed / 5 % 3;
                wanted.output = seed / 7 % 2 == 0;
                wanted.masking.value = kValues[seed / 11 % kValues.size()];
                Document document = randomDocument(wanted);
                document.scale = scale;
                document.positions.base = seed % 2 == 0 ? 10000 : 7;
                CAPTURE(info(wanted.mask).name);
                CAPTURE(info(wanted.masking.method).name);
                CAPTURE(info(wanted.position).name);
                CAPTURE(seed);
                compareWithTextbook(document, losesDigits(document) ? 1e-5 : kNear);
            }
        }
    }
}

TEST_CASE("the engine equals the textbook for joined rules, flipped cells and given slopes") {
    for (const MaskInfo& kind : maskKinds()) {
        CAPTURE(kind.name);
        Document document =
            randomDocument({.tokens = 6, .heads = 2, .position = PositionKind::alibi});
        document.mask = {{telling(kind.kind, 6), telling(MaskKind::padding, 6)}, {}};
        flip(document.mask, {0, 5});
        flip(document.mask, {5, 5});
        document.positions.slopes = {0.3, -2};
        compareWithTextbook(document);
    }
}

TEST_CASE("the engine equals the textbook where scores are infinite, huge or low as the mask") {
    const Matrix<double> scores{{1e300, -1e300, 0, 1},
                                {-1e300, -1e300, -1e300, -1e300},
                                {1e300, 1e300, -2, -1e9},
                                {-1e9, -1e9, 700, -800}};
    for (const MaskInfo& kind : maskKinds()) {
        for (const MaskingInfo& method : kMaskingMethods) {
            for (const double divisor : {1e-10, 1.0}) {
                for (const double value : {-kInfinity, -1e9, kInfinity}) {
                    CAPTURE(kind.name);
                    CAPTURE(method.name);
                    CAPTURE(divisor);
                    CAPTURE(value);
                    Document document = documentWithScores(scores, DType::float64);
                    document.scale = {Scale::Kind::number, divisor};
                    document.mask.rules = {telling(kind.kind, 4)};
                    document.masking = {method.method, value, MaskingOrder::after_scale};
                    compareWithTextbook(document);
                    document.softcap = 5;
                    compareWithTextbook(document);
                    document.softcap.reset();
                    document.masking.softmax = SoftmaxOver::columns;
                    compareWithTextbook(document);
                    document.masking.softmax = SoftmaxOver::rows;
                    document.masking.order = MaskingOrder::before_scale;
                    compareWithTextbook(document);
                }
            }
        }
    }
}

TEST_CASE("the textbook equals PyTorch in all reference cases") {
    for (int k = 1; k <= kCases; ++k) {
        const Json file = referenceCase(k);
        CAPTURE(file["title"].get<std::string>());
        const Document document = caseDocument(file);
        const TextbookStages stages = textbookStages(document);
        forEachStage(document, file["float64"]["forward"],
                     [&](MatrixId id, Index head, const Matrix<double>& expected) {
                         CHECK(distance(stages.at(id)[asSize(head)], expected) <= kNear);
                     });
    }
}

TEST_CASE("all steps in one function give the output of PyTorch") {
    int of_one_head = 0;
    int of_several = 0;
    for (int k = 1; k <= kCases; ++k) {
        const Json file = referenceCase(k);
        const Document document = caseDocument(file);
        if (document.positions.kind != PositionKind::none || document.softcap ||
            document.scale.kind != Scale::Kind::sqrt_dk ||
            document.masking.method != MaskingMethod::fill ||
            document.masking.value != -kInfinity) {
            continue;
        }
        CAPTURE(file["title"].get<std::string>());
        const Weights& weights = document.weights;
        const textbook::Mask mask = tensor(file["inputs"]["mask"]).array() == 0;
        const Matrix<double> output = tensor(file["float64"]["forward"]["output"]);
        if (document.heads == 1 && !weights.output) {
            ++of_one_head;
            CHECK(distance(textbook::selfAttention(document.embeddings.get(), weights.query.get(),
                                                   weights.key.get(), weights.value.get(), mask),
                           output) <= kNear);
        }
        if (weights.output) {
            ++of_several;
            CHECK(distance(textbook::multiHeadAttention(
                               document.embeddings.get(), weights.query.get(), weights.key.get(),
                               weights.value.get(), weights.output->get(), document.heads, mask),
                           output) <= kNear);
        }
    }
    CHECK(of_one_head >= 5);
    CHECK(of_several >= 5);
}
