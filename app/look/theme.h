#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "app/state/model/preferences.h"
#include "core/base/matrix_view.h"
#include "core/document/matrix_id.h"
#include "imgui.h"

namespace lookback {

/// A colour in the form ImGui draws with.
using Color = ImU32;

[[nodiscard]] constexpr Color rgb(unsigned hex, unsigned alpha = 255) {
    return IM_COL32(hex >> 16 & 0xFF, hex >> 8 & 0xFF, hex & 0xFF, alpha);
}

/// The colours of the interface, by purpose.
struct Theme {
    ThemeId id;
    std::string_view name;
    Color ground;        ///< behind the panels
    Color panel;         ///< panels, cards, buttons
    Color inset;         ///< the arithmetic box
    Color ink;           ///< text
    Color soft;          ///< lesser text
    Color line;          ///< hairlines
    Color hover;         ///< a button under the pointer
    Color strong;        ///< a chosen button
    Color on_strong;     ///< text on `strong`
    Color highlight;     ///< the cell in focus
    Color on_highlight;  ///< text on `highlight`
    Color blank;         ///< a cell not computed yet
    Color hatch_ground;  ///< a masked cell
    Color hatch_line;
    Color leak_ground;  ///< a masked cell that has weight all the same
    Color leak_line;
    Color chip;  ///< the selected token
    Color query, key, value, weights;
    Color good, bad;                 ///< a check that passes, a check that fails
    Color negative, zero, positive;  ///< ends and middle of the signed scale
    Color no_weight, full_weight;    ///< ends of the scale of weights
    std::array<Color, 5> documents;  ///< of packed documents; none of them is the colour of a role
    std::array<Color, 6> rules;      ///< stripes of the cells that a rule of the mask blocks
    Color painted;                   ///< stripes of cells that are blocked by hand
};

[[nodiscard]] const Theme& theme(ThemeId id);
[[nodiscard]] const Theme* findTheme(std::string_view name);
inline constexpr std::array kThemes{ThemeId::light, ThemeId::dark};

/// The colour that a role keeps everywhere; ink for the plain role.
[[nodiscard]] Color roleColor(const Theme& theme, Role role);

/// Writes the theme into ImGui's own widgets (menus, text fields, tooltips).
void applyStyle(const Theme& theme, float scale);

/// A colour between two others; `share` 0 gives the first, 1 the second.
[[nodiscard]] Color mix(Color from, Color to, float share);

/// The colour with its opacity multiplied by `share`.
[[nodiscard]] Color faded(Color color, float share);

/// Contrast of two opaque colours as WCAG 2 defines it, 1 to 21.
[[nodiscard]] float contrast(Color a, Color b);

/// The ink of the theme, its opposite or black: the first with a contrast of 4.5 on `ground`.
[[nodiscard]] Color inkOn(const Theme& theme, Color ground);

/// The text colour nearest to `wanted` that keeps a contrast of 4.5 on `ground`.
[[nodiscard]] Color readable(const Theme& theme, Color wanted, Color ground);

/// Returns the colour of a value: the scale runs from -bound to bound, for weights from 0 to 1.
[[nodiscard]] Color cellColor(const Theme& theme, Domain domain, double value, double bound);

}  // namespace lookback
