#pragma once

#include <string>

#include "app/look/font_data.h"

namespace lookback {

/// Looks whether a font is whole: what draws it (stb_truetype) trusts every offset in it. The
/// tables that are drawn from must be there, lie within the file, add up to their checksums, which
/// finds what was cut off, overwritten or flipped, and fit each other.
/// @return what is wrong, in words behind the name of the file; empty for a font that can be drawn
[[nodiscard]] std::string fontFault(const FontBytes& font);

}  // namespace lookback
