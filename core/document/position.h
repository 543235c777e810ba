#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "core/base/matrix.h"

namespace lookback {

enum class PositionKind : std::uint8_t {
    none,
    sinusoidal,
    learned,
    rope_interleaved,
    rope_half,
    alibi,
};

/// How the place of a token enters the computation.
struct Positions {
    PositionKind kind = PositionKind::none;
    double base = 10000;         ///< of the angles (sinusoidal, rotary)
    SharedMatrix table;          ///< (n, d_in), learned
    std::vector<double> slopes;  ///< one a head (ALiBi); empty: those of the paper

    bool operator==(const Positions&) const = default;
};

/// A row of the table of position encodings.
struct PositionInfo {
    PositionKind kind;
    std::string_view name;   ///< as files spell it
    std::string_view label;  ///< as menus show it
    std::string_view line;   ///< what it does, in one line
    bool is_added;           ///< added to the embeddings
    bool is_rotary;          ///< turns queries and keys
    bool has_base;
};

inline constexpr std::array<PositionInfo, 6> kPositionKinds{{
    {PositionKind::none, "none", "No positions", "the order of the tokens is not told", false,
     false, false},
    {PositionKind::sinusoidal, "sinusoidal", "Sinusoidal",
     "sines and cosines of the place are added to the embeddings", true, false, true},
    {PositionKind::learned, "learned", "Learned table",
     "a learned row for each place is added to the embeddings", true, false, false},
    {PositionKind::rope_interleaved, "rope_interleaved", "Rotary, interleaved",
     "queries and keys are turned by their place, in pairs 1-2, 3-4, \u2026", false, true, true},
    {PositionKind::rope_half, "rope_half", "Rotary, half-split",
     "queries and keys are turned by their place, dimension i with i + d_k/2", false, true, true},
    {PositionKind::alibi, "alibi", "ALiBi", "each score loses slope \u00d7 distance", false, false,
     false},
}};

[[nodiscard]] constexpr const PositionInfo& info(PositionKind kind) {
    return kPositionKinds[static_cast<std::size_t>(kind)];
}

[[nodiscard]] constexpr const PositionInfo* findPositionKind(std::string_view name) {
    for (const PositionInfo& row : kPositionKinds) {
        if (row.name == name) return &row;
    }
    return nullptr;
}

/// The slopes that the ALiBi paper (Press, Smith, Lewis 2022) gives `heads` heads.
[[nodiscard]] std::vector<double> alibiSlopes(Index heads);

/// What is added to column `column` of `width` at place `token`: sines in even, cosines in odd
/// columns (Vaswani et al. 2017, section 3.5).
[[nodiscard]] double sinusoidal(Index token, Index column, Index width, double base);

/// The same as a table; an odd width ends with a sine. @return (n, width)
[[nodiscard]] Matrix<double> sinusoidalTable(Index tokens, Index width, double base);

/// How a rotary encoding turns a row of `d_k` numbers: pair by pair of dimensions, each by an angle
/// that grows with the place of the token (Su et al. 2021).
class Rotation {
public:
    Rotation(const Positions& positions, Index d_k);

    [[nodiscard]] Index pairs() const { return static_cast<Index>(speeds_.size()); }
    /// The two dimensions of a pair.
    [[nodiscard]] Index first(Index pair) const { return halves_ ? pair : 2 * pair; }
    [[nodiscard]] Index second(Index pair) const { return halves_ ? pair + pairs() : 2 * pair + 1; }
    /// The pair that a dimension belongs to.
    [[nodiscard]] Index pairOf(Index dimension) const {
        return halves_ ? dimension % pairs() : dimension / 2;
    }
    /// In radians.
    [[nodiscard]] double angle(Index token, Index pair) const {
        return static_cast<double>(token) * speeds_[static_cast<std::size_t>(pair)];
    }

private:
    bool halves_;
    std::vector<double> speeds_;  ///< radians from one token to the next
};

}  // namespace lookback
