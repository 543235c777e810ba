#include "app/state/leak_test.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "core/document/edit.h"
#include "core/explain/scale_bound.h"
#include "core/gradients/nudge.h"

namespace lookback {
namespace {

// What is found within a frame, in multiplications.
constexpr double kLiveInfluence = 1.2e7;
constexpr double kLiveSearch = 1.5e6;

bool isLive(const Document& document) { return influenceWork(document) <= kLiveInfluence; }

double largestOf(const Matrix<double>& norms) {
    double largest = 0;
    for (Index row = 0; row < norms.rows(); ++row) {
        for (Index col = 0; col < norms.cols(); ++col) {
            if (std::isfinite(norms(row, col))) largest = std::max(largest, norms(row, col));
        }
    }
    return largest;
}

double largestOf(const std::vector<double>& moves) {
    double largest = 0;
    for (const double move : moves) {
        if (std::isfinite(move)) largest = std::max(largest, move);
    }
    return largest;
}

/// The document after the probe; nothing where it cannot be done.
std::optional<Document> probed(const Document& document, const LeakPlace& place, double amount) {
    if (document.n() == 0 || document.dIn() == 0) return std::nullopt;
    if (place.probe == Probe::nudge) {
        const Nudge& nudge = place.nudge;
        return nudged(document, nudgedToken(nudge, document.n()),
                      nudgeDirection(document.dIn(), nudge.dimension, nudge.seed), amount);
    }
    if (document.n() >= kMaxTokens) return std::nullopt;
    Document longer = document;
    insertToken(longer, document.n(), place.word);
    return longer;
}

std::vector<double> movesOf(Engine& engine, const Variant& variant, const LeakPlace& place,
                            double amount) {
    const auto other = probed(variant.document(), place, amount);
    if (!other) return {};
    const Trace& trace = engine.attend(*other);
    return outputMoves(variant.trace().view(variant.trace().result()), trace.view(trace.result()));
}

}  // namespace

void LeakTest::forget(bool in_drag) {
    is_begun_ = false;
    in_drag_ = in_drag;
}

const LeakReport& LeakTest::of(const ComparedPair& pair, const ComparedChoices& choices) const {
    if (!is_begun_ || choices != choices_) begin(pair, choices);
    return report_;
}

/// What can be found at once replaces what was; the verdicts stay until there are new ones.
void LeakTest::begin(const ComparedPair& pair, const ComparedChoices& choices) const {
    const bool keeps_scale = in_drag_ && choices == choices_;
    if (choices != choices_) report_ = {};
    choices_ = choices;
    is_begun_ = true;
    is_partial_ = false;
    probed_.reset();
    ++number_;
    const Mask& promised = pair.a->document().mask;
    for (const Side side : {Side::a, Side::b}) {
        const Variant& variant = pair.of(side);
        const Document& document = variant.document();
        LeakAnswer& answer = report_.answers[placeOf(side)];
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
    if (!keeps_scale) measure(pair);
}

void LeakTest::measure(const ComparedPair& pair) const {
    double largest = 0;
    for (const Side side : {Side::a, Side::b}) {
        const auto& influence = report_.answers[placeOf(side)].influence;
        const bool fits = influence && influence->norms.rows() == pair.of(side).document().n();
        if (fits) largest = std::max(largest, largestOf(influence->norms));
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
        double largest = 0;
        for (const LeakAnswer& answer : report.answers) {
            if (answer.influence) largest = std::max(largest, largestOf(answer.influence->norms));
        }
        if (!in_drag_) bound_ = scaleBound(Domain::signed_numbers, largest);
        return;
    }
    for (std::size_t k = 0; k < report.answers.size(); ++k) {
        LeakAnswer& shown = report_.answers[k];
        const auto& late = report.answers[k];
        const bool fits = shown.influence && late.influence &&
                          shown.influence->norms.rows() == late.influence->norms.rows();
        if (fits) shown.verdict = late.verdict;
    }
}

const ProbeMoves& LeakTest::moves(const ComparedPair& pair, const LeakPlace& place,
                                  double amount) const {
    if (probed_ && probed_->place.probe == place.probe && probed_->place.word == place.word &&
        probed_->place.nudge == place.nudge) {
        if (probed_->amount == amount) return probed_->moves;
    } else {
        // The longest bar is that of the whole nudge, there and back.
        probed_ = Probed{place, amount, {}};
        double largest = 0;
        for (const Side side : {Side::a, Side::b}) {
            Engine& engine = engines_[placeOf(side)];
            for (const double end : {place.nudge.amount, -place.nudge.amount}) {
                largest = std::max(largest, largestOf(movesOf(engine, pair.of(side), place, end)));
            }
        }
        probed_->moves.bound = scaleBound(Domain::signed_numbers, largest);
    }
    probed_->amount = amount;
    for (const Side side : {Side::a, Side::b}) {
        const std::size_t at = placeOf(side);
        probed_->moves.moves[at] = movesOf(engines_[at], pair.of(side), place, amount);
    }
    return probed_->moves;
}

std::optional<Error> leakPairFault(const ComparedPair& pair) {
    if (pair.fault) return pair.fault;
    const Index a = pair.a->document().n();
    const Index b = pair.b->document().n();
    if (a == b) return std::nullopt;
    return Error{"tokens", fmt::format("A has {}, B has {}; expected as many, for B is held "
                                       "against what A's mask hides",
                                       a, b)};
}

Index nudgedToken(const Nudge& nudge, Index tokens) {
    return std::clamp<Index>(nudge.token.value_or(tokens - 1), 0, std::max<Index>(tokens - 1, 0));
}

}  // namespace lookback
