#pragma once

#include "core/gradients/backward_stages.h"

namespace lookback {

/// What differentiating asks of a masking method. Whoever knows all methods (core/masking) answers.
struct MaskingDerivative {
    // Of a method that acts on scores:

    /// Back through the masking of scores.
    BackwardKernel unmask{};
    /// As papers write it. @param from the symbol of the scores that were masked
    std::string (*formula)(std::string_view from) = nullptr;
    bool cuts = false;  ///< a blocked score changes nothing

    // Of every method:

    /// Back through the attention weights.
    BackwardKernel unweigh{};
    std::string (*weights_formula)(const Document&) = nullptr;
    /// The weights as softmax made them, over all scores that have a share in its denominator.
    MatrixId softmax = MatrixId::attention_weights;
};

[[nodiscard]] const MaskingDerivative& derivativeOf(MaskingMethod method);

/// Of weights that softmax makes: `dS_M = A · (dA − row sum of dA · A)`.
[[nodiscard]] std::string softmaxBackFormula(const Document& document, MatrixId weights);

}  // namespace lookback
