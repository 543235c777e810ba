#include <cmath>

#include "core/explain/arithmetic_lines.h"
#include "core/masking/infinite_value.h"
#include "core/masking/methods.h"
#include "core/masking/score_loops.h"

namespace lookback {
namespace {

constexpr auto kAddMasked = []<class Scalar>(Scalar value, Scalar score, bool allowed) -> Scalar {
    return allowed ? score : score + value;
};

/// @param blocked what is 1 where the mask blocks
std::string formulaWith(std::string_view from, const Masking& masking, std::string_view blocked) {
    const std::string value = formatShort(masking.value);
    return fmt::format("S_M = {} + {}\u00b7{}", from, masking.value < 0 ? "(" + value + ")" : value,
                       blocked);
}

std::string formula(std::string_view from, const Masking& masking) {
    return formulaWith(from, masking, "(1 \u2212 M)");
}

std::string formulaOfBlocked(std::string_view from, const Masking& masking) {
    return formulaWith(from, masking, "M");
}

std::vector<TextLine> addLines(const ExplainContext& c) {
    if (c.operation.allowed.front()) return unchangedScore(c);
    const std::string value = formatShort(c.operation.number);
    return changedScore(c, " + ", {{"masking value"}}, inBrackets(value, Ink::masked, true).text);
}

void sayWhatIsAdded(const ExplainContext& c, Sentence& s) {
    s.say(", so ").bold(formatShort(c.operation.number)).say(" is added to its score");
}

void sayWhatIsAbsorbed(const ExplainContext& c, Sentence& s) {
    const Operation& op = c.operation;
    const bool absorbed =
        op.left.front() != 0 && std::isfinite(op.result) && op.result == op.number;
    if (absorbed) s.say(" Beside it, the score itself is too small to leave a trace.");
}

/// A score of ∞, which finite keys have where their product overflows, does not become −∞.
std::optional<std::string> closed(const Document& document) {
    return closedByInfinity(
        document,
        "scores and values stay finite (\u221e \u2212 \u221e and 0 \u00d7 \u221e "
        "are NaN)");
}

}  // namespace

/// The masking's value is added to blocked scores.
constexpr MaskingRow kAdd{
    .method = MaskingMethod::add,
    .arithmetic = {.mask_scores = maskedBy(kAddMasked),
                   .masked = kAddMasked,
                   .formula = formula,
                   .weigh = kWeighBySoftmax,
                   .weights_formula = softmaxFormula},
    .derivative = {.unmask = unmaskedBy(kShareOfAdded),
                   .formula = addedBackFormula,
                   .unweigh = kUnweighSoftmax,
                   .weights_formula = softmaxWeightsBackFormula},
    .path = {.closed = closed, .open = numbersPastValue},
    .words = {.label = "add",
              .line = "a value is added to blocked scores",
              .formula_of_blocked = formulaOfBlocked,
              .lines = addLines,
              .allowed = sayThatItStays,
              .blocked = sayWhatIsAdded,
              .remark = sayWhatIsAbsorbed,
              .effect =
                  [](std::string_view value, bool several) {
                      return fmt::format("{} is added to {}", value,
                                         several ? "their scores" : "its score");
                  },
              .leak = sayThatItIsTooHigh},
};

}  // namespace lookback
