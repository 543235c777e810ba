#pragma once

#include <functional>
#include <vector>

#include "app/state/action.h"
#include "app/state/hands.h"
#include "core/document/document.h"
#include "core/document/rule_effect.h"

namespace lookback {

/// Whose mask a menu is about, and who hears what is wished of it: the document, or a twin.
struct Masked {
    const Document& document;
    const std::vector<RuleEffect>& effects;  ///< of its rules, in their order
    /// Is told SetMaskRules, PutMaskRule, RemoveMaskRule, RemovePaint, SetMasking, DragMasking.
    std::function<void(const Action&)> emit;
    Gesture drag = MaskingDrag{};  ///< of the value on its slider
    bool is_on_stage = true;       ///< one sees its cells, paints them, and marks its tokens
};

}  // namespace lookback
