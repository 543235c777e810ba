#include "core/masking/methods.h"

#include <cmath>

#include "core/base/text.h"
#include "core/explain/arithmetic_lines.h"
#include "core/masking/score_methods.h"
#include "messages/explain.h"

namespace lookback {

const MaskingArithmetic& maskingArithmetic(MaskingMethod method) {
    return maskingRow(method).arithmetic;
}

const MaskingDerivative& maskingDerivative(MaskingMethod method) {
    return maskingRow(method).derivative;
}

const MaskingPath& maskingPath(MaskingMethod method) { return maskingRow(method).path; }

const MaskingWords& maskingWords(MaskingMethod method) { return maskingRow(method).words; }

Message scoreStays(const ExplainContext& c) {
    return say::explain::ScoreStays{.token = rowToken(c),
                                    .key = otherToken(c, c.explained.cell.col)};
}

Message valueIsTooHigh(const ExplainContext& c) {
    return say::explain::LeakTooHigh{.value =
                                         brief(maskedScoreValue(c.explained.document.masking))};
}

Message reasonOfCell(const ExplainContext& c) { return reasonFor(c, c.explained.cell.col); }

CellLines unchangedScore(const ExplainContext& c) {
    TextLine line = inInk(leftName(c), Ink::plain);
    return {.lines = {line << pieceOf(say::explain::LineUnchanged{}, Ink::soft)}};
}

CellLines changedScore(const ExplainContext& c, const std::string& sign, const TextLine& by_name,
                       const std::string& by_digits, double shown) {
    const Ink ink = c.operation.allowed.front() ? Ink::plain : Ink::masked;
    TextLine symbols = leftName(c);
    symbols << sign << by_name;
    return {
        .lines = {inInk(std::move(symbols), ink), {{leftDigits(c).text + sign + by_digits, ink}}},
        .shown = shown};
}

CellLines changedByMask(const ExplainContext& c, const std::string& sign, double shown) {
    return changedScore(c, sign, allowedFactor(c), allowedDigits(c), shown);
}

std::optional<Message> closedByInfinity(const Document& document,
                                        say::leak::MinusInfinity::Proviso proviso) {
    const double value = maskedScoreValue(document.masking);
    const double in_softmax =
        masksBeforeScale(document.masking) ? value / divisor(document) : value;
    if (!std::isinf(value) || in_softmax > 0) return std::nullopt;
    return say::leak::MinusInfinity{.proviso = proviso};
}

Message numbersPastValue(const Masking& masking) {
    const Verbatim value{formatShort(maskedScoreValue(masking))};
    if (std::isinf(maskedScoreValue(masking))) {
        return say::leak::MayNoInfinity{.value = value};
    }
    return say::leak::MayFiniteValue{.value = value};
}

}  // namespace lookback
