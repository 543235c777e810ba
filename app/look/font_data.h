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

}  // namespace lookback
