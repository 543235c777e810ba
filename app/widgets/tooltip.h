#pragma once

#include <cstdint>
#include <string_view>

#include "app/look/look.h"
#include "app/look/rect.h"

namespace lookback {

/// True for the item just made where the pointer has rested on it for 0.4 s.
[[nodiscard]] bool wantsTooltip();

/// Where a tooltip stands: never where one reads.
enum class TooltipPlace : std::uint8_t {
    below,        ///< under the item, or above it where the screen ends; beside those of a menu
    beside_panel  ///< in the centre of the screen, where all of a panel belongs together
};

/// Words about `item`, and paler ones below them.
void showTooltip(const Look& look, const Rect& item, std::string_view words,
                 std::string_view pale = {}, TooltipPlace place = TooltipPlace::below);

/// The same for the item just made, once it wants its tooltip.
void tooltip(const Look& look, std::string_view words, TooltipPlace place = TooltipPlace::below);

/// The window of all tooltips, with its corner at `at`. Call endTooltip after drawing into one that
/// is shown.
[[nodiscard]] bool beginTooltip(const Look& look, ImVec2 at);
void endTooltip();

}  // namespace lookback
