#pragma once

#include <optional>
#include <vector>

#include "app/state/model/comparison.h"
#include "app/state/model/place.h"

namespace lookback {

/// How far the outputs of both sides move under one probe.
struct ProbeMoves {
    OfSides<std::vector<double>> moves;  ///< output by output; empty where it cannot be done
    double bound = 1;                    ///< the longest bar
};

/// What the Leak test's probe does to the outputs, computed when a view asks for it.
class ProbedOutputs {
public:
    /// The document became another one.
    void forget() { probed_.reset(); }

    /// With all rounding, as if the probed documents had been opened.
    /// @param pair without `leakPairFault` @param amount of the nudge at this moment
    [[nodiscard]] const ProbeMoves& of(const ComparedPair& pair, const ComparedChoices& choices,
                                       const LeakPlace& place, double amount) const;

private:
    struct Probed {
        ComparedChoices choices;
        Probe probe;
        Nudge nudge;
        std::string word;
        double amount = 0;
        ProbeMoves moves{};
    };

    [[nodiscard]] std::vector<double> movesOf(Side side, const Variant& variant,
                                              const LeakPlace& place, double amount) const;
    [[nodiscard]] double longest(const ComparedPair& pair, const LeakPlace& place) const;

    mutable std::optional<Probed> probed_;
    mutable OfSides<Engine> engines_;
};

/// The token that a nudge moves.
[[nodiscard]] Index nudgedToken(const Nudge& nudge, Index tokens);

}  // namespace lookback
