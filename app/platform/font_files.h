/// Finds the fonts on this machine.
#pragma once

#include <filesystem>
#include <vector>

#include "app/look/font_data.h"
#include "core/base/result.h"

namespace lookback {

/// Reads Inter, JetBrains Mono and DejaVu Sans, without fallbacks.
/// Looks in $LOOKBACK_FONTS, beside the program (../share/lookback/fonts), in the person's own font
/// folders, then in the system's. A file that is not a whole font is skipped, with a line on
/// standard error.
/// @return the fonts, or one line that names the missing font and its package.
[[nodiscard]] Result<FontFiles> loadFontFiles();

/// Fonts of this machine for scripts that Inter lacks (Chinese, Arabic, emoji outlines ...), the
/// widest first; empty where none is installed. Broken fonts are skipped likewise.
[[nodiscard]] std::vector<FontBytes> loadFallbackFonts();

/// Reads one font file. Errors: it cannot be read, or it is not a whole font.
[[nodiscard]] Result<FontBytes> loadFontFile(const std::filesystem::path& path);

}  // namespace lookback
