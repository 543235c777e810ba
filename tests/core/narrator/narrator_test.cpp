// Whatever the narrator says of thousands of documents is true, and there is always something.
#include <cmath>
#include <map>

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "core/attention/attend.h"
#include "core/document/labels.h"
#include "tests/core/narrator_documents.h"
#include "tests/core/plain_text.h"

using namespace lookback;
using namespace lookback::test;

namespace {

/// How often each kind was claimed.
using ClaimCounts = std::map<ClaimKind, int>;

/// Looks at every step and head. @param was as it was opened; nullptr: nothing was edited
void checkDocument(const Document& document, const Document* was, const std::string& name,
                   ClaimCounts& counts) {
    const Trace trace = attend(document);
    Document free = document;
    setMasked(free, false);
    const Trace unmasked = attend(free);
    const Trace was_trace = was == nullptr ? Trace() : attend(*was);
    const std::vector<std::string> labels = tokenLabels(document.tokens);
    for (const Step& step : documentSteps(document)) {
        for (Index head = 0; head < document.heads; ++head) {
            const std::vector<Claim> claims = claimsOf({document, trace, step, head, &unmasked, was,
                                                        was == nullptr ? nullptr : &was_trace});
            INFO(name, ", ", std::string(step.title), ", head ", head);
            CHECK(!claims.empty());
            CHECK(claims.size() <= kMostClaims);
            for (const Claim& claim : claims) {
                const std::string text = plain(tell(claim, document, labels));
                ++counts[claim.kind];
                if (!holds({document, trace, step, head, unmasked, was,
                            was == nullptr ? nullptr : &was_trace, claim})) {
                    FAIL_CHECK("not true: ", text);
                }
                if (!text.ends_with('.') || text.find("  ") != std::string::npos) {
                    FAIL_CHECK("no sentence: ", text);
                }
                for (const double number : claim.numbers) {
                    if (claim.kind != ClaimKind::not_finite && !std::isfinite(number)) {
                        FAIL_CHECK("a number that is none: ", text);
                    }
                }
            }
        }
    }
}

}  // namespace

TEST_CASE("narrator: what it says of thousands of documents is true") {
    ClaimCounts counts;
    int told = 0;
    for (unsigned seed = 1; told < 4000; ++seed) {
        const Document document = strangeDocument(seed);
        if (!faults(document).empty()) continue;
        ++told;
        checkDocument(document, nullptr, fmt::format("seed {}", seed), counts);
        const Document later = edited(document, seed);
        if (!faults(later).empty()) continue;
        checkDocument(later, &document, fmt::format("seed {}, edited", seed), counts);
    }
    // A claim that is never made is not tested.
    for (std::size_t kind = 0; kind < kClaimKinds; ++kind) {
        CHECK_MESSAGE(counts[static_cast<ClaimKind>(kind)] > 0, "kind ", kind);
    }
}

TEST_CASE("narrator: it has a true sentence for every table") {
    ClaimCounts counts;
    forEveryTable([&](const Wanted& wanted) {
        checkDocument(randomDocument(wanted), nullptr, std::string(info(wanted.mask).name), counts);
    });
}
