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

/// Of a document that is masked, ever shorter: how it is applied, then without its second half.
[[nodiscard]] std::vector<std::string> shorterMaskingTitles(const Document& document);

/// Of a causal mask, with whatever method.
[[nodiscard]] std::string longestMaskingTitle();

/// The inside of the menu of the mask: what may be seen, and how that is applied.
/// @param at_methods in a menu that just opened, the keyboard begins with the latter
void maskMenuItems(const Scene& scene, bool at_methods);

/// The same of another mask than the document's.
void maskMenuItems(const Scene& scene, const Masked& masked, bool at_methods);

}  // namespace lookback
