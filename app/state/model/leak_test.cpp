#include "app/state/model/leak_test.h"

#include <algorithm>

#include <fmt/format.h>

#include "app/state/model/sentences.h"
#include "core/explain/scale_bound.h"
#include "messages/faults.h"

namespace lookback {
namespace {

// What is found within a frame, in multiplications.
constexpr double kLiveInfluence = 1.2e7;
constexpr double kLiveSearch = 1.5e6;

bool isLive(const Document& document) { return influenceWork(document) <= kLiveInfluence; }

}  // namespace

void LeakTest::forget(bool in_drag) {
    is_begun_ = false;
    in_drag_ = in_drag;
}

void LeakTest::settle(const ComparedPair& pair, const ComparedChoices& choices) {
    if (!is_begun_ || choices != choices_) begin(pair, choices);
}

/// What can be found at once replaces what was; the verdicts stay until there are new ones.
void LeakTest::begin(const ComparedPair& pair, const ComparedChoices& choices) {
    const bool keeps_scale = in_drag_ && choices == choices_;
    if (choices != choices_) report_ = {};
    choices_ = choices;
    is_begun_ = true;
    is_partial_ = false;
    ++number_;
    const Mask& promised = pair.a->document().mask;
    for (const Side side : {Side::a, Side::b}) {
        const Variant& variant = pair.of(side);
        const Document& document = variant.document();
        LeakAnswer& answer = report_.answers.of(side);
        // What was found of a longer or shorter sentence says nothing of this one.
        const bool is_alike = answer.influence && answer.influence->norms.rows() == document.n();
        if (!is_alike) answer = {};
        if (!isLive(document)) {
            is_partial_ = true;
            continue;
        }
        LeakAnswer found = influenceAnswer(document, variant.trace(), promised);
        if (found.influence && searchWork(document) <= kLiveSearch) {
            found.verdict = leakVerdict(document, *found.influence, promised);
        } else if (found.influence) {
            found.verdict = std::move(answer.verdict);
            is_partial_ = true;
        }
        answer = std::move(found);
    }
    if (!is_partial_) report_.number = number_;
    if (!keeps_scale) measure();
}

void LeakTest::measure() {
    double largest = 0;
    for (const Side side : {Side::a, Side::b}) {
        const auto& influence = report_.answers.of(side).influence;
        if (influence) largest = std::max(largest, largestSize(influence->norms));
    }
    bound_ = scaleBound(Domain::signed_numbers, largest);
}

LeakQuestion LeakTest::takeQuestion(const ComparedPair& pair) {
    asked_ = number_;
    return {{pair.a->document(), pair.b->document()}, number_};
}

/// One that was asked for earlier is shown while the latest is still being found.
void LeakTest::take(const LeakReport& report) {
    if (report.number == number_) {
        is_partial_ = false;
        report_ = report;
        if (!in_drag_) measure();
        return;
    }
    for (const Side side : {Side::a, Side::b}) {
        LeakAnswer& shown = report_.answers.of(side);
        const LeakAnswer& late = report.answers.of(side);
        const bool fits = shown.influence && late.influence &&
                          shown.influence->norms.rows() == late.influence->norms.rows();
        if (fits) shown.verdict = late.verdict;
    }
}

std::optional<Message> leakPairFault(const ComparedPair& pair) {
    if (pair.fault) return pair.fault;
    const Index a = pair.a->document().n();
    const Index b = pair.b->document().n();
    if (a == b) return std::nullopt;
    return faultSentence({"tokens", say::faults::TokenCounts{.a = Count{a}, .b = Count{b}}});
}

}  // namespace lookback
