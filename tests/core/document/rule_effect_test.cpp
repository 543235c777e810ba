// A rule of a mask that hides nothing, and one that hides nothing more than others do.
#include <doctest/doctest.h>

#include "core/document/verdict.h"
#include "core/words/say.h"
#include "tests/core/documents.h"

using namespace lookback;
using namespace lookback::test;

namespace {

MaskRule numbered(MaskKind kind, Index number) { return {.kind = kind, .numbers = {number}}; }

RuleEffect alone(const MaskRule& rule, Index tokens) {
    return effectsOf({{rule}, {}}, tokens).front();
}

}  // namespace

TEST_CASE("a rule alone hides nothing exactly where it allows every pair") {
    for (const MaskInfo& kind : maskKinds()) {
        for (const Index tokens : {0, 1, 2, 6}) {
            for (const MaskRule& rule : rulesOf(kind.kind, tokens, {0, 1, 2, 5, 6, 7})) {
                CAPTURE(english().text(maskRuleTitle(rule)));
                CAPTURE(tokens);
                const bool hides = alone(rule, tokens) == RuleEffect::blocks;
                CHECK(hides == !allowsAll({{rule}, {}}, tokens));
                CHECK(alone(rule, tokens) != RuleEffect::nothing_more);
            }
        }
    }
}

TEST_CASE("a window as wide as the sentence hides nothing but what comes after") {
    CHECK(alone(numbered(MaskKind::local_window, 6), 6) == RuleEffect::nothing);
    CHECK(alone(numbered(MaskKind::local_window, 5), 6) == RuleEffect::blocks);
    CHECK(alone(numbered(MaskKind::prefix_lm, 6), 6) == RuleEffect::nothing);
    CHECK(alone(numbered(MaskKind::offset, 5), 6) == RuleEffect::nothing);
    CHECK(alone(newRule(MaskKind::padding, 6), 6) == RuleEffect::nothing);
    CHECK(alone(newRule(MaskKind::documents, 6), 6) == RuleEffect::nothing);
}

TEST_CASE("a rule whose cells others block as well hides nothing more") {
    const MaskRule causal;
    using Effects = std::vector<RuleEffect>;
    CHECK(effectsOf({{causal, numbered(MaskKind::sliding_window, 2)}, {}}, 6) ==
          Effects{RuleEffect::nothing_more, RuleEffect::blocks});
    CHECK(effectsOf({{causal, newRule(MaskKind::padding, 6)}, {}}, 6) ==
          Effects{RuleEffect::blocks, RuleEffect::nothing});
    CHECK(effectsOf({{causal, causal}, {}}, 6) ==
          Effects{RuleEffect::nothing_more, RuleEffect::nothing_more});
    CHECK(effectsOf({{newRule(MaskKind::none, 6), causal}, {}}, 6) ==
          Effects{RuleEffect::nothing, RuleEffect::blocks});
}
