#include "core/gradients/leak_verdict.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

#include "core/engine/attend.h"
#include "core/gradients/leak_facts.h"
#include "core/gradients/masking_derivative.h"

namespace lookback {
namespace {

/// The pairs that a mask hides, and whether the document's own mask blocks them.
struct Promise {
    bool hides = false;         ///< any token from another
    bool hides_itself = false;  ///< any token from itself
    bool is_causal = true;      ///< every later token from every earlier token, and no other pair
    bool is_blocked = true;     ///< the document's own mask blocks all these pairs
};

Promise promiseOf(const Mask& promised, const Document& document) {
    Promise promise;
    for (Index query = 0; query < document.n(); ++query) {
        for (Index key = 0; key < document.n(); ++key) {
            const bool is_hidden = !allows(promised, query, key);
            if (query == key) {
                promise.hides_itself = promise.hides_itself || is_hidden;
                continue;
            }
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

/// True where a query may look at no key, so that its weights are 0 / 0 whatever the numbers are.
bool isEmptyRow(const Mask& mask, Index query, Index n) {
    for (Index key = 0; key < n; ++key) {
        if (allows(mask, query, key)) return false;
    }
    return true;
}

class Judgement {
public:
    Judgement(const Document& document, const Influence& influence, const Mask& promised,
              const GivesUp& gives_up)
        : document_(document),
          influence_(influence),
          promised_(promised),
          gives_up_(gives_up),
          promise_(promiseOf(promised, document)),
          hidden_(hiddenWords(promised, document.n())),
          trace_(attend(document)),
          result_(trace_.view(trace_.result())),
          facts_(document, influence.norms, result_, hidden_) {}
    Judgement(const Judgement&) = delete;
    Judgement& operator=(const Judgement&) = delete;

    [[nodiscard]] LeakVerdict verdict() {
        verdict_.future = futurePairs(promised_, influence_.norms);
        verdict_.looks = maskLook(promised_, document_.n());
        judge();
        verdict_.sentences = facts_.withFuture(verdict_, promised_, std::move(verdict_.sentences));
        verdict_.brief = facts_.withFuture(verdict_, promised_, std::move(verdict_.brief));
        return std::move(verdict_);
    }

private:
    void judge() {
        if (!promise_.hides) {
            const Message why =
                document_.n() == 0 ? Message(say::leak::NoTokens{}) : blocksNothing();
            return take(LeakKind::nothing_to_leak, {why});
        }
        if (hasNumbers(document_)) endless_ = endlessLeaks(document_, trace_, hidden_);
        const auto why = whyNever(document_, promised_, promise_);
        if (!why) return search();
        if (!endless_.cells.empty()) return leak({});
        if (isUntested(true)) return sayNothing();
        take(LeakKind::cannot, facts_.cannot(*why));
    }

    [[nodiscard]] Message blocksNothing() const {
        using Blocks = say::leak::BlocksNothing::Blocks;
        return say::leak::BlocksNothing{.blocks =
                                            promise_.hides_itself ? Blocks::own : Blocks::other};
    }

    void search() {
        LeakSearch search = searchLeaks(document_, hidden_, influence_, gives_up_);
        const bool leaks = search.example || !endless_.cells.empty();
        const bool is_rounding = search.example && endless_.cells.empty() &&
                                 search.usual_places <= kRoundingPlaces &&
                                 leavesRounding(document_, hidden_, influence_);
        if (is_rounding) return round(std::move(search));
        if (leaks) return leak(std::move(search));
        if (isUntested(false)) return sayNothing();
        take(LeakKind::not_here,
             facts_.notHere(influence_.leaks, search, whichMay(document_, promised_, promise_)));
    }

    void round(LeakSearch search) {
        if (search.usual_places > 0) verdict_.example = std::move(search.example);
        std::optional<UnderflowingRow> underflow;
        if (search.larger_places > kRoundingPlaces) underflow = firstUnderflow(document_, hidden_);
        take(LeakKind::rounding, facts_.rounding(verdict_.example, search, underflow));
    }

    void leak(LeakSearch search) {
        verdict_.kind = LeakKind::leaks;
        verdict_.leaks = united(united(influence_.leaks, search.moved), endless_.cells);
        verdict_.example = std::move(endless_.example ? endless_.example : search.example);
        verdict_.sentences = facts_.leaks(verdict_, endless_, promise_.is_causal);
        if (isOverColumns(document_.masking) && shareKeys(promised_, document_)) {
            verdict_.sentences.emplace_back(say::leak::QueriesCount{});
        }
        verdict_.brief = facts_.leaksInBrief(verdict_, endless_);
    }

    void sayNothing() {
        verdict_.says_nothing = true;
        take(LeakKind::not_here, facts_.saysNothing());
    }

    void take(LeakKind kind, std::vector<Message> sentences) {
        verdict_.kind = kind;
        verdict_.sentences = verdict_.brief = std::move(sentences);
    }

    /// True if no output from which a word is hidden holds a finite number. @param is_closed no
    /// numbers leak: then outputs without keys say nothing against it
    [[nodiscard]] bool isUntested(bool is_closed) const {
        if (!hasNumbers(document_)) return false;
        return std::all_of(hidden_.begin(), hidden_.end(), [&](const HiddenWord& word) {
            return std::all_of(word.outputs.begin(), word.outputs.end(), [&](Index output) {
                if (!std::isnan(influence_.norms(output, word.token))) return false;
                return !is_closed || !isEmptyRow(document_.mask, output, document_.n());
            });
        });
    }

    const Document& document_;
    const Influence& influence_;
    const Mask& promised_;
    const GivesUp& gives_up_;
    Promise promise_;
    std::vector<HiddenWord> hidden_;
    Trace trace_;
    MatrixView result_;
    LeakFacts facts_;
    EndlessLeaks endless_{};
    LeakVerdict verdict_;
};

}  // namespace

LeakVerdict leakVerdict(const Document& document, const Influence& influence) {
    return leakVerdict(document, influence, document.mask);
}

Message LeakVerdict::label() const {
    return says_nothing ? Message(say::leak::NoVerdict{}) : info(kind).label();
}

LeakVerdict leakVerdict(const Document& document, const Influence& influence, const Mask& promised,
                        const GivesUp& gives_up) {
    return Judgement(document, influence, promised, gives_up).verdict();
}

}  // namespace lookback
