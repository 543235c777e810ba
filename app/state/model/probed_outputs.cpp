#include "app/state/model/probed_outputs.h"

#include <algorithm>

#include "core/base/limits.h"
#include "core/document/edit.h"
#include "core/explain/scale_bound.h"
#include "core/gradients/nudge.h"

namespace lookback {
namespace {

/// The document after the probe; nothing where it cannot be done.
std::optional<Document> probedDocument(const Document& document, const LeakPlace& place,
                                       double amount) {
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

}  // namespace

const ProbeMoves& ProbedOutputs::of(const ComparedPair& pair, const ComparedChoices& choices,
                                    const LeakPlace& place, double amount) const {
    const WholeProbe probe{choices, place.probe, place.nudge, place.word};
    return moves_.of({probe, amount}, [&](ProbeMoves& moves) {
        moves = {};
        if (!mayBeComputedTwice(pair.a->document()) || !mayBeComputedTwice(pair.b->document())) {
            return;
        }
        moves.bound = bound_.of(probe, [&](double& bound) { bound = longest(pair, place); });
        for (const Side side : {Side::a, Side::b}) {
            moves.moves.of(side) = movesOf(side, pair.of(side), place, amount);
        }
    });
}

std::vector<double> ProbedOutputs::movesOf(Side side, const Variant& variant,
                                           const LeakPlace& place, double amount) const {
    const auto document = probedDocument(variant.document(), place, amount);
    if (!document) return {};
    const Trace& was = variant.trace();
    const Trace& is = engines_.of(side).attend(*document);
    return outputMoves(was.view(was.result()), is.view(is.result()));
}

/// That of the whole nudge, there and back, so that a word that wiggles changes no scale.
double ProbedOutputs::longest(const ComparedPair& pair, const LeakPlace& place) const {
    double largest = 0;
    for (const Side side : {Side::a, Side::b}) {
        for (const double end : {place.nudge.amount, -place.nudge.amount}) {
            const std::vector<double> moves = movesOf(side, pair.of(side), place, end);
            const auto count = static_cast<Index>(moves.size());
            largest = std::max(largest, largestSize(MatrixView(moves.data(), ScalarKind::float64, 1,
                                                               count, count)));
        }
    }
    return scaleBound(Domain::signed_numbers, largest);
}

Index nudgedToken(const Nudge& nudge, Index tokens) {
    return std::clamp<Index>(nudge.token.value_or(tokens - 1), 0, std::max<Index>(tokens - 1, 0));
}

Index probeIndex(const LeakPlace& place, Index tokens) {
    return place.probe == Probe::append || tokens == 0 ? tokens : nudgedToken(place.nudge, tokens);
}

void setProbe(LeakPlace& place, Index index, Index tokens) {
    place.probe = index < tokens ? Probe::nudge : Probe::append;
    if (index < tokens) place.nudge.token = std::max<Index>(index, 0);
}

}  // namespace lookback
