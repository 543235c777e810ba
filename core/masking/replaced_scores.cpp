#include <limits>

#include <fmt/format.h>

#include "core/base/text.h"
#include "core/explain/arithmetic_lines.h"
#include "core/masking/methods.h"
#include "core/masking/score_methods.h"
#include "messages/explain.h"

// Methods that replace blocked scores: `fill` and `zero_rows`.
#include "messages/masking.h"

namespace lookback {
namespace {

/// The gradient of a score: 0 where it was replaced.
constexpr auto kShareOfReplaced = []<class Scalar>(Scalar down, bool allowed) {
    return allowed ? down : Scalar(0);
};

std::string replacingFormula(std::string_view from, const Masking& masking) {
    return fmt::format("S_M = {} where M, else {}", from, formatShort(maskedScoreValue(masking)));
}

/// `replacingFormula` where the mask's true is blocked.
std::string replacingFormulaOfBlocked(std::string_view from, const Masking& masking) {
    return fmt::format("S_M = {} where M, else {}", formatShort(maskedScoreValue(masking)), from);
}

std::string replacingSign(const Masking& masking) {
    return "fill " + formatShort(maskedScoreValue(masking));
}

std::string replacingBackFormula(std::string_view from) {
    return fmt::format("d{} = dS_M where M, else 0", from);
}

CellLines replacingLines(const ExplainContext& c) {
    if (c.operation.allowed.front()) return unchangedScore(c);
    TextLine line = inInk(leftName(c), Ink::masked);
    line << pieceOf(say::explain::LineReplaced{.reason = reasonOfCell(c)}, Ink::soft);
    const Message in_place = say::explain::LineInPlace{.value = brief(c.operation.number),
                                                       .score = Verbatim{leftDigits(c).text}};
    return {.lines = {line, {pieceOf(in_place, Ink::masked)}}};
}

Message scoreIsReplaced(const ExplainContext& c) {
    return say::explain::ScoreReplaced{.reason = reasonOfCell(c),
                                       .value = brief(c.operation.number)};
}

/// Nothing is left of a blocked score, not even where it is infinite or NaN.
std::optional<Message> closedByReplacing(const Document& document) {
    return closedByInfinity(document, say::leak::MinusInfinity::Proviso::other);
}

Message replacingEffect(const ExplainContext& c, const RowFacts& row) {
    const Verbatim value = brief(maskedScoreValue(c.explained.document.masking));
    if (row.blocked.size() == 1) {
        return say::explain::BlockedReplaced{.reason = reasonFor(c, row.blocked.front()),
                                             .value = value};
    }
    return say::explain::BlockedReplacedAll{.n = Count{static_cast<Index>(row.blocked.size())},
                                            .value = value};
}

constexpr MaskingPath kPathPastReplacing{.closed = closedByReplacing, .open = numbersPastValue};

/// @param unweigh back from the weights to the masked scores
constexpr MaskingDerivative replacingDerivative(BackwardKernel unweigh) {
    return {.unmask = unmaskedBy(kShareOfReplaced),
            .formula = replacingBackFormula,
            .cuts = true,
            .unweigh = unweigh,
            .weights_formula = softmaxWeightsBackFormula};
}

constexpr MaskingWords replacingWords(Message (*label)(), Message (*line)()) {
    return {.label = label,
            .line = line,
            .formula_of_blocked = replacingFormulaOfBlocked,
            .lines = replacingLines,
            .allowed = scoreStays,
            .blocked = scoreIsReplaced,
            .effect = replacingEffect,
            .leak = valueIsTooHigh};
}

constexpr auto kFillMasked = []<class Scalar>(Scalar value, Scalar score, bool allowed) -> Scalar {
    return allowed ? score : value;
};

constexpr auto kZeroRowsMasked = []<class Scalar>(Scalar, Scalar score, bool allowed) -> Scalar {
    return allowed ? score : -std::numeric_limits<Scalar>::infinity();
};

[[nodiscard]] bool isEmpty(const auto& mask, Index row) { return mask.row(row).maxCoeff() == 0; }

constexpr Kernel kZeroRowsWeigh = kernel([](auto& pass, const Block& block) {
    run(kWeighBySoftmax, pass, block);
    const auto mask = pass.mask();
    auto weights = pass.out(MatrixId::attention_weights, block.head);
    for (Index row = block.rows.begin; row < block.rows.end; ++row) {
        if (!isEmpty(mask, row)) continue;
        weights.row(row).segment(block.cols.begin, block.cols.size()).setZero();
    }
});

/// Rows that were set to 0 depend on nothing.
constexpr BackwardKernel kZeroRowsUnweigh = backwardKernel([](auto& pass) {
    softmaxBack(pass, MatrixId::attention_weights,
                [mask = pass.mask()](Index row) { return !isEmpty(mask, row); });
});

}  // namespace

/// Blocked scores are replaced by the masking's value.
constexpr MaskingRow kFill{
    .method = MaskingMethod::fill,
    .arithmetic = {.mask_scores = replacedBy(kFillMasked),
                   .masked = kFillMasked,
                   .formula = replacingFormula,
                   .sign = replacingSign,
                   .replaces = true,
                   .weigh = kWeighBySoftmax,
                   .weights_formula = softmaxFormula},
    .derivative = replacingDerivative(kUnweighSoftmax),
    .path = kPathPastReplacing,
    .words = replacingWords(stated<say::masking::Fill>, stated<say::masking::FillLine>),
};

/// Blocked scores are replaced by -inf, and rows without any allowed key weigh nothing.
constexpr MaskingRow kZeroRows{
    .method = MaskingMethod::zero_rows,
    .arithmetic = {.mask_scores = replacedBy(kZeroRowsMasked),
                   .masked = kZeroRowsMasked,
                   .formula = replacingFormula,
                   .sign = replacingSign,
                   .replaces = true,
                   .value = -std::numeric_limits<double>::infinity(),
                   .weigh = kZeroRowsWeigh,
                   .weights_formula = softmaxFormula,
                   .clears_empty_rows = true},
    .derivative = replacingDerivative(kZeroRowsUnweigh),
    .path = kPathPastReplacing,
    .words = replacingWords(stated<say::masking::ZeroRows>, stated<say::masking::ZeroRowsLine>),
};

}  // namespace lookback
