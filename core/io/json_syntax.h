#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "core/base/result.h"

namespace lookback {

/// What the parser says when it gives up.
struct ParserComplaint {
    std::size_t position = 0;  ///< how many characters it has read
    std::string token;         ///< the last of what it read
    std::string what;          ///< its message
    int id = 0;                ///< its number for the kind of fault
};

/// The same in our words: where in the text it is ("line 3, column 7"), what was found there, and
/// what was expected.
[[nodiscard]] Error syntaxFault(std::string_view text, const ParserComplaint& complaint);

}  // namespace lookback
