// Variants of a document: each changes what it says and nothing else, or says why it cannot.
#include "core/compare/variant_choice.h"

#include <limits>

#include <doctest/doctest.h>

#include "core/document/edit.h"
#include "core/words/say.h"
#include "tests/core/documents.h"
#include "tests/core/said.h"

using namespace lookback;
using namespace lookback::test;

namespace {

constexpr double kNone = -std::numeric_limits<double>::infinity();

Document made(const Document& document, const VariantChoice& choice) {
    const Result<Document> result = chosenVariant(document, choice);
    REQUIRE_MESSAGE(result.has_value(), test::placed(result.error()));
    return *result;
}

std::string faultOf(const Document& document, const VariantChoice& choice) {
    const Result<Document> result = chosenVariant(document, choice);
    return result ? "" : test::placed(result.error());
}

}  // namespace

TEST_CASE("a variant differs from its document in what was chosen") {
    const Document document = randomDocument({.dtype = DType::float32});
    CHECK(made(document, {}) == document);
    Document expected = document;
    expected.mask = {};
    CHECK(made(document, {.kind = VariantKind::unmasked}) == expected);
    for (const MaskingInfo& method : kMaskingMethods) {
        expected = document;
        expected.masking.method = method.method;
        if (method.uses_value) expected.masking.value = 7;
        const Masking masking{method.method, 7, MaskingOrder::before_scale};
        CHECK(made(document, {.kind = VariantKind::method, .masking = masking}) == expected);
    }
    expected = document;
    expected.masking.value = kNone;
    const Masking none{MaskingMethod::zero, kNone, MaskingOrder::before_scale};
    CHECK(made(document, {.kind = VariantKind::value, .masking = none}) == expected);
    expected = document;
    expected.masking.order = MaskingOrder::before_scale;
    CHECK(made(document, {.kind = VariantKind::order, .masking = none}) == expected);
    expected = document;
    expected.dtype = DType::bfloat16;
    CHECK(made(document, {.kind = VariantKind::dtype, .dtype = DType::bfloat16}) == expected);
    expected = document;
    expected.scale = {Scale::Kind::number, 3};
    CHECK(made(document, {.kind = VariantKind::scale, .scale = expected.scale}) == expected);
    expected.masking.order = MaskingOrder::before_scale;
    CHECK(made(document, {.kind = VariantKind::scale, .masking = none, .scale = expected.scale}) ==
          expected);
    for (const MaskInfo& kind : maskKinds()) {
        expected = document;
        expected.mask = {{telling(kind.kind, document.n())}, {}};
        CHECK(made(document, {.kind = VariantKind::mask, .mask = expected.mask}) == expected);
    }
}

TEST_CASE("a snapshot and a file are variants as they are") {
    Document document = randomDocument({});
    const Document before = document;
    addSnapshot(document, "before");
    setNumber(document, MatrixId::w_query, {0, 0}, 0.25);
    CHECK(made(document, {.kind = VariantKind::snapshot, .name = "before"}) == before);
    const auto other = std::make_shared<const Document>(randomDocument({.tokens = 9, .seed = 2}));
    const VariantChoice file{.kind = VariantKind::file, .name = "other.json", .file = other};
    CHECK(made(document, file) == *other);
    CHECK(english().text(variantTitle(document, file)) == "other.json");
}

TEST_CASE("what does not go together says so in one error") {
    const Document document = randomDocument({.dtype = DType::float32});
    CHECK(faultOf(document, {.kind = VariantKind::dtype, .dtype = DType::float16}) ==
          "masking.value: -1000000000 does not fit float16, so PyTorch’s masked_fill refuses it; "
          "expected a number from -65504 to 65504 or \"-inf\"");
    Document after = document;
    after.masking.method = MaskingMethod::renormalize;
    CHECK(faultOf(after, {.kind = VariantKind::dtype, .dtype = DType::float16}).empty());
    CHECK(faultOf(after, {.kind = VariantKind::value, .masking = {}}) ==
          "masking.value: the method renormalize takes no value, expected a method with one");
    CHECK(faultOf(after, {.kind = VariantKind::order, .masking = {}}) ==
          "masking.order: the method renormalize masks after softmax, expected one that masks "
          "scores");
    CHECK(faultOf(document, {.kind = VariantKind::snapshot, .name = "before"}) ==
          "snapshots: “before” was not found");
    const Scale nothing{Scale::Kind::number, 0};
    CHECK(faultOf(document, {.kind = VariantKind::scale, .scale = nothing}) ==
          "scale: is 0, expected a finite number other than 0");
    const Mask wrong{{newRule(MaskKind::padding, 9)}, {}};
    CHECK(faultOf(document, {.kind = VariantKind::mask, .mask = wrong}) ==
          "mask[0].valid: has 9 entries, expected 4, one for each token");
    const Masking nan{MaskingMethod::fill, std::numeric_limits<double>::quiet_NaN(), {}};
    CHECK(faultOf(document, {.kind = VariantKind::value, .masking = nan})
              .starts_with("masking.value: is nan"));
    Document small = document;
    small.embeddings = Matrix<double>(document.embeddings.get() * 1e5);
    small.masking.value = -1e4;
    CHECK(faultOf(small, {.kind = VariantKind::dtype, .dtype = DType::float16})
              .starts_with("embeddings["));
}

TEST_CASE("variants have titles in a few words") {
    const Document document = randomDocument({});
    const auto title = [&](const VariantChoice& choice) {
        return english().text(variantTitle(document, choice));
    };
    CHECK(title({}) == "masked");
    Document free = document;
    setMasked(free, false);
    CHECK(english().text(variantTitle(free, {})) == "unmasked");
    CHECK(title({.kind = VariantKind::unmasked}) == "unmasked");
    CHECK(title({.kind = VariantKind::method, .masking = {}}) == "fill −1e9");
    CHECK(title({.kind = VariantKind::method, .masking = {MaskingMethod::multiply}}) ==
          "multiply by 0/1");
    CHECK(title({.kind = VariantKind::value, .masking = {MaskingMethod::zero, kNone}}) ==
          "fill −∞");
    CHECK(title({.kind = VariantKind::order, .masking = {}}) == "masked after scaling");
    CHECK(title({.kind = VariantKind::dtype, .dtype = DType::float16}) == "float16");
    CHECK(title({.kind = VariantKind::scale}) == "÷ √d_k");
    CHECK(title({.kind = VariantKind::scale, .scale = {Scale::Kind::dk}}) == "÷ d_k");
    CHECK(title({.kind = VariantKind::scale, .scale = {Scale::Kind::none}}) == "not divided");
    CHECK(title({.kind = VariantKind::scale, .scale = {Scale::Kind::number, 0.5}}) == "÷ 0.5");
    const Masking before{.order = MaskingOrder::before_scale};
    CHECK(title({.kind = VariantKind::scale, .masking = before}) ==
          "÷ √d_k, masked before scaling");
    CHECK(title({.kind = VariantKind::method, .masking = {MaskingMethod::add, kNone}}) == "add −∞");
    Mask mask{{newRule(MaskKind::causal, 4), newRule(MaskKind::sliding_window, 4)}, {}};
    CHECK(title({.kind = VariantKind::mask, .mask = mask}) == "Causal and Sliding window 2");
    mask.rules.clear();
    mask.flips = {{0, 1}};
    CHECK(title({.kind = VariantKind::mask, .mask = mask}) == "no rules, 1 cell painted");
    CHECK(title({.kind = VariantKind::snapshot, .name = "before"}) == "“before”");
}
