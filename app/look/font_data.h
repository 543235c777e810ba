/// The bytes of the fonts, as the user interface gets them: it reads no disk itself.

#pragma once

#include <string>
#include <vector>

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
    FontBytes medium;                  ///< words that stand out a little
    FontBytes semibold;                ///< headings
    FontBytes bold;                    ///< titles
    FontBytes mono;                    ///< numbers
    FontBytes mono_bold;               ///< numbers that stand out
    FontBytes symbols;                 ///< mathematical signs, merged behind the others
    std::vector<FontBytes> fallbacks;  ///< other scripts, for tokens that need them; usually empty
};

/// Looks whether a font is whole: what draws it (stb_truetype) trusts every offset in it. The
/// tables that are drawn from must be there, lie within the file, add up to their checksums, which
/// finds what was cut off, overwritten or flipped, and fit each other.
/// @return what is wrong, in words behind the name of the file; empty for a font that can be drawn
[[nodiscard]] std::string fontFault(const FontBytes& font);

}  // namespace lookback
