#include "core/gradients/leak_verdict.h"

#include <algorithm>
#include <iterator>

#include "core/gradients/leak_facts.h"
#include "core/gradients/masking_derivative.h"

namespace lookback {
namespace {

/// The pairs that a mask hides, and whether the document's own mask blocks them.
struct Promise {
    bool hides = false;      ///< any pair
    bool is_causal = true;   ///< every later token from every earlier token, and no other pair
    bool is_blocked = true;  ///< the document's own mask blocks all these pairs
};

Promise promiseOf(const Mask& promised, const Document& document) {
    Promise promise;
    for (Index query = 0; query < document.n(); ++query) {
        for (Index key = 0; key < document.n(); ++key) {
            if (query == key) continue;
            const bool is_hidden = !allows(promised, query, key);
            promise.is_causal = promise.is_causal && is_hidden == (key > query);
            if (!is_hidden) continue;
            promise.hides = true;
            promise.is_blocked = promise.is_blocked && !allows(document.mask, query, key);
        }
    }
    return promise;
}

bool hasNumbers(const Document& document) {
    const Index width = document.weights.output ? document.weights.output->cols() : document.dV();
    return document.dIn() > 0 && document.dV() > 0 && width > 0;
}

/// True where any query has a key in common with a token that is hidden from it. Softmax over
/// columns weighs the two against each other.
bool shareKeys(const Mask& promised, const Document& document) {
    const Index n = document.n();
    for (Index query = 0; query < n; ++query) {
        for (Index token = 0; token < n; ++token) {
            if (query == token || allows(promised, query, token)) continue;
            for (Index key = 0; key < n; ++key) {
                if (allows(document.mask, query, key) && allows(document.mask, token, key)) {
                    return true;
                }
            }
        }
    }
    return false;
}

/// Why the document leaks for no numbers; nothing where it might leak for some.
std::optional<Message> whyNever(const Document& document, const Mask& promised,
                                const Promise& promise) {
    if (document.n() == 0) return say::leak::NoTokens{};
    if (!promise.hides) return say::leak::NothingBlocked{};
    if (!hasNumbers(document)) return say::leak::NoNumbers{};
    if (!promise.is_blocked) return std::nullopt;
    if (isOverColumns(document.masking) && shareKeys(promised, document)) return std::nullopt;
    std::optional<Message> closed = maskingPath(document.masking.method).closed(document);
    if (closed && isOverColumns(document.masking)) {
        // A score of ∞ makes its whole column NaN, also for queries that may not look at the key.
        return say::leak::MinusInfinity{.proviso = say::leak::MinusInfinity::Proviso::scores};
    }
    return closed;
}

/// With which other numbers the document might leak.
Message whichMay(const Document& document, const Mask& promised, const Promise& promise) {
    if (!promise.is_blocked) return say::leak::MayNotAllBlocked{};
    if (isOverColumns(document.masking) && shareKeys(promised, document)) {
        return say::leak::MayOverColumns{};
    }
    return maskingPath(document.masking.method).open(document.masking);
}

std::vector<Cell> united(const std::vector<Cell>& a, const std::vector<Cell>& b) {
    std::vector<Cell> both;
    std::set_union(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(both));
    return both;
}

}  // namespace

LeakVerdict leakVerdict(const Document& document, const Influence& influence) {
    return leakVerdict(document, influence, document.mask);
}

LeakVerdict leakVerdict(const Document& document, const Influence& influence, const Mask& promised,
                        const GivesUp& gives_up) {
    const Promise promise = promiseOf(promised, document);
    const LeakFacts facts(document, influence.norms);
    LeakVerdict verdict;
    if (const auto why = whyNever(document, promised, promise)) {
        verdict.sentences = verdict.brief = facts.cannot(*why);
        return verdict;
    }
    const std::vector<HiddenWord> hidden = hiddenWords(promised, influence.norms);
    LeakSearch search = searchLeaks(document, hidden, influence, gives_up);
    if (search.example && promise.is_blocked && leavesRounding(document, influence) &&
        search.usual_places <= kRoundingPlaces) {
        verdict.kind = LeakKind::rounding;
        if (search.usual_places > 0) verdict.example = std::move(search.example);
        std::optional<UnderflowingRow> underflow;
        if (search.larger_places > kRoundingPlaces) underflow = firstUnderflow(document, hidden);
        verdict.sentences = verdict.brief =
            facts.rounding(hidden, verdict.example, search, underflow);
    } else if (search.example) {
        verdict.kind = LeakKind::leaks;
        verdict.leaks = united(influence.leaks, search.moved);
        verdict.example = std::move(search.example);
        verdict.sentences = facts.leaks(verdict, promise.is_causal);
        if (isOverColumns(document.masking) && shareKeys(promised, document)) {
            verdict.sentences.push_back(say::leak::QueriesCount{});
        }
        verdict.brief = facts.leaksInBrief(verdict);
    } else {
        verdict.kind = LeakKind::not_here;
        verdict.sentences = verdict.brief =
            facts.notHere(hidden, influence.leaks, search, whichMay(document, promised, promise));
    }
    return verdict;
}

}  // namespace lookback
