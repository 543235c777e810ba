#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/document/mask.h"

namespace lookback {

/// A list or a table of a mask rule, which code reads by its name.
struct MaskList {
    std::string name;  ///< `valid`, `doc` or `allowed`; a second one of its kind `valid_2`
    const MaskRule* rule = nullptr;
};

/// The lists and tables of a mask's rules, in order.
[[nodiscard]] std::vector<MaskList> maskLists(const Mask& mask);

/// The condition of a mask's rules in Python, true where allowed; empty where they block no pair.
/// Single cells toggled by hand are not in it. @param query,key variables of the two positions
[[nodiscard]] std::string maskCondition(const Mask& mask, std::string_view query,
                                        std::string_view key);

/// The mask of the rules in the textbook's C++, an expression.
[[nodiscard]] std::string textbookMaskCode(const Mask& mask);

/// The one rule that blocks something; null where none or several do.
[[nodiscard]] const MaskRule* onlyRule(const Mask& mask);

/// Where a mask is a lower triangle, the diagonal up to which it allows: 0 for causal.
/// @return false where it is none
[[nodiscard]] bool isTriangle(const Mask& mask, Index& diagonal);

}  // namespace lookback
