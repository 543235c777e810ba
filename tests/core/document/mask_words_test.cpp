// What is said of the rules of a mask: why a cell is blocked, and what a rule is called.
#include <array>

#include <doctest/doctest.h>

#include "core/base/text.h"
#include "tests/core/documents.h"
#include "tests/core/plain_text.h"

using namespace lookback;
using namespace lookback::test;

namespace {

const std::vector<std::string> kMaskWordsTokens{"I", "saw", "the", "cat", "sleep"};

}  // namespace

TEST_CASE("every blocked cell has a reason with the tokens in it, no allowed cell has one") {
    for (const MaskInfo& kind : maskKinds()) {
        CAPTURE(std::string(kind.name));
        Mask mask{{telling(kind.kind, 5)}, {}};
        for (Index query = 0; query < 5; ++query) {
            for (Index key = 0; key < 5; ++key) {
                const auto why = blockedReason(mask, {query, key}, kMaskWordsTokens);
                CHECK(why.has_value() == !allows(mask, query, key));
                if (why)
                    CHECK(plain(*why).find(
                              inQuotes(kMaskWordsTokens[static_cast<std::size_t>(key)])) <
                          plain(*why).size());
                if (!why && kind.kind == MaskKind::causal) {
                    Mask painted = mask;
                    flip(painted, {query, key});
                    CHECK(plain(*blockedReason(painted, {query, key}, kMaskWordsTokens))
                              .ends_with("by hand"));
                }
            }
        }
    }
    const Mask causal{{newRule(MaskKind::causal, 5)}, {}};
    CHECK(plain(*blockedReason(causal, {1, 3}, kMaskWordsTokens)) ==
          "\u201ccat\u201d comes after \u201csaw\u201d");
    const auto why = [](MaskKind kind, std::array<Index, kMostMaskNumbers> numbers, Cell cell) {
        return plain(
            *blockedReason({{{.kind = kind, .numbers = numbers}}, {}}, cell, kMaskWordsTokens));
    };
    CHECK(why(MaskKind::streaming, {2, 1}, {3, 1}) ==
          "\u201csaw\u201d is neither among the last 2 tokens up to \u201ccat\u201d nor a sink "
          "before it");
    CHECK(why(MaskKind::global_window, {1, 1}, {3, 1}) ==
          "\u201csaw\u201d is 1 position or more away from \u201ccat\u201d, and neither is global");
    CHECK(why(MaskKind::dilated_window, {2, 2}, {4, 0}) ==
          "\u201cI\u201d is at least 2 steps of width 2 away from \u201csleep\u201d, or between "
          "two steps");
}

TEST_CASE("a rule is told by its kind and its numbers") {
    CHECK(plain(maskRuleTitle(newRule(MaskKind::causal, 3))) == "Causal");
    CHECK(plain(maskRuleTitle(newRule(MaskKind::padding, 3))) == "Padding");
    CHECK(plain(maskRuleTitle({.kind = MaskKind::offset, .numbers = {-1}})) ==
          "Diagonal offset \u22121");
    CHECK(plain(maskRuleTitle({.kind = MaskKind::streaming, .numbers = {3, 0}})) ==
          "Streaming 3, sinks 0");
    CHECK(ruleNumbers(newRule(MaskKind::causal, 3)).empty());
    CHECK(ruleNumbers({.kind = MaskKind::strided, .numbers = {4}}) == "stride 4");
    CHECK(ruleNumbers({.kind = MaskKind::global_window, .numbers = {2, 1}}) ==
          "window 2, global 1");
}
