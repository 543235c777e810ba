// What blocked tokens still get: in every precision, by every method, as attend() has it.
#include <doctest/doctest.h>

#include "core/engine/attend.h"
#include "core/explain/blocked_weight.h"
#include "core/io/lesson_library.h"
#include "tests/core/blocked_by_hand.h"
#include "tests/core/pitfalls.h"
#include "tests/strange_numbers.h"

using namespace lookback;
using namespace lookback::test;

namespace {

constexpr double kBlockedWeightPlenty = 1e9;  ///< multiplications

Document document(Masking masking) {
    Document lesson = *openLesson("causal-two-ways");
    lesson.masking = masking;
    return lesson;
}

}  // namespace

TEST_CASE("the largest weight of blocked cells is that of the engine, in every precision") {
    for (const MaskingInfo& method : kMaskingMethods) {
        for (const double value : {0.0, -1.0, -5.0, -10.0, -100.0, -1e4, -kInfinity}) {
            CAPTURE(method.name);
            CAPTURE(value);
            const Document base = document({method.method, value});
            const BlockedWeights found = blockedWeights(base, attend(base), kBlockedWeightPlenty);
            for (const DTypeInfo& type : kDTypes) {
                CAPTURE(type.name);
                Document wished = base;
                wished.dtype = type.dtype;
                const BlockedWeight& one = found[static_cast<std::size_t>(type.dtype)];
                CHECK(one.state == BlockedWeight::State::computed);
                CHECK(one.most == test::largestBlockedByHand(wished));
            }
        }
    }
}

TEST_CASE("a low value leaves something, a lower one nothing") {
    const auto most = [](double value) {
        const Document base = document({MaskingMethod::fill, value});
        return largestBlockedWeight(attend(base));
    };
    CHECK(most(0) > 0.05);
    CHECK(most(-5) > 0);
    CHECK(most(-5) < most(0));
    CHECK(most(-1e9) == 0);
}

TEST_CASE("a value beyond a precision is refused there, as PyTorch does") {
    Document base = document({MaskingMethod::fill, -1e9});
    base.mask.rules = {newRule(MaskKind::strict_causal, base.n())};
    const BlockedWeights found = blockedWeights(base, attend(base), kBlockedWeightPlenty);
    const BlockedWeight& half = found[static_cast<std::size_t>(DType::float16)];
    CHECK(half.state == BlockedWeight::State::value_misfit);
    CHECK(pitfalls()
              .at("float16_bfloat16_mask_values")["facts"]["half_masked_fill_-1e9"]
              .get<std::string>()
              .find("value cannot be converted to type at::Half without overflow") !=
          std::string::npos);
    const BlockedWeight& whole = found[static_cast<std::size_t>(DType::float64)];
    CHECK(whole.state == BlockedWeight::State::computed);
    CHECK(whole.most == doctest::Approx(1.0 / static_cast<double>(base.n())));
}

TEST_CASE("what is too much work, or does not fit, is not computed and says so") {
    Document base = document({MaskingMethod::fill, -1e9});
    base.dtype = DType::float64;
    const BlockedWeights little = blockedWeights(base, attend(base), 1);
    for (const DTypeInfo& type : kDTypes) {
        const BlockedWeight& one = little[static_cast<std::size_t>(type.dtype)];
        CHECK((one.state == BlockedWeight::State::computed) == (type.dtype == base.dtype));
        if (type.dtype != base.dtype) CHECK(one.state == BlockedWeight::State::too_much_work);
    }
    Matrix<double> numbers = base.embeddings.get();
    numbers(0, 0) = 1e6;
    base.embeddings = SharedMatrix(numbers);
    const BlockedWeights found = blockedWeights(base, attend(base), kBlockedWeightPlenty);
    CHECK(found[static_cast<std::size_t>(DType::float16)].state == BlockedWeight::State::misfit);
    CHECK(found[static_cast<std::size_t>(DType::float32)].state == BlockedWeight::State::computed);
}
