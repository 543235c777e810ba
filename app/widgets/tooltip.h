#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "app/look/look.h"
#include "app/look/rect.h"

namespace lookback {

/// True for the item just made where the pointer has rested on it for 0.4 s.
[[nodiscard]] bool wantsTooltip();

/// Where a tooltip looks for a place first.
enum class TooltipPlace : std::uint8_t {
    around,       ///< under the item, above it, to the right, to the left; beside those of a menu
    beside_panel  ///< in the centre of the screen, where all of a panel belongs together
};

/// Adds the visible part of an area that a person reads to `Look::read_areas`, which no tooltip of
/// this frame may cover.
void keepInSight(const Look& look, const Rect& area);

struct TooltipOptions {
    std::string_view pale{};  ///< words below the others
    TooltipPlace place = TooltipPlace::around;
    std::span<const Rect> in_sight{};  ///< areas that are read together with the item, as its row
};

/// Words about `item`. They cover neither the item nor what is read with it, nor
/// `Look::read_areas`; where there is no such place, they cover as little of it as possible.
void showTooltip(const Look& look, const Rect& item, std::string_view words,
                 const TooltipOptions& options = {});

/// Shows a tooltip about the item just made, once the pointer has rested on it (`wantsTooltip`).
void tooltip(const Look& look, std::string_view words, const TooltipOptions& options = {});

/// Shows a tooltip about an area without a control, once the pointer has rested on it.
void tooltipOver(const Look& look, const Rect& area, std::string_view words);

}  // namespace lookback
