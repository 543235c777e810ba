#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace lookback {

/// How a mask is put onto the scores or the weights.
enum class MaskingMethod : std::uint8_t {
    fill,
    add,
    renormalize,
    zero,
    multiply,
    add_allowed,
    zero_rows,
};

enum class MaskingOrder : std::uint8_t { after_scale, before_scale };

/// Where a method acts: on the scores, or on the weights after softmax.
enum class MaskingPlace : std::uint8_t { scores, weights };

struct Masking {
    MaskingMethod method = MaskingMethod::fill;
    double value = -1e9;  ///< what blocked scores become (fill) or gain (add); may be -inf
    MaskingOrder order = MaskingOrder::after_scale;

    bool operator==(const Masking&) const = default;
};

/// A row of the table of masking methods.
struct MaskingInfo {
    MaskingMethod method;
    std::string_view name;     ///< as files spell it
    std::string_view label;    ///< as menus show it
    std::string_view line;     ///< what it does, in one line
    std::string_view formula;  ///< the same as a formula
    MaskingPlace place;
    bool uses_value;  ///< whether `Masking::value` matters
    bool is_mistake;  ///< taught as a mistake: it does not block
};

inline constexpr std::array<MaskingInfo, 7> kMaskingMethods{{
    {MaskingMethod::fill, "fill", "fill", "blocked scores are replaced by a value",
     "S = value where blocked", MaskingPlace::scores, true, false},
    {MaskingMethod::add, "add", "add", "a value is added to blocked scores",
     "S = S + value where blocked", MaskingPlace::scores, true, false},
    {MaskingMethod::renormalize, "renormalize", "after softmax, renormalise",
     "blocked weights become 0, then each row is divided by its sum",
     "A = A\u00b7M / \u03a3 A\u00b7M", MaskingPlace::weights, false, false},
    {MaskingMethod::zero, "zero", "after softmax, zero only",
     "blocked weights become 0; rows no longer add up to 1", "A = A\u00b7M", MaskingPlace::weights,
     false, true},
    {MaskingMethod::multiply, "multiply", "multiply by 0/1",
     "scores times 1 or 0: a score of 0 still gets weight", "S = S\u00b7M", MaskingPlace::scores,
     false, true},
    {MaskingMethod::add_allowed, "add_allowed", "add 0/1",
     "1 is added where allowed: the rest still gets weight", "S = S + M", MaskingPlace::scores,
     false, true},
    {MaskingMethod::zero_rows, "zero_rows", "\u2212\u221e fill, empty rows 0",
     "blocked scores become \u2212\u221e; a row without any allowed key gets weights 0",
     "S = \u2212\u221e where blocked", MaskingPlace::scores, false, false},
}};

[[nodiscard]] constexpr const MaskingInfo& info(MaskingMethod method) {
    return kMaskingMethods[static_cast<std::size_t>(method)];
}

/// True where masking acts on the raw scores, before they are scaled.
[[nodiscard]] constexpr bool masksBeforeScale(const Masking& masking) {
    return masking.order == MaskingOrder::before_scale &&
           info(masking.method).place == MaskingPlace::scores;
}

/// True where a blocked cell is shown by its fill value: what a masked cell's text says.
[[nodiscard]] constexpr const MaskingInfo* findMaskingMethod(std::string_view name) {
    for (const MaskingInfo& row : kMaskingMethods) {
        if (row.name == name) return &row;
    }
    return nullptr;
}

}  // namespace lookback
