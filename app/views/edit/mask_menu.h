#pragma once

#include <string>

#include "app/views/edit/mask_parts.h"
#include "app/views/shared/menus.h"
#include "app/views/shared/scene.h"

namespace lookback {

/// The menu of the document's mask.
[[nodiscard]] MenuSpec maskMenu(const Scene& scene);

/// What the mask is called: "Causal", "Sliding window 2", "Causal and Padding", "Causal, painted".
[[nodiscard]] std::string maskTitle(const Document& document);

/// How it is applied: "\u22121e9 fill", "after softmax, renormalise".
[[nodiscard]] std::string methodTitle(const Masking& masking);

/// Both: "Causal \u00b7 \u22121e9 fill"; "No mask".
[[nodiscard]] std::string maskingTitle(const Document& document);

/// Titles for a narrow button, each shorter than the one before: the method, then its first half.
[[nodiscard]] std::vector<std::string> shorterMaskingTitles(const Document& document);

/// The longest title of a causal mask over all methods.
[[nodiscard]] std::string longestMaskingTitle();

/// Draws the contents of the menu of the mask: kinds and rules, then methods.
/// @param at_methods the keyboard starts at the methods in a menu that has just opened
void maskMenuItems(const Scene& scene, bool at_methods);

/// As above, for a mask that need not be the document's.
void maskMenuItems(const Scene& scene, const Masked& masked, bool at_methods);

}  // namespace lookback
