#pragma once

#include <vector>

#include "core/attention/stages.h"

namespace lookback {

/// Two dimensions that are turned together.
struct TurnedPair {
    Index first = 0;
    Index second = 0;
    double speed = 0;  ///< radians from one token to the next
};

/// What computing asks of a position encoding. Whoever knows all encodings (core/positions)
/// answers.
struct PositionArithmetic {
    // Of one that is added to the embeddings:

    /// Writes rows of what is added.
    Kernel place{};
    std::string_view formula{};  ///< of what is added, as papers write it
    /// What an edit changes of it, the kind being the same.
    Touched (*edited)(const Positions& was, const Positions& is) = nullptr;

    // Of a rotary one:

    /// @param pair from 0 to d_k / 2 - 1
    TurnedPair (*turned)(const Positions&, Index d_k, Index pair) = nullptr;

    // Of one with slopes:

    /// One a head, where the document gives none.
    std::vector<double> (*slopes)(Index heads) = nullptr;
};

[[nodiscard]] const PositionArithmetic& arithmeticOf(PositionKind kind);

/// By what scores lose with each place of distance, one number a head: from the document, or those
/// that the encoding is known for.
[[nodiscard]] std::vector<double> slopesOf(const Document& document);
[[nodiscard]] double slopeOf(const Document& document, Index head);

}  // namespace lookback
