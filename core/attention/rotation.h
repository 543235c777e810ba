#pragma once

#include <vector>

#include "core/attention/position_arithmetic.h"

namespace lookback {

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
    [[nodiscard]] Index pairOf(Index dimension) const;
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
