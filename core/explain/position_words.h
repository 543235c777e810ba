#pragma once

#include <string_view>

#include "core/explain/meaning.h"

namespace lookback {

/// The words that explain a position encoding. core/positions defines them for each encoding.
struct PositionWords {
    Message (*label)();  ///< as menus show it
    Message (*line)();   ///< what it does, in one line

    // For an encoding that is added to the embeddings:

    /// The formulas of one number that is added, without its result; null where it is given.
    std::vector<TextLine> (*lines)(const ExplainContext&) = nullptr;
    Message (*meaning)(const ExplainContext&) = nullptr;
};

[[nodiscard]] const PositionWords& positionWords(PositionKind kind);

}  // namespace lookback
