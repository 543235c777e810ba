#pragma once

#include <string>
#include <utility>
#include <vector>

#include "app/state/model/comparison.h"
#include "app/state/model/memo.h"
#include "app/state/model/place.h"

namespace lookback {

/// How far the outputs of both sides move under one probe.
struct ProbeMoves {
    BothSides<std::vector<double>> moves;  ///< output by output; empty where it cannot be done
                                           ///< or the documents are too large
    double bound = 1;                      ///< the longest bar
};

/// What the Leak test's probe does to the outputs, computed when a view asks for it.
class ProbedOutputs {
public:
    /// The document became another one.
    void forget() {
        moves_.forget();
        bound_.forget();
    }

    /// With all rounding, as if the probed documents had been opened.
    /// @param pair without `leakPairFault` @param amount of the nudge at this moment
    [[nodiscard]] const ProbeMoves& of(const ComparedPair& pair, const ComparedChoices& choices,
                                       const LeakPlace& place, double amount) const;

private:
    struct WholeProbe {
        ComparedChoices choices;
        Probe probe;
        Nudge nudge;
        std::string word;

        bool operator==(const WholeProbe&) const = default;
    };

    [[nodiscard]] std::vector<double> movesOf(Side side, const Variant& variant,
                                              const LeakPlace& place, double amount) const;
    [[nodiscard]] double longest(const ComparedPair& pair, const LeakPlace& place) const;

    Memo<std::pair<WholeProbe, double>, ProbeMoves> moves_;  ///< by the amount at a moment
    Memo<WholeProbe, double> bound_;                         ///< while it wiggles, the same
    mutable BothSides<Engine> engines_;
};

/// The token that a nudge moves.
[[nodiscard]] Index nudgedToken(const Nudge& nudge, Index tokens);

/// The index of the probe of a sentence: that of the nudged token, or the number of tokens where a
/// token is appended.
[[nodiscard]] Index probeIndex(const LeakPlace& place, Index tokens);

/// Nudges the token of this index, or appends a token where the index is the number of tokens.
void setProbe(LeakPlace& place, Index index, Index tokens);

}  // namespace lookback
