#pragma once

#include <optional>
#include <string>

#include "core/gradients/backward_stages.h"

namespace lookback {

/// The way back through a masking method: a row for each, in core/masking.
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

[[nodiscard]] const MaskingDerivative& maskingDerivative(MaskingMethod method);

/// Of weights that softmax makes: `dS_M = A · (dA − row sum of dA · A)`.
[[nodiscard]] std::string softmaxBackFormula(const Document& document, MatrixId weights);

/// Whether blocked tokens can change an output in spite of a masking method: a row for each, in
/// core/masking.
struct MaskingPath {
    /// Why no blocked token changes an output, whatever numbers a document has, in a sentence; none
    /// where some numbers might let it.
    std::optional<std::string> (*closed)(const Document&) = [](const Document&) {
        return std::optional<std::string>();
    };
    /// Which other numbers might let it, where those at hand do not: `larger ones may: −1e9 is a
    /// finite value`.
    std::string (*open)(const Masking&) = nullptr;
};

[[nodiscard]] const MaskingPath& maskingPath(MaskingMethod method);

}  // namespace lookback
