#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace lookback {

/// How a mask is put onto the scores or the weights.
enum class MaskingMethod : std::uint8_t {
    fill,
    add,
    zero_rows,
    renormalize,
    zero,
    multiply,
    add_allowed,
};

enum class MaskingOrder : std::uint8_t { after_scale, before_scale };

/// Their names in files, in the order of the enumerators.
inline constexpr std::array<std::string_view, 2> kMaskingOrderNames{"after_scale", "before_scale"};

/// Where a method acts: on the scores, or on the weights after softmax.
enum class MaskingPlace : std::uint8_t { scores, weights };

/// The scores that softmax turns into weights with the sum 1: those of one query with
/// all keys, a row, or by mistake those of one key with all queries, a column.
enum class SoftmaxOver : std::uint8_t { rows, columns };

/// Their names in files, in the order of the enumerators.
inline constexpr std::array<std::string_view, 2> kSoftmaxOverNames{"rows", "columns"};

struct Masking {
    MaskingMethod method = MaskingMethod::fill;
    double value = -1e9;  ///< replaces blocked scores (fill) or is added (add); may be -inf
    MaskingOrder order = MaskingOrder::after_scale;
    SoftmaxOver softmax = SoftmaxOver::rows;

    bool operator==(const Masking&) const = default;
};

/// A masking method as documents name it, and the fields that it uses. Its arithmetic and words:
/// core/masking.
struct MaskingInfo {
    MaskingMethod method;
    std::string_view name;  ///< as files spell it
    MaskingPlace place;
    bool uses_value = false;  ///< whether `Masking::value` matters
};

/// In the order of the enumerators, which is that of the menu.
inline constexpr std::array kMaskingMethods{
    MaskingInfo{MaskingMethod::fill, "fill", MaskingPlace::scores, true},
    MaskingInfo{MaskingMethod::add, "add", MaskingPlace::scores, true},
    MaskingInfo{MaskingMethod::zero_rows, "zero_rows", MaskingPlace::scores},
    MaskingInfo{MaskingMethod::renormalize, "renormalize", MaskingPlace::weights},
    MaskingInfo{MaskingMethod::zero, "zero", MaskingPlace::weights},
    MaskingInfo{MaskingMethod::multiply, "multiply", MaskingPlace::scores},
    MaskingInfo{MaskingMethod::add_allowed, "add_allowed", MaskingPlace::scores},
};

[[nodiscard]] constexpr const MaskingInfo& info(MaskingMethod method) {
    return kMaskingMethods[static_cast<std::size_t>(method)];
}

/// True where masking acts on the raw scores, before they are scaled.
[[nodiscard]] constexpr bool masksBeforeScale(const Masking& masking) {
    return masking.order == MaskingOrder::before_scale &&
           info(masking.method).place == MaskingPlace::scores;
}

/// True where the weights of each key add up to 1, over all queries: softmax over the wrong axis.
[[nodiscard]] constexpr bool isOverColumns(const Masking& masking) {
    return masking.softmax == SoftmaxOver::columns;
}

}  // namespace lookback
