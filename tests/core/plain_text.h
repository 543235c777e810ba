#pragma once

#include <string>

#include "core/explain/explain.h"

namespace lookback::test {

/// The words of a line alone; `^` stands before what is raised.
inline std::string plain(const TextLine& line) {
    std::string text;
    for (const Piece& piece : line) text += (piece.raised > 0 ? "^" : "") + piece.text;
    return text;
}

}  // namespace lookback::test
