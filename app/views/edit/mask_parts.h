#pragma once

#include <array>
#include <functional>
#include <limits>
#include <vector>

#include "app/look/painter.h"
#include "app/state/model/hands.h"
#include "app/state/update/action.h"
#include "app/views/shared/scene.h"
#include "core/document/document.h"
#include "core/document/verdict.h"

namespace lookback {

/// The mask that a menu changes, the document's or a twin's, and how the menu asks for changes.
struct Masked {
    const Document& document;
    const std::vector<RuleEffect>& effects;  ///< of its rules, in their order
    /// Called with SetMaskRules, Change<Mask>, SetMasking.
    std::function<void(const Action&)> emit;
    Gesture drag = MaskingDrag{};  ///< begins where the slider of the value is dragged
    bool is_on_stage = true;       ///< its cells are on screen, to be painted and marked
};

/// Stops of the slider of the masking's value, from 0 to −∞, which adds nothing to any sum.
inline constexpr std::array kMaskingStops{
    0.0, -1.0, -5.0, -10.0, -100.0, -1e4, -1e9, -std::numeric_limits<double>::infinity()};

/// The masking's value on a slider and as a number that is typed, where the method has one.
/// @return the height that it takes
float drawMaskingValue(const Scene& scene, const Masked& masked, ImVec2 at, float width);

/// What blocked tokens still get, at most, of a row, in each precision.
/// @return the height that it takes
float drawBlockedTable(const Scene& scene, ImVec2 at, float width);

/// How the mask is applied: every method with its formula, mistakes marked as such.
/// @param takes_keyboard in a menu that just opened, the method that holds is marked
/// @return the height that they take
float drawMaskingMethods(const Scene& scene, const Masked& masked, ImVec2 at, float width,
                         bool takes_keyboard);

/// Whether masking comes before or after scaling, where the method has that choice.
/// @return the height that it takes
float drawMaskingOrder(const Scene& scene, const Masked& masked, ImVec2 at, float width);

/// Every kind of mask as a small picture, framed where it holds; a click makes it the only one.
/// @return the height that they take
float drawMaskTiles(const Scene& scene, const Masked& masked, ImVec2 at, float width);

/// The width of so many of them side by side.
[[nodiscard]] float maskTilesWidth(const Look& look, int tiles);

/// The rules that hold, each with its number and whether it hides anything, cells painted by hand,
/// and a menu of one more rule. @return the height that they take
float drawMaskRules(const Scene& scene, const Masked& masked, ImVec2 at, float width);

}  // namespace lookback
