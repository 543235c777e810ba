/// The bytes of the fonts, which the platform reads: the user interface reads no disk.

#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/base/message.h"

namespace lookback {

/// One font in memory.
struct FontBytes {
    std::string name;                 ///< the file's name, for messages: "Inter-Bold.otf"
    std::vector<unsigned char> data;  ///< the file's bytes (TrueType, OpenType or a collection)
    int face = 0;                     ///< which face of a collection (.ttc), otherwise 0
};

/// All fonts the user interface draws with.
struct FontFiles {
    FontBytes regular;                 ///< words
    FontBytes semibold;                ///< headings
    FontBytes bold;                    ///< titles
    FontBytes mono;                    ///< numbers
    FontBytes mono_bold;               ///< numbers that stand out
    FontBytes symbols;                 ///< mathematical signs, for characters that the others lack
    std::vector<FontBytes> fallbacks;  ///< other scripts, for tokens that need them; usually empty
};

/// Checks that a font is complete: the rasteriser (stb_truetype) trusts every offset in the file.
/// The tables that it reads must exist, lie within the file, agree with each other and add up to
/// their checksums, which shows that bytes were cut off, overwritten or flipped.
/// @return the fault, a clause; nothing for a font that can be drawn
[[nodiscard]] std::optional<Message> fontFault(const FontBytes& font);

}  // namespace lookback
