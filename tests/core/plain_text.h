#pragma once

#include <string>

#include "core/explain/explain.h"

namespace lookback::test {

/// The characters of a line, with `^` before superscripts.
inline std::string plain(const TextLine& line) {
    std::string text;
    for (const Piece& piece : line) text += (piece.raised > 0 ? "^" : "") + piece.text;
    return text;
}

}  // namespace lookback::test
