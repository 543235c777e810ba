#pragma once

#include <optional>
#include <string>

#include "core/base/message.h"
#include "core/gradients/backward_stages.h"

namespace lookback {

/// The backward pass of a masking method: core/masking has a row for each method.
struct MaskingDerivative {
    // For a method that acts on scores:

    /// Back through the masking of scores.
    BackwardKernel unmask{};
    /// As papers write it. @param from the symbol of the scores that were masked
    std::string (*formula)(std::string_view from) = nullptr;
    bool cuts = false;  ///< a blocked score has a gradient of 0

    // Of every method:

    /// Back through the attention weights.
    BackwardKernel unweigh{};
    std::string (*weights_formula)(const Document&) = nullptr;
    /// The output of softmax, over all scores in its denominator.
    MatrixId softmax = MatrixId::attention_weights;
};

[[nodiscard]] const MaskingDerivative& maskingDerivative(MaskingMethod method);

/// The formula of weights that softmax computes: `dS_M = A · (dA − row sum of dA · A)`.
[[nodiscard]] std::string softmaxBackFormula(const Document& document, MatrixId weights);

/// Whether blocked tokens can change an output in spite of a masking method: core/masking has a row
/// for each method.
struct MaskingPath {
    /// Why no blocked token changes an output, for all numbers of a document; nothing where it
    /// might change an output for some numbers.
    std::optional<Message> (*closed)(const Document&) = [](const Document&) {
        return std::optional<Message>();
    };
    /// With which other numbers a blocked token might change an output.
    Message (*open)(const Masking&) = nullptr;
    /// Blocked tokens count in the softmax, and dividing by the row's sum takes them out again: no
    /// derivative is above 0, and only rounding depends on them.
    bool leaves_rounding = false;
};

[[nodiscard]] const MaskingPath& maskingPath(MaskingMethod method);

}  // namespace lookback
