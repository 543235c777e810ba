#pragma once

#include <string>

#include "app/look/vector_drawing.h"

namespace lookback {

/// A page as an SVG file: text as text, with its fonts, reduced to the characters that it has.
/// @param title for viewers that show one
/// @param carried the file of a work that it opens as (core/io/picture_text.h); empty: none
[[nodiscard]] std::string svgPage(const VectorPage& page, const std::string& title,
                                  const std::string& carried);

}  // namespace lookback
