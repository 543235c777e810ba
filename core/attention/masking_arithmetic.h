#pragma once

#include <optional>

#include "core/attention/stages.h"

namespace lookback {

/// What computing asks of a masking method. Whoever knows all methods (core/masking) answers.
struct MaskingArithmetic {
    // Of a method that acts on scores:

    /// Writes the masked scores of a block.
    Kernel mask_scores{};
    /// The same for one score. @param value of the masking
    double (*masked)(double value, double score, bool allowed) = nullptr;
    /// As papers write it. @param from the symbol of the scores that are masked
    std::string (*formula)(std::string_view from, const Masking&) = nullptr;
    bool replaces = false;          ///< nothing is left of a blocked score
    std::optional<double> value{};  ///< a value of its own, whatever the masking's is

    // Of every method:

    /// Writes the attention weights of a block.
    Kernel weigh{};
    Arithmetic weights = Arithmetic::softmax;  ///< how it makes them
    std::string (*weights_formula)(const Document&) = nullptr;
    std::string_view step = "Softmax";  ///< title of the step that tells of them
    bool clears_empty_rows = false;     ///< a row without any allowed key weighs nothing
};

[[nodiscard]] const MaskingArithmetic& arithmeticOf(MaskingMethod method);

/// What blocked scores become or gain.
[[nodiscard]] inline double valueOf(const Masking& masking) {
    return arithmeticOf(masking.method).value.value_or(masking.value);
}

}  // namespace lookback
