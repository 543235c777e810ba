#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/base/message.h"
#include "core/words/pattern.h"

namespace lookback {

/// A text with slots in one language or several, parsed. All languages have the same slots.
struct TextPatterns {
    struct Version {
        std::string language;  ///< ISO 639-1; empty: of no language in particular
        Pattern pattern;
    };
    std::vector<Version> versions;   ///< at least one
    std::vector<std::string> slots;  ///< names, in the order of the arguments
};

/// A text with the values of its slots, to be said in a language. A copy shares the patterns.
struct FilledText {
    std::shared_ptr<const TextPatterns> patterns;  ///< null: an empty text
    std::vector<Argument> arguments;               ///< one for each slot
};

}  // namespace lookback
