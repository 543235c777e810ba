#pragma once

#include <vector>

#include "core/engine/stages.h"

namespace lookback {

/// Two dimensions of a vector that a rotary encoding turns by one angle.
struct TurnedPair {
    Index first = 0;
    Index second = 0;
    double speed = 0;  ///< radians from one token to the next
};

/// The functions by which a position encoding is computed. core/positions defines one for each
/// encoding.
struct PositionArithmetic {
    // Of an encoding that is added to the embeddings:

    /// Writes rows of the added matrix P.
    Kernel place{};
    std::string_view formula{};  ///< of P, as papers write it
    /// The cells of P that an edit changes where the kind stays.
    ChangedCells (*edited)(const Positions& was, const Positions& is) = nullptr;

    // Of a rotary encoding:

    /// @param pair from 0 to d_k / 2 - 1
    TurnedPair (*turned)(const Positions&, Index d_k, Index pair) = nullptr;

    // Of an encoding with slopes:

    /// The usual slopes, one for each head, of a document that gives none.
    std::vector<double> (*slopes)(Index heads) = nullptr;
};

[[nodiscard]] const PositionArithmetic& positionArithmetic(PositionKind kind);

/// The slopes, one for each head: the scores lose slope * distance. The document's own slopes, else
/// the usual slopes of the encoding.
[[nodiscard]] std::vector<double> slopesOf(const Document& document);
[[nodiscard]] double headSlope(const Document& document, Index head);

/// How a rotary encoding turns a row of `d_k` numbers: pair by pair of dimensions, each by an angle
/// that grows with the place of the token (Su et al. 2021). Other encodings turn no pair.
class Rotation {
public:
    Rotation(const Positions& positions, Index d_k);

    [[nodiscard]] Index pairs() const { return static_cast<Index>(pairs_.size()); }
    /// The two dimensions of a pair.
    [[nodiscard]] Index first(Index pair) const { return at(pair).first; }
    [[nodiscard]] Index second(Index pair) const { return at(pair).second; }
    /// The pair that a dimension belongs to.
    [[nodiscard]] Index dimensionPair(Index dimension) const;
    /// In radians.
    [[nodiscard]] double angle(Index token, Index pair) const {
        return static_cast<double>(token) * at(pair).speed;
    }

private:
    [[nodiscard]] const TurnedPair& at(Index pair) const {
        return pairs_[static_cast<std::size_t>(pair)];
    }

    std::vector<TurnedPair> pairs_;
};

}  // namespace lookback
