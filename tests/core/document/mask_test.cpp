#include "core/document/mask.h"

#include <set>

#include <doctest/doctest.h>

#include "core/base/named_rows.h"
#include "core/words/say.h"
#include "tests/core/documents.h"
#include "tests/core/textbook_of_document.h"

using namespace lookback;
using namespace lookback::test;

namespace {

/// The mask after an edit must say of each token what it said before.
std::vector<std::vector<bool>> table(const Mask& mask, Index n) {
    std::vector<std::vector<bool>> cells(static_cast<std::size_t>(n));
    for (Index query = 0; query < n; ++query) {
        for (Index key = 0; key < n; ++key) {
            cells[static_cast<std::size_t>(query)].push_back(allows(mask, query, key));
        }
    }
    return cells;
}

}  // namespace

TEST_CASE("every kind of mask allows exactly the keys that its definition names") {
    for (const MaskInfo& kind : maskKinds()) {
        CAPTURE(std::string(kind.name));
        for (const Index n : {0, 1, 2, 5}) {
            std::vector<MaskRule> rules = rulesOf(kind.kind, n, {-6, -1, 0, 1, 2, 3, 7});
            rules.push_back(newRule(kind.kind, n));
            rules.push_back(telling(kind.kind, n));
            for (const MaskRule& rule : rules) {
                CAPTURE(english().text(maskRuleTitle(rule)));
                const textbook::Mask expected = textbookMask(rule, n);
                for (Index query = 0; query < n; ++query) {
                    for (Index key = 0; key < n; ++key) {
                        CHECK(allows({{rule}, {}}, query, key) == expected(query, key));
                    }
                }
            }
        }
    }
}

TEST_CASE("the table of mask kinds is complete and in order") {
    std::set<std::string_view> names;
    for (const MaskInfo& kind : maskKinds()) {
        CHECK(&info(kind.kind) == &kind);
        CHECK(findByName(maskKinds(), kind.name) == &kind);
        CHECK(names.insert(kind.name).second);
        CHECK((kind.parameter == MaskParameter::numbers) == !kind.numbers.empty());
        CHECK(kind.numbers.size() <= kMostMaskNumbers);
        const bool has_list = kind.parameter != MaskParameter::nothing && kind.numbers.empty();
        CHECK(has_list == !kind.list.empty());
        for (const MaskNumber& number : kind.numbers) {
            CHECK(!number.field.empty());
            CHECK(number.usual >= number.smallest);
        }
        CHECK(!english().text(kind.label()).empty());
        CHECK(!kind.rule.empty());
        CHECK(newRule(kind.kind, 3).kind == kind.kind);
    }
    CHECK(findByName(maskKinds(), "Causal") == nullptr);
    CHECK(findByName(maskKinds(), "") == nullptr);
}

TEST_CASE("rules are joined by and, painted cells turn single ones around") {
    Mask mask{{newRule(MaskKind::causal, 4), telling(MaskKind::padding, 4)}, {}};
    CHECK(allows(mask, 2, 0));
    CHECK(!allows(mask, 2, 1));  // padding
    CHECK(!allows(mask, 2, 3));  // the future
    flip(mask, {2, 3});
    flip(mask, {2, 0});
    CHECK(allows(mask, 2, 3));
    CHECK(!allows(mask, 2, 0));
    CHECK(mask.flips == std::vector<Cell>{{2, 0}, {2, 3}});
    flip(mask, {2, 3});
    flip(mask, {2, 0});
    CHECK(mask.flips.empty());
    CHECK(allows({}, 0, 3));
}

TEST_CASE("what the mask says about tokens travels with them") {
    constexpr Index n = 5;
    for (const MaskKind kind : {MaskKind::padding, MaskKind::documents, MaskKind::custom}) {
        Mask mask{{telling(kind, n)}, {}};
        flip(mask, {3, 1});
        flip(mask, {0, 4});
        const auto before = table(mask, n);
        for (Index from = 0; from < n; ++from) {
            for (Index to = 0; to < n; ++to) {
                Mask moved = mask;
                moveToken(moved, from, to);
                std::vector<Index> order{0, 1, 2, 3, 4};
                order.erase(order.begin() + from);
                order.insert(order.begin() + to, from);
                const auto after = table(moved, n);
                for (std::size_t query = 0; query < n; ++query) {
                    for (std::size_t key = 0; key < n; ++key) {
                        CHECK(after[query][key] == before[static_cast<std::size_t>(order[query])]
                                                         [static_cast<std::size_t>(order[key])]);
                    }
                }
                moveToken(moved, to, from);
                CHECK(moved == mask);
            }
        }
    }
}

TEST_CASE("a token put in and taken out leaves the mask as it was") {
    for (const MaskInfo& kind : maskKinds()) {
        CAPTURE(std::string(kind.name));
        for (const Index n : {0, 1, 4}) {
            Mask mask{{telling(kind.kind, n)}, {}};
            if (n > 1) flip(mask, {1, 0});
            const Mask before = mask;
            for (Index place = 0; place <= n; ++place) {
                insertToken(mask, place);
                // What was said about the others still holds.
                const bool about_tokens = !kind.list.empty();
                const auto shift = [&](Index token) { return token < place ? token : token + 1; };
                for (Index query = 0; about_tokens && query < n; ++query) {
                    for (Index key = 0; key < n; ++key) {
                        CHECK(allows(mask, shift(query), shift(key)) == allows(before, query, key));
                    }
                }
                if (!mask.rules.front().allowed.empty()) {
                    CHECK(mask.rules.front().allowed.size() == static_cast<std::size_t>(n + 1));
                }
                removeToken(mask, place);
                CHECK(mask == before);
            }
        }
    }
}

TEST_CASE("a new token is not padding and belongs to the document before it") {
    Mask mask{{telling(MaskKind::padding, 3), telling(MaskKind::documents, 3)}, {}};
    insertToken(mask, 3);
    CHECK(mask.rules[0].per_token == std::vector<Index>{1, 0, 1, 1});
    CHECK(mask.rules[1].per_token == std::vector<Index>{0, 0, 1, 1});
    insertToken(mask, 0);
    CHECK(mask.rules[1].per_token == std::vector<Index>{0, 0, 0, 1, 1});
}
