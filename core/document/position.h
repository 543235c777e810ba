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
    std::vector<double> slopes;  ///< one a head; empty: those that the encoding is known for

    bool operator==(const Positions&) const = default;
};

/// A position encoding as documents name it, and the fields that it uses. Its arithmetic and words:
/// core/positions.
struct PositionInfo {
    PositionKind kind;
    std::string_view name;    ///< as files spell it
    bool is_added = false;    ///< added to the embeddings
    bool is_rotary = false;   ///< turns queries and keys, in pairs of dimensions
    bool has_base = false;    ///< `Positions::base` matters
    bool has_table = false;   ///< P is `Positions::table`
    bool has_slopes = false;  ///< scores lose slope * distance, by `Positions::slopes`
};

inline constexpr std::array kPositionKinds{
    PositionInfo{.kind = PositionKind::none, .name = "none"},
    PositionInfo{
        .kind = PositionKind::sinusoidal, .name = "sinusoidal", .is_added = true, .has_base = true},
    PositionInfo{
        .kind = PositionKind::learned, .name = "learned", .is_added = true, .has_table = true},
    PositionInfo{.kind = PositionKind::rope_interleaved,
                 .name = "rope_interleaved",
                 .is_rotary = true,
                 .has_base = true},
    PositionInfo{
        .kind = PositionKind::rope_half, .name = "rope_half", .is_rotary = true, .has_base = true},
    PositionInfo{.kind = PositionKind::alibi, .name = "alibi", .has_slopes = true},
};

[[nodiscard]] constexpr const PositionInfo& info(PositionKind kind) {
    return kPositionKinds[static_cast<std::size_t>(kind)];
}

}  // namespace lookback
