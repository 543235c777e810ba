#pragma once

#include <optional>
#include <vector>

#include "app/state/comparison.h"
#include "app/state/leak_place.h"
#include "app/state/leak_report.h"

namespace lookback {

/// How far the outputs of both move under one probe.
struct ProbeMoves {
    EachSide<std::vector<double>> moves;  ///< output by output; empty where it cannot be done
    double bound = 1;                     ///< the longest bar
};

/// What the Leak test shows: found when a view asks for it where that takes less than a frame, else
/// asked for, and shown when it comes.
class LeakTest {
public:
    /// The document became another one. @param in_drag scales stay as they are
    void forget(bool in_drag);

    /// What is known of both. A verdict may be one of a moment ago (`isCurrent`) or not be there
    /// yet; the influence is missing only where it takes long, or more than it may.
    /// @param pair without `leakPairFault`
    [[nodiscard]] const LeakReport& of(const ComparedPair& pair,
                                       const ComparedChoices& choices) const;

    /// Whether the verdicts are those of what is on screen.
    [[nodiscard]] bool isCurrent() const { return report_.number == number_ && !is_partial_; }

    /// What is to be found out beside the frames; nothing where it is known or was asked for.
    [[nodiscard]] bool hasQuestion() const { return is_partial_ && asked_ != number_; }
    /// @param pair what `of` was asked for
    [[nodiscard]] LeakQuestion takeQuestion(const ComparedPair& pair);

    void take(const LeakReport& report);

    /// The end of the colour scale of both influences.
    [[nodiscard]] double bound() const { return bound_; }

    /// How far outputs move, computed anew with all rounding.
    /// @param amount of the nudge at this moment
    [[nodiscard]] const ProbeMoves& moves(const ComparedPair& pair, const LeakPlace& place,
                                          double amount) const;

private:
    struct Probed {
        LeakPlace place;
        double amount = 0;
        ProbeMoves moves;
    };

    void begin(const ComparedPair& pair, const ComparedChoices& choices) const;
    void measure(const ComparedPair& pair) const;

    mutable LeakReport report_;
    mutable ComparedChoices choices_;
    mutable std::optional<Probed> probed_;
    mutable EachSide<Engine> engines_;
    mutable double bound_ = 1;
    mutable std::uint64_t number_ = 0;  ///< of what is on screen
    mutable bool is_begun_ = false;
    mutable bool is_partial_ = false;  ///< something is still to be found
    std::uint64_t asked_ = 0;          ///< the last number that was asked for
    bool in_drag_ = false;
};

/// Why the Leak test cannot hold B against what A's mask hides; nothing where it can.
[[nodiscard]] std::optional<Error> leakPairFault(const ComparedPair& pair);

/// The token that a nudge moves.
[[nodiscard]] Index nudgedToken(const Nudge& nudge, Index tokens);

}  // namespace lookback
