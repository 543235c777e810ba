#pragma once

#include <cstdint>
#include <string>

#include "app/look/vector_drawing.h"

namespace lookback {

enum class SvgFonts : std::uint8_t {
    embedded,  ///< reduced to the characters that the page has
    named,     ///< the file holds their names alone
};

/// A page as an SVG file: text as text.
/// @param title for viewers that show one
/// @param carried the file of a work that it opens as (core/io/picture_text.h); empty: none
[[nodiscard]] std::string svgPage(const VectorPage& page, const std::string& title,
                                  const std::string& carried, SvgFonts fonts = SvgFonts::embedded);

}  // namespace lookback
