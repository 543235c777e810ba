#pragma once

#include <cstdint>
#include <vector>

#include "core/document/mask.h"

namespace lookback {

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
