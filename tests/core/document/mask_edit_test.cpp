#include "core/document/mask_edit.h"

#include <algorithm>

#include <doctest/doctest.h>

#include "tests/core/documents.h"

using namespace lookback;
using namespace lookback::test;

namespace {

using Marks = std::vector<Index>;

/// The rule's marks after so many clicks on one token's.
Marks afterClicks(MaskRule rule, Index token, int clicks) {
    for (int k = 0; k < clicks; ++k) rule = withNextMark(rule, token);
    return rule.per_token;
}

MaskRule documents(Marks numbers) {
    return {.kind = MaskKind::documents, .per_token = std::move(numbers)};
}

}  // namespace

TEST_CASE("painted cells go on saying what they were painted to say under other rules") {
    constexpr Index kTokens = 5;
    for (const MaskInfo& before : maskKinds()) {
        for (const MaskInfo& after : maskKinds()) {
            CAPTURE(before.name);
            CAPTURE(after.name);
            Mask mask{{newRule(before.kind, kTokens)}, {}};
            const std::vector<Cell> painted{{0, 0}, {0, 4}, {2, 3}, {3, 1}};
            for (const Cell cell : painted) flip(mask, cell);
            const Mask was = mask;
            setRules(mask, {newRule(after.kind, kTokens)});
            CHECK(mask.rules == std::vector<MaskRule>{newRule(after.kind, kTokens)});
            const Mask bare{mask.rules, {}};
            for (Index query = 0; query < kTokens; ++query) {
                for (Index key = 0; key < kTokens; ++key) {
                    const Cell cell{query, key};
                    const bool is_painted =
                        std::find(painted.begin(), painted.end(), cell) != painted.end();
                    CHECK(allows(mask, query, key) == allows(is_painted ? was : bare, query, key));
                }
            }
        }
    }
}

TEST_CASE(
    "one rule is put in its place or behind the last, and taken away; no other place counts") {
    const MaskRule window = newRule(MaskKind::sliding_window, 4);
    const MaskRule padding = newRule(MaskKind::padding, 4);
    Mask mask{{MaskRule{}}, {{0, 2}}};
    putRule(mask, 2, window);
    CHECK(mask.rules == std::vector<MaskRule>{MaskRule{}});
    putRule(mask, 1, window);
    CHECK(mask.rules == std::vector<MaskRule>{MaskRule{}, window});
    putRule(mask, 0, padding);
    CHECK(mask.rules == std::vector<MaskRule>{padding, window});
    removeRule(mask, 2);
    CHECK(mask.rules == std::vector<MaskRule>{padding, window});
    removeRule(mask, 0);
    CHECK(mask.rules == std::vector<MaskRule>{window});
    CHECK(allows(mask, 0, 2));  // as it was painted
}

TEST_CASE("a click on a flag makes a token padding, another a word again") {
    const MaskRule padding = newRule(MaskKind::padding, 3);
    CHECK(afterClicks(padding, 1, 1) == Marks{1, 0, 1});
    CHECK(afterClicks(padding, 1, 2) == padding.per_token);
}

TEST_CASE("a click on a document's number goes through all documents and a new one") {
    CHECK(newRule(MaskKind::documents, 3).per_token == Marks{1, 1, 1});
    const MaskRule one = documents({1, 1, 1});
    CHECK(afterClicks(one, 2, 1) == Marks{1, 1, 2});
    CHECK(afterClicks(one, 2, 2) == Marks{1, 1, 1});

    const MaskRule two = documents({1, 1, 2, 2});
    CHECK(afterClicks(two, 1, 1) == Marks{1, 2, 2, 2});
    CHECK(afterClicks(two, 1, 2) == Marks{1, 3, 2, 2});
    CHECK(afterClicks(two, 1, 3) == two.per_token);

    // Numbers of a file may be any; no number beyond those of files is ever made.
    const MaskRule far = documents({-7, 1'000'000'000, 1'000'000'000});
    CHECK(afterClicks(far, 2, 1) == Marks{-7, 1'000'000'000, 1});
    CHECK(afterClicks(far, 2, 2) == Marks{-7, 1'000'000'000, -7});
    CHECK(afterClicks(far, 2, 3) == far.per_token);
    CHECK(afterClicks(documents({4}), 0, 1) == Marks{4});
}

TEST_CASE("an inverted mask is one custom rule that blocks what was allowed") {
    constexpr Index kTokens = 5;
    for (const MaskInfo& kind : maskKinds()) {
        CAPTURE(kind.name);
        Mask mask{{MaskRule{}, newRule(kind.kind, kTokens)}, {}};
        flip(mask, {1, 3});
        const Mask before = mask;
        invert(mask, kTokens);
        REQUIRE(mask.rules.size() == 1);
        CHECK(mask.rules.front().kind == MaskKind::custom);
        CHECK(mask.flips.empty());
        for (Index query = 0; query < kTokens; ++query) {
            for (Index key = 0; key < kTokens; ++key) {
                CHECK(allows(mask, query, key) != allows(before, query, key));
            }
        }
    }
}

TEST_CASE("an added rule stands behind the others, or in the place of no mask") {
    const MaskRule padding = newRule(MaskKind::padding, 3);
    Mask mask{{MaskRule{}}, {{0, 2}}};
    addRule(mask, padding);
    CHECK(mask.rules == std::vector<MaskRule>{MaskRule{}, padding});
    CHECK(mask.flips == std::vector<Cell>{{0, 2}});
    Mask none{{newRule(MaskKind::none, 3)}, {}};
    addRule(none, padding);
    CHECK(none.rules == std::vector<MaskRule>{padding});
}
