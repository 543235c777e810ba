#include <cmath>

#include <fmt/format.h>

#include "core/base/text.h"
#include "core/explain/arithmetic_lines.h"
#include "core/masking/methods.h"
#include "core/masking/score_methods.h"
#include "messages/explain.h"

// Methods that add to scores or multiply them: `add`, `multiply` and `add_allowed`.
#include "messages/masking.h"

namespace lookback {
namespace {

constexpr auto kAddMasked = []<class Scalar>(Scalar value, Scalar score, bool allowed) -> Scalar {
    return allowed ? score : score + value;
};

/// @param if_true,if_false the number that is added where the mask is true, and where it is false
/// @param blocked the factor that is 1 where the mask blocks
std::string addFormulaWith(std::string_view from, const Masking& masking, std::string_view if_true,
                           std::string_view if_false, std::string_view blocked) {
    // −∞ times 0 is NaN: no product of the value and the mask gives the bias.
    if (std::isinf(masking.value)) {
        return fmt::format("S_M = {} + B, B = {} where M, else {}", from, if_true, if_false);
    }
    const std::string value = formatShort(masking.value);
    return fmt::format("S_M = {} + {}\u00b7{}", from, masking.value < 0 ? "(" + value + ")" : value,
                       blocked);
}

std::string addFormula(std::string_view from, const Masking& masking) {
    return addFormulaWith(from, masking, "0", formatShort(masking.value), "(1 \u2212 M)");
}

std::string addFormulaOfBlocked(std::string_view from, const Masking& masking) {
    return addFormulaWith(from, masking, formatShort(masking.value), "0", "M");
}

std::string addSign(const Masking& masking) { return "add " + formatShort(masking.value); }

CellLines addLines(const ExplainContext& c) {
    if (c.operation.allowed.front()) return unchangedScore(c);
    const std::string value = formatShort(c.operation.number);
    return changedScore(c, " + ", {pieceOf(say::explain::LineMaskingValue{})},
                        inBrackets(value, Ink::masked, true).text,
                        c.shown(c.operation.left.front()) + c.operation.number);
}

Message valueIsAdded(const ExplainContext& c) {
    return say::explain::ScoreAdded{.reason = reasonOfCell(c), .value = brief(c.operation.number)};
}

std::optional<Message> scoreIsAbsorbed(const ExplainContext& c) {
    const Operation& op = c.operation;
    const bool absorbed =
        op.left.front() != 0 && std::isfinite(op.result) && op.result == op.number;
    if (!absorbed) return std::nullopt;
    return Message(say::explain::ScoreAbsorbed{.value = brief(op.number)});
}

Message addingEffect(const ExplainContext& c, const RowFacts& row) {
    const Verbatim value = brief(maskedScoreValue(c.explained.document.masking));
    if (row.blocked.size() == 1) {
        return say::explain::BlockedAdded{.reason = reasonFor(c, row.blocked.front()),
                                          .value = value};
    }
    return say::explain::BlockedAddedAll{.n = Count{static_cast<Index>(row.blocked.size())},
                                         .value = value};
}

/// −∞ added to a score of ∞ is NaN. Finite keys have a score of ∞ where their product overflows.
std::optional<Message> closedByAdding(const Document& document) {
    return closedByInfinity(document, say::leak::MinusInfinity::Proviso::scores);
}

constexpr auto kMultiplyMasked = []<class Scalar>(Scalar, Scalar score, bool allowed) -> Scalar {
    return allowed ? score : score * Scalar(0);
};

constexpr auto kMultiplyShare = []<class Scalar>(Scalar down, bool allowed) -> Scalar {
    return allowed ? down : down * Scalar(0);
};

constexpr auto kAddAllowedMasked = []<class Scalar>(Scalar, Scalar score, bool allowed) -> Scalar {
    return allowed ? score + Scalar(1) : score;
};

/// @param masked (the masking's value, score, allowed) -> masked score, for every scalar
template <class Masked>
constexpr MaskingArithmetic changingArithmetic(Masked masked,
                                               std::string (*formula)(std::string_view from,
                                                                      const Masking&),
                                               std::string (*sign)(const Masking&)) {
    return {.mask_scores = maskedBy(masked),
            .masked = masked,
            .formula = formula,
            .sign = sign,
            .weigh = kWeighBySoftmax,
            .weights_formula = softmaxFormula};
}

/// The way back where a number was added to a score, which leaves its gradient as it is.
constexpr MaskingDerivative kAddedDerivative{
    .unmask = unmaskedBy([]<class Scalar>(Scalar down, bool) { return down; }),
    .formula = [](std::string_view from) { return fmt::format("d{} = dS_M", from); },
    .unweigh = kUnweighSoftmax,
    .weights_formula = softmaxWeightsBackFormula};

}  // namespace

/// The masking's value is added to blocked scores.
constexpr MaskingRow kAdd{
    .method = MaskingMethod::add,
    .arithmetic = changingArithmetic(kAddMasked, addFormula, addSign),
    .derivative = kAddedDerivative,
    .path = {.closed = closedByAdding, .open = numbersPastValue},
    .words = {.label = stated<say::masking::Add>,
              .line = stated<say::masking::AddLine>,
              .formula_of_blocked = addFormulaOfBlocked,
              .lines = addLines,
              .allowed = scoreStays,
              .blocked = valueIsAdded,
              .remark = scoreIsAbsorbed,
              .effect = addingEffect,
              .leak = valueIsTooHigh},
};

/// Scores are multiplied by the mask, 1 or 0.
constexpr MaskingRow kMultiply{
    .method = MaskingMethod::multiply,
    .arithmetic = changingArithmetic(
        kMultiplyMasked,
        [](std::string_view from, const Masking&) {
            return fmt::format("S_M = {} \u00b7 M", from);
        },
        [](const Masking&) -> std::string { return "\u00b7 mask"; }),
    .derivative = {.unmask = unmaskedBy(kMultiplyShare),
                   .formula =
                       [](std::string_view from) {
                           return fmt::format("d{} = dS_M \u00b7 M", from);
                       },
                   .cuts = true,
                   .unweigh = kUnweighSoftmax,
                   .weights_formula = softmaxWeightsBackFormula},
    .path = {.open = [](const Masking&) -> Message { return say::leak::MayBesideLower{}; }},
    .words = {
        .label = stated<say::masking::Multiply>,
        .line = stated<say::masking::MultiplyLine>,
        .is_mistake = true,
        .formula_of_blocked =
            [](std::string_view from, const Masking&) {
                return fmt::format("S_M = {} \u00b7 (1 \u2212 M)", from);
            },
        .lines =
            [](const ExplainContext& c) {
                return changedByMask(c, " \u00d7 ",
                                     c.shown(c.operation.left.front()) * allowedNumber(c));
            },
        .allowed = scoreStays,
        .blocked = [](const ExplainContext& c) -> Message {
            return say::explain::ScoreTimesZero{.reason = reasonOfCell(c)};
        },
        .leak = [](const ExplainContext&) -> Message { return say::explain::LeakTimesZero{}; }},
};

/// The mask, 1 or 0, is added to the scores.
constexpr MaskingRow kAddAllowed{
    .method = MaskingMethod::add_allowed,
    .arithmetic = changingArithmetic(
        kAddAllowedMasked,
        [](std::string_view from, const Masking&) { return fmt::format("S_M = {} + M", from); },
        [](const Masking&) -> std::string { return "+ mask"; }),
    .derivative = kAddedDerivative,
    .path = {.open = [](const Masking&) -> Message { return say::leak::MayOutweighOne{}; }},
    .words = {.label = stated<say::masking::AddAllowed>,
              .line = stated<say::masking::AddAllowedLine>,
              .is_mistake = true,
              .formula_of_blocked =
                  [](std::string_view from, const Masking&) {
                      return fmt::format("S_M = {} + (1 \u2212 M)", from);
                  },
              .lines =
                  [](const ExplainContext& c) {
                      return changedByMask(c, " + ",
                                           c.shown(c.operation.left.front()) + allowedNumber(c));
                  },
              .allowed = [](const ExplainContext& c) -> Message {
                  return say::explain::ScoreGainsOne{.token = rowToken(c),
                                                     .key = otherToken(c, c.explained.cell.col)};
              },
              .blocked = [](const ExplainContext& c) -> Message {
                  return say::explain::ScoreGainsNothing{.reason = reasonOfCell(c)};
              },
              .leak = [](const ExplainContext&) -> Message { return say::explain::LeakAddOne{}; }},
};

}  // namespace lookback
