#pragma once

#include <string_view>

#include "core/explain/meaning.h"

namespace lookback {

/// The words that explain a position encoding. core/positions defines them for each encoding.
struct PositionWords {
    Message (*label)();  ///< as menus show it
    Message (*line)();   ///< what it does, in one line

    // For an encoding that is added to the embeddings:

    /// One number of P before it is rounded to the dtype; null where P is given.
    double (*unrounded)(const Document&, Cell) = nullptr;
    /// The formulas of one number that is added, without its result; null where it is given.
    CellLines (*lines)(const ExplainContext&) = nullptr;
    Message (*meaning)(const ExplainContext&) = nullptr;
};

[[nodiscard]] const PositionWords& positionWords(PositionKind kind);

}  // namespace lookback
