#include "core/document/verdict.h"

#include <algorithm>

#include <doctest/doctest.h>

#include "core/words/say.h"
#include "tests/core/documents.h"

using namespace lookback;
using namespace lookback::test;

namespace {

const std::vector<std::string> kVerdictTokens{"I", "saw", "the", "cat"};

}  // namespace

TEST_CASE("the verdict on a cell names every rule that blocks it, and the hand") {
    constexpr Index kCount = 4;
    Mask mask;
    for (const MaskInfo& kind : maskKinds()) mask.rules.push_back(telling(kind.kind, kCount));
    for (const Cell cell : {Cell{0, 3}, Cell{2, 2}, Cell{3, 0}}) flip(mask, cell);
    for (Index query = 0; query < kCount; ++query) {
        for (Index key = 0; key < kCount; ++key) {
            const Cell cell{query, key};
            const Verdict verdict = verdictOf(mask, cell);
            CHECK(verdict.allows() == allows(mask, query, key));
            CHECK(verdict.is_painted ==
                  (std::find(mask.flips.begin(), mask.flips.end(), cell) != mask.flips.end()));
            std::size_t said = 0;
            const std::vector<Objection> objections = objectionsTo(mask, cell, kVerdictTokens);
            for (std::size_t k = 0; k < mask.rules.size(); ++k) {
                const Mask alone{{mask.rules[k]}, {}};
                const bool blocks = !allows(alone, query, key);
                CHECK(((verdict.rules & verdictBit(k)) != 0) == blocks);
                if (!blocks) continue;
                REQUIRE(said < objections.size());
                CHECK(objections[said].rule == maskRuleTitle(mask.rules[k]));
                CHECK(objections[said++].why == *blockedReason(alone, cell, kVerdictTokens));
            }
            CHECK(objections.size() == said);
        }
    }
}

TEST_CASE("rules object by their names, and a hand that opens a cell does not silence them") {
    Mask mask{{newRule(MaskKind::causal, 4), newRule(MaskKind::sliding_window, 4)}, {}};
    const auto isCausal = [](const Objection& objection) {
        return english().text(objection.rule) == "Causal" &&
               english().text(objection.why) == "\u201ccat\u201d comes after \u201csaw\u201d";
    };
    CHECK(objectionsTo(mask, {1, 1}, kVerdictTokens).empty());
    REQUIRE(objectionsTo(mask, {1, 3}, kVerdictTokens).size() == 2);
    CHECK(isCausal(objectionsTo(mask, {1, 3}, kVerdictTokens).front()));
    CHECK(objectionsTo(mask, {1, 3}, kVerdictTokens).back().rule ==
          maskRuleTitle(mask.rules.back()));
    flip(mask, {1, 3});
    CHECK(verdictOf(mask, {1, 3}).allows());
    CHECK(isCausal(objectionsTo(mask, {1, 3}, kVerdictTokens).front()));
}

TEST_CASE("rules beyond the bits still block") {
    Mask mask{std::vector<MaskRule>(40, newRule(MaskKind::none, 3)), {}};
    mask.rules.back() = newRule(MaskKind::causal, 3);
    CHECK(!verdictOf(mask, {0, 2}).allows());
    CHECK(verdictOf(mask, {2, 0}).allows());
}
