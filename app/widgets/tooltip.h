#pragma once

#include <string_view>

#include "app/look/look.h"
#include "app/look/rect.h"

namespace lookback {

/// True for the item just made where the pointer has rested on it for 0.4 s.
[[nodiscard]] bool wantsTooltip();

/// Words about `item`, and paler ones below them. They stand under the item, or above it where the
/// screen ends, and beside the items of a menu: what one reads along a row is never covered.
void showTooltip(const Look& look, const Rect& item, std::string_view words,
                 std::string_view pale = {});

/// The same for the item just made, once it wants its tooltip.
void tooltip(const Look& look, std::string_view words);

/// The window of all tooltips, with its corner at `at`. Call endTooltip after drawing into one that
/// is shown.
[[nodiscard]] bool beginTooltip(const Look& look, ImVec2 at);
void endTooltip();

}  // namespace lookback
