#include "core/masking/replacing.h"

namespace lookback {
namespace {

constexpr auto kFillMasked = []<class Scalar>(Scalar value, Scalar score, bool allowed) -> Scalar {
    return allowed ? score : value;
};

}  // namespace

/// Blocked scores are replaced by the masking's value.
constexpr MaskingRow kFill{
    .method = MaskingMethod::fill,
    .arithmetic = {.mask_scores = maskedBy(kFillMasked),
                   .masked = kFillMasked,
                   .formula = replacingFormula,
                   .replaces = true,
                   .weigh = kWeighBySoftmax,
                   .weights_formula = softmaxFormula},
    .derivative = replacingDerivative(kUnweighSoftmax),
    .path = kPathPastReplacing,
    .words = replacingWords("fill", "blocked scores are replaced by a value"),
};

}  // namespace lookback
