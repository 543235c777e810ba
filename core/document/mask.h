#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/base/matrix.h"
#include "core/document/mask_kinds.h"

namespace lookback {

/// A whole mask: rules joined by "and", then single cells toggled by hand.
struct Mask {
    std::vector<MaskRule> rules;
    std::vector<Cell> flips;  ///< sorted, without repeats

    bool operator==(const Mask&) const = default;
};

/// True where the query may look at the key.
[[nodiscard]] bool allows(const Mask& mask, Index query, Index key);

/// True where a mask blocks nothing among n tokens.
[[nodiscard]] bool allowsAll(const Mask& mask, Index tokens);

/// A custom rule that allows what a mask allows among n tokens.
[[nodiscard]] MaskRule asDrawn(const Mask& mask, Index tokens);

/// Toggles one cell by hand; a second call takes it back.
void flip(Mask& mask, Cell cell);

/// The rules and flips after a token was put in or taken out at `at`, or moved.
void insertToken(Mask& mask, Index at);
void removeToken(Mask& mask, Index at);
void moveToken(Mask& mask, Index from, Index to);

/// Why a query may not look at a key, one reason; nothing where it may.
[[nodiscard]] std::optional<std::string> blockedReason(const Mask& mask, Cell cell,
                                                       const std::vector<std::string>& tokens);

}  // namespace lookback
