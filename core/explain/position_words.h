#pragma once

#include "core/explain/sentence.h"

namespace lookback {

/// What explaining asks of a position encoding. Whoever knows all encodings (core/positions)
/// answers.
struct PositionWords {
    std::string_view label;  ///< as menus show it
    std::string_view line;   ///< what it does, in one line

    // Of one that is added to the embeddings:

    /// The formulas of one number that is added, without its result; null where it is given.
    std::vector<TextLine> (*lines)(const ExplainContext&) = nullptr;
    void (*meaning)(const ExplainContext&, Sentence&) = nullptr;
};

[[nodiscard]] const PositionWords& wordsOf(PositionKind kind);

}  // namespace lookback
