#pragma once

#include <string>
#include <vector>

#include "core/explain/explain.h"
#include "core/words/say.h"

namespace lookback::test {

/// The English characters of a line, with `^` before superscripts.
inline std::string plain(const TextLine& line, const Conventions& conventions = {}) {
    std::string text;
    for (const Piece& piece : english().in(conventions).line(line)) {
        text += (piece.raised > 0 ? "^" : "") + piece.text;
    }
    return text;
}

inline std::string plain(const Message& message, const Conventions& conventions = {}) {
    return english().in(conventions).text(message);
}

inline std::string plain(const std::vector<Message>& messages,
                         const Conventions& conventions = {}) {
    return english().in(conventions).text(messages);
}

}  // namespace lookback::test
