#pragma once

#include <array>

#include "core/attention/masking_arithmetic.h"
#include "core/explain/masking_words.h"
#include "core/gradients/masking_derivative.h"

namespace lookback {

/// All that a masking method is, but for its name in files: in replaced_scores.cpp,
/// changed_scores.cpp or changed_weights.cpp, by what it does to what is blocked.
struct MaskingRow {
    MaskingMethod method;
    MaskingArithmetic arithmetic;
    MaskingDerivative derivative;
    MaskingPath path;
    MaskingWords words;
};

extern const MaskingRow kFill;
extern const MaskingRow kAdd;
extern const MaskingRow kZeroRows;
extern const MaskingRow kRenormalize;
extern const MaskingRow kZero;
extern const MaskingRow kMultiply;
extern const MaskingRow kAddAllowed;

/// The table of masking methods, in the order of the enumerators.
inline constexpr std::array kMaskingRows{&kFill, &kAdd,      &kZeroRows,  &kRenormalize,
                                         &kZero, &kMultiply, &kAddAllowed};

[[nodiscard]] constexpr const MaskingRow& maskingRow(MaskingMethod method) {
    return *kMaskingRows[static_cast<std::size_t>(method)];
}

}  // namespace lookback
