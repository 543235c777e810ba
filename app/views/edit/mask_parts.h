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

/// The mask that a menu changes, that of the document or of a twin, and the way to change it.
struct Masked {
    const Document& document;
    const std::vector<RuleEffect>& effects;  ///< of the rules of its mask, in their order
    /// Called with SetMaskRules, Change<Mask>, SetMasking.
    std::function<void(const Action&)> emit;
    Gesture drag = MaskingDrag{};  ///< the gesture of the slider of the masking value
    bool is_on_stage = true;       ///< its cells are on screen and can be painted and marked
};

/// Stops of the slider of the masking's value, from 0 to −∞, which adds nothing to any sum.
inline constexpr std::array kMaskingStops{
    0.0, -1.0, -5.0, -10.0, -100.0, -1e4, -1e9, -std::numeric_limits<double>::infinity()};

/// Draws the masking value, where the method has one: a slider and a field. @return the height
/// taken
float drawMaskingValue(const Scene& scene, const Masked& masked, ImVec2 at, float width);

/// Draws a table of the largest share of a row that blocked tokens still get, in each precision.
/// @return the height taken
float drawBlockedTable(const Scene& scene, ImVec2 at, float width);

/// Draws the masking methods with their formulas, mistakes marked as such. @param takes_keyboard in
/// a menu that just opened, the chosen method is marked @return the height taken
float drawMaskingMethods(const Scene& scene, const Masked& masked, ImVec2 at, float width,
                         bool takes_keyboard);

/// Draws the choice between masking before and after scaling, where the method has it. @return the
/// height taken
float drawMaskingOrder(const Scene& scene, const Masked& masked, ImVec2 at, float width);

/// Draws the choice between softmax over rows and over columns, a mistake marked as such, for the
/// mask of the document: models do not train with it. @return the height taken
float drawSoftmaxAxis(const Scene& scene, const Masked& masked, ImVec2 at, float width);

/// Draws each kind of mask as a small picture, framed if chosen; a click makes it the only rule.
/// @return the height taken
float drawMaskTiles(const Scene& scene, const Masked& masked, ImVec2 at, float width);

/// Returns the width of this many pictures side by side.
[[nodiscard]] float maskTilesWidth(const Scene& scene, int tiles);

/// Draws the rules of the mask, each with its numbers and whether it blocks any cell, the count of
/// painted cells, and a menu that adds a rule. @return the height taken
float drawMaskRules(const Scene& scene, const Masked& masked, ImVec2 at, float width);

}  // namespace lookback
