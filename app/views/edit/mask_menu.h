#pragma once

#include <string>

#include "app/views/edit/mask_parts.h"
#include "app/views/shared/menus.h"
#include "app/views/shared/scene.h"

namespace lookback {

/// The menu of the document's mask.
[[nodiscard]] MenuSpec maskMenu(const Scene& scene);

/// Returns the name of the mask: "Causal", "Sliding window 2", "Causal + Padding", "Causal,
/// painted".
[[nodiscard]] Message maskTitle(const Document& document);

/// Returns the name of the masking: "fill \u22121e9", "after softmax, renormalize".
[[nodiscard]] Message methodTitle(const Masking& masking);

/// Returns the names of the mask and the masking: "Causal \u00b7 fill \u22121e9"; "No mask".
[[nodiscard]] Message maskingTitle(const Document& document);

/// Returns titles for a narrow button, each shorter than the one before: the method, then without
/// its order.
[[nodiscard]] std::vector<Message> shorterMaskingTitles(const Document& document);

/// Draws the contents of the menu of the mask: kinds and rules, then methods.
/// @param at_methods the keyboard starts at the methods in a menu that has just opened
void maskMenuItems(const Scene& scene, bool at_methods);

/// As above, for the mask of the document or of a twin.
void maskMenuItems(const Scene& scene, const Masked& masked, bool at_methods);

}  // namespace lookback
