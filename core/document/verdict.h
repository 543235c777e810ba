#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/document/mask.h"

namespace lookback {

/// So many rules have a bit of their own in a verdict; what more there are share the last.
inline constexpr std::size_t kVerdictBits = 32;

/// What decides whether a cell of a mask is allowed: the rules that block it, and the hand.
struct Verdict {
    std::uint32_t rules = 0;  ///< that block it, a bit each
    bool is_painted = false;  ///< by hand, against what the rules say

    [[nodiscard]] bool allows() const { return (rules == 0) != is_painted; }
    bool operator==(const Verdict&) const = default;
};

/// The bit of a rule, by its place in the mask.
[[nodiscard]] std::uint32_t verdictBit(std::size_t rule);

/// What the rules and the hand say of one cell.
[[nodiscard]] Verdict verdictOf(const Mask& mask, Cell cell);

/// What a rule says against a query's looking at a key.
struct Objection {
    std::string rule;  ///< its name: `Sliding window 2`
    std::string why;   ///< “poem” comes after “a”

    bool operator==(const Objection&) const = default;
};

/// What each of the rules that block a cell says, in their order.
[[nodiscard]] std::vector<Objection> objectionsTo(const Mask& mask, Cell cell,
                                                  const std::vector<std::string>& tokens);

/// What a rule of a mask takes away.
enum class RuleEffect : std::uint8_t {
    blocks,        ///< at least one key that every other rule allows
    nothing_more,  ///< only what other rules block as well
    nothing        ///< no key of any query
};

/// What each rule of a mask does among `tokens` tokens, in the order of the rules. Cells painted by
/// hand do not count: they come after the rules.
[[nodiscard]] std::vector<RuleEffect> effectsOf(const Mask& mask, Index tokens);

}  // namespace lookback
