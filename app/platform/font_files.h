/// Finds the fonts on this machine.
#pragma once

#include <filesystem>
#include <vector>

#include "app/look/font_data.h"
#include "core/base/result.h"

namespace lookback {

/// Reads Inter, JetBrains Mono and DejaVu Sans, without fallbacks.
/// Looks in $LOOKBACK_FONTS, the person's own font folders, then the system's.
/// @return the fonts, or one line that names the missing font and the package that brings it.
[[nodiscard]] Result<FontFiles> loadFontFiles();

/// Fonts of this machine for scripts that Inter lacks (Chinese, Arabic, emoji outlines ...), the
/// widest first. Only looks for names, reads nothing; empty where none is installed.
[[nodiscard]] std::vector<std::filesystem::path> findFallbackFonts();

/// Reads one font file.
[[nodiscard]] Result<FontBytes> loadFontFile(const std::filesystem::path& path);

}  // namespace lookback
