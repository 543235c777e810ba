#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "core/document/mask.h"

namespace lookback {

/// Mistakes that turn a causal mask into one that lets later tokens in, or blocks one token too
/// many.
enum class MaskLook : std::uint8_t {
    inverted,    ///< blocked and allowed are exchanged
    transposed,  ///< queries and keys are exchanged
    off_by_one,  ///< one diagonal too many or too few
};

struct MaskLookInfo {
    MaskLook look;
    std::string_view name;  ///< as files spell it
};

inline constexpr std::array kMaskLooks{
    MaskLookInfo{MaskLook::inverted, "inverted"},
    MaskLookInfo{MaskLook::transposed, "transposed"},
    MaskLookInfo{MaskLook::off_by_one, "off_by_one"},
};

[[nodiscard]] constexpr const MaskLookInfo& info(MaskLook look) {
    return kMaskLooks[static_cast<std::size_t>(look)];
}

/// The mistake that turns a causal mask, or a causal window, into this mask of n tokens; nothing
/// where the mask is none of these, or blocks no pair. Its padding rules are set aside: padding may
/// block more. A window counts where it is inverted or transposed only: one with an edge after the
/// query may be meant.
[[nodiscard]] std::optional<MaskLook> maskLook(const Mask& mask, Index n);

/// Row by row, the pairs (output, token) of later tokens on which an output depends because the
/// mask allows it.
/// @param norms (n, n) of the Influence
[[nodiscard]] std::vector<Cell> futurePairs(const Mask& mask, const Matrix<double>& norms);

}  // namespace lookback
