#include <cmath>
#include <set>
#include <string>

#include <doctest/doctest.h>

#include "core/engine/attend.h"
#include "core/engine/position_arithmetic.h"
#include "core/gradients/backward_stages.h"
#include "core/masking/methods.h"
#include "core/positions/encodings.h"
#include "core/words/say.h"
#include "tests/core/documents.h"

using namespace lookback;
using namespace lookback::test;

namespace {

/// True where a function is there for every scalar.
template <class Functions>
bool isThere(const Functions& kernel) {
    return std::apply([](auto... of_scalar) { return ((of_scalar != nullptr) && ...); }, kernel);
}

}  // namespace

TEST_CASE("the row of every masking method is whole") {
    REQUIRE(kMaskingRows.size() == kMaskingMethods.size());
    std::set<std::string> labels;
    for (const MaskingInfo& method : kMaskingMethods) {
        CAPTURE(method.name);
        const MaskingRow& row = maskingRow(method.method);
        CHECK(row.method == method.method);
        CHECK(labels.insert(english().text(row.words.label())).second);
        CHECK(!english().text(row.words.line()).empty());
        CHECK(isThere(row.arithmetic.weigh));
        CHECK((row.arithmetic.weights_formula != nullptr));
        CHECK(!english().text(row.arithmetic.step()).empty());
        CHECK(isThere(row.derivative.unweigh));
        CHECK((row.derivative.weights_formula != nullptr));

        const bool on_scores = method.place == MaskingPlace::scores;
        CHECK(isThere(row.arithmetic.mask_scores) == on_scores);
        CHECK((row.arithmetic.masked != nullptr) == on_scores);
        CHECK((row.arithmetic.formula != nullptr) == on_scores);
        CHECK(isThere(row.derivative.unmask) == on_scores);
        CHECK((row.derivative.formula != nullptr) == on_scores);
        CHECK((row.words.lines != nullptr) == on_scores);
        CHECK((row.words.allowed != nullptr) == on_scores);
        CHECK((row.words.blocked != nullptr) == on_scores);
        // Softmax says why masked keys get weight, or how it is kept from them.
        CHECK((row.words.leak != nullptr) == on_scores);
        CHECK((row.words.effect != nullptr) == (on_scores && !row.words.is_mistake));
    }
}

TEST_CASE("one score is masked as the loop over all of them masks it") {
    for (const MaskingInfo& method : kMaskingMethods) {
        if (method.place != MaskingPlace::scores) continue;
        CAPTURE(method.name);
        const Document document = randomDocument({.masking = {method.method, -2.5}});
        const Trace trace = attend(document);
        const MatrixView scores = trace.view(MatrixId::scaled_scores);
        const MatrixView masked = trace.view(MatrixId::masked_scores);
        for (Index query = 0; query < document.n(); ++query) {
            for (Index key = 0; key < document.n(); ++key) {
                CHECK(masked(query, key) == maskingArithmetic(method.method)
                                                .masked(maskedScoreValue(document.masking),
                                                        scores(query, key),
                                                        allows(document.mask, query, key)));
            }
        }
    }
}

TEST_CASE("the row of every position encoding is whole") {
    REQUIRE(kPositionRows.size() == kPositionKinds.size());
    std::set<std::string> labels;
    for (const PositionInfo& kind : kPositionKinds) {
        CAPTURE(kind.name);
        const PositionRow& row = positionRow(kind.kind);
        CHECK(row.kind == kind.kind);
        CHECK(labels.insert(english().text(row.words.label())).second);
        CHECK(!english().text(row.words.line()).empty());
        CHECK(isThere(row.arithmetic.place) == kind.is_added);
        CHECK(row.arithmetic.formula.empty() != kind.is_added);
        CHECK((row.arithmetic.edited != nullptr) == kind.is_added);
        CHECK((row.words.meaning != nullptr) == kind.is_added);
        // What is not a table that one edits is computed, and can be written out.
        CHECK((row.words.lines != nullptr) == (kind.is_added && !kind.has_table));
        CHECK((row.arithmetic.turned != nullptr) == kind.is_rotary);
        CHECK((row.arithmetic.slopes != nullptr) == kind.has_slopes);
    }
}

TEST_CASE("a rotation turns every dimension once") {
    for (const PositionInfo& kind : kPositionKinds) {
        CAPTURE(kind.name);
        const Rotation rotation({.kind = kind.kind, .table = {}, .slopes = {}}, 6);
        CHECK(rotation.pairs() == (kind.is_rotary ? 3 : 0));
        std::set<Index> turned;
        for (Index pair = 0; pair < rotation.pairs(); ++pair) {
            for (const Index dimension : {rotation.first(pair), rotation.second(pair)}) {
                CHECK(dimension < 6);
                CHECK(turned.insert(dimension).second);
                CHECK(rotation.dimensionPair(dimension) == pair);
            }
        }
    }
}

TEST_CASE("both products of a rotation are rounded before they are added") {
    for (const PositionKind kind : {PositionKind::rope_interleaved, PositionKind::rope_half}) {
        const Document document = randomDocument({.tokens = 16, .d_k = 8, .position = kind});
        const Trace trace = attend(document);
        const Rotation rotation(document.positions, document.dK());
        const MatrixView plain = trace.view(MatrixId::query);
        const MatrixView turned = trace.view(MatrixId::rotated_query);
        for (Index token = 0; token < document.n(); ++token) {
            for (Index pair = 0; pair < rotation.pairs(); ++pair) {
                const double a = plain(token, rotation.first(pair));
                const double b = plain(token, rotation.second(pair));
                const double angle = rotation.angle(token, pair);
                // In memory of their own, so that no compiler fuses them.
                const volatile double ac = a * std::cos(angle);
                const volatile double bs = b * std::sin(angle);
                const volatile double as = a * std::sin(angle);
                const volatile double bc = b * std::cos(angle);
                CHECK(turned(token, rotation.first(pair)) == ac - bs);
                CHECK(turned(token, rotation.second(pair)) == as + bc);
            }
        }
    }
}

TEST_CASE("every stage has its step, and its way back where it is made from others") {
    const std::span<const Stage> stages = stageTable();
    CHECK(stages.size() == kMatrixCount - static_cast<std::size_t>(MatrixId::embeddings));
    for (const Stage& row : stages) {
        CAPTURE(info(row.id).name);
        CHECK(&stage(row.id) == &row);
        // How the weights come about is for the masking method to say.
        const bool has_step = row.step != nullptr;
        CHECK(has_step == (row.id != MatrixId::attention_weights));
        const Arithmetic arithmetic = row.arithmetic(randomDocument({}));
        const bool is_made = arithmetic != Arithmetic::given && arithmetic != Arithmetic::rule;
        CHECK((backwardStage(row.id) != nullptr) == is_made);
    }
}

TEST_CASE("a factor that is a sum stands in brackets") {
    const auto formula = [](PositionKind position, MatrixId id) {
        return stage(id).formula(randomDocument({.position = position}));
    };
    CHECK(formula(PositionKind::none, MatrixId::query) == "Q = X W_q");
    CHECK(formula(PositionKind::rope_half, MatrixId::key) == "K = X W_k");
    for (const PositionKind added : {PositionKind::sinusoidal, PositionKind::learned}) {
        CHECK(formula(added, MatrixId::query) == "Q = (X + P) W_q");
        CHECK(formula(added, MatrixId::key) == "K = (X + P) W_k");
        CHECK(formula(added, MatrixId::value) == "V = (X + P) W_v");
    }
}
