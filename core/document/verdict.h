#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/document/mask.h"

namespace lookback {

/// Bits of a verdict; further rules share the last bit.
inline constexpr std::size_t kVerdictBits = 32;

/// Why a cell of a mask is allowed or blocked: the rules that block it, and paint.
struct Verdict {
    std::uint32_t rules = 0;  ///< that block it, a bit each
    bool is_painted = false;  ///< by hand, against what the rules say

    [[nodiscard]] bool allows() const { return (rules == 0) != is_painted; }
    bool operator==(const Verdict&) const = default;
};

/// The bit of a rule, by its place in the mask.
[[nodiscard]] std::uint32_t verdictBit(std::size_t rule);

/// The verdict on one cell.
[[nodiscard]] Verdict verdictOf(const Mask& mask, Cell cell);

/// A rule that blocks a cell, and why.
struct Objection {
    Message rule;  ///< its name: `Sliding window 2`
    Message why;   ///< “poem” comes after “a”
};

/// The rules that block a cell, in their order.
[[nodiscard]] std::vector<Objection> objectionsTo(const Mask& mask, Cell cell,
                                                  const std::vector<std::string>& tokens);

/// The effect of one rule beside the other rules of its mask.
enum class RuleEffect : std::uint8_t {
    blocks,        ///< at least one key that every other rule allows
    nothing_more,  ///< only what other rules block as well
    nothing        ///< no key of any query
};

/// The effect of each rule of a mask on `tokens` tokens, in the order of the rules. Cells painted
/// by hand do not count: they come after the rules.
[[nodiscard]] std::vector<RuleEffect> effectsOf(const Mask& mask, Index tokens);

}  // namespace lookback
