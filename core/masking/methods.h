#pragma once

#include <array>

#include "core/engine/masking_arithmetic.h"
#include "core/explain/masking_words.h"
#include "core/gradients/masking_derivative.h"

namespace lookback {

/// A masking method without its name in files: arithmetic, derivative and words. Each is defined in
/// replaced_scores.cpp, changed_scores.cpp or changed_weights.cpp, by its effect on blocked pairs.
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
