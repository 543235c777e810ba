#pragma once

#include <optional>

#include "app/state/model/comparison.h"
#include "app/state/model/leak_report.h"

namespace lookback {

/// What the Leak test shows: found before a frame where that takes less than a frame, else asked
/// for, and shown when it comes.
class LeakTest {
public:
    /// The document became another one. @param in_drag scales stay as they are
    void forget(bool in_drag);

    /// Finds what takes less than a frame; the rest is to be asked for.
    /// @param pair without `leakPairFault`
    void settle(const ComparedPair& pair, const ComparedChoices& choices);

    /// What is known of both. A verdict may be one of a moment ago (`isCurrent`) or not be there
    /// yet; the influence is missing only where it takes long, or more than it may.
    [[nodiscard]] const LeakReport& report() const { return report_; }

    /// Whether the verdicts are those of what is on screen.
    [[nodiscard]] bool isCurrent() const { return report_.number == number_ && !is_partial_; }

    /// What is to be found out beside the frames; nothing where it is known or was asked for.
    [[nodiscard]] bool hasQuestion() const { return is_partial_ && asked_ != number_; }
    /// @param pair what was settled
    [[nodiscard]] LeakQuestion takeQuestion(const ComparedPair& pair);

    void take(const LeakReport& report);

    /// The end of the colour scale of both influences.
    [[nodiscard]] double bound() const { return bound_; }

private:
    void begin(const ComparedPair& pair, const ComparedChoices& choices);
    void measure();

    LeakReport report_;
    ComparedChoices choices_;
    double bound_ = 1;
    std::uint64_t number_ = 0;  ///< of what is on screen
    bool is_begun_ = false;
    bool is_partial_ = false;  ///< something is still to be found
    std::uint64_t asked_ = 0;  ///< the last number that was asked for
    bool in_drag_ = false;
};

/// Why the Leak test cannot hold B against what A's mask hides; nothing where it can.
[[nodiscard]] std::optional<Message> leakPairFault(const ComparedPair& pair);

}  // namespace lookback
