#pragma once

#include "core/masking/infinite_value.h"
#include "core/masking/methods.h"
#include "core/masking/score_loops.h"

namespace lookback {

// What `fill` and `zero_rows` have in common: blocked scores are replaced.

/// What was replaced has no share in the result.
inline constexpr auto kShareOfReplaced = []<class Scalar>(Scalar down, bool allowed) {
    return allowed ? down : Scalar(0);
};

[[nodiscard]] std::string replacingFormula(std::string_view from, const Masking& masking);
/// Where the mask's true is blocked.
[[nodiscard]] std::string replacingFormulaOfBlocked(std::string_view from, const Masking& masking);
[[nodiscard]] std::string replacingBackFormula(std::string_view from);

[[nodiscard]] std::vector<TextLine> replacingLines(const ExplainContext& context);
void sayThatItIsReplaced(const ExplainContext& context, Sentence& sentence);
[[nodiscard]] std::string replacingEffect(std::string_view value, bool several);

/// Nothing is left of a blocked score, not even where it is infinite or NaN.
[[nodiscard]] std::optional<std::string> closedByReplacing(const Document& document);

inline constexpr MaskingPath kPathPastReplacing{.closed = closedByReplacing,
                                                .open = numbersPastValue};

/// @param unweigh back from the weights to the masked scores
[[nodiscard]] constexpr MaskingDerivative replacingDerivative(BackwardKernel unweigh) {
    return {.unmask = unmaskedBy(kShareOfReplaced),
            .formula = replacingBackFormula,
            .cuts = true,
            .unweigh = unweigh,
            .weights_formula = softmaxWeightsBackFormula};
}

[[nodiscard]] constexpr MaskingWords replacingWords(std::string_view label, std::string_view line) {
    return {.label = label,
            .line = line,
            .formula_of_blocked = replacingFormulaOfBlocked,
            .lines = replacingLines,
            .allowed = sayThatItStays,
            .blocked = sayThatItIsReplaced,
            .effect = replacingEffect,
            .leak = sayThatItIsTooHigh};
}

}  // namespace lookback
