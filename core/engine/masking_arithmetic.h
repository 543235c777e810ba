#pragma once

#include <optional>

#include "core/engine/stages.h"
#include "messages/stages.h"

namespace lookback {

/// The functions by which a masking method is computed. core/masking defines one for each method.
struct MaskingArithmetic {
    // Of a method that acts on scores:

    /// Writes the masked scores of a block.
    Kernel mask_scores{};
    /// The masked score of one score. @param value of the masking
    double (*masked)(double value, double score, bool allowed) = nullptr;
    /// As papers write it. @param from the symbol of the scores that are masked
    std::string (*formula)(std::string_view from, const Masking&) = nullptr;
    /// The operation in a few signs: `fill −1e9`.
    std::string (*sign)(const Masking&) = nullptr;
    bool replaces = false;          ///< a blocked score has no influence on its masked score
    std::optional<double> value{};  ///< replaces the value of the masking

    // Of every method:

    /// Writes the attention weights of a block.
    Kernel weigh{};
    Arithmetic weights = Arithmetic::softmax;  ///< how the weights are made
    std::string (*weights_formula)(const Document&) = nullptr;
    std::string_view weights_sign = "softmax A";  ///< as `sign`; empty: the matrix's symbol
    /// The title of the step that shows the weights.
    Message (*step)() = stated<say::stages::StepSoftmax>;
    bool clears_empty_rows = false;  ///< sets rows without an allowed key to 0
};

[[nodiscard]] const MaskingArithmetic& maskingArithmetic(MaskingMethod method);

/// The value that replaces blocked scores or is added to them.
[[nodiscard]] inline double maskedScoreValue(const Masking& masking) {
    return maskingArithmetic(masking.method).value.value_or(masking.value);
}

}  // namespace lookback
