#include "core/masking/methods.h"

#include <cmath>

#include <fmt/format.h>

#include "core/base/text.h"
#include "core/explain/arithmetic_lines.h"
#include "core/masking/score_methods.h"

namespace lookback {

const MaskingArithmetic& maskingArithmetic(MaskingMethod method) {
    return maskingRow(method).arithmetic;
}

const MaskingDerivative& maskingDerivative(MaskingMethod method) {
    return maskingRow(method).derivative;
}

const MaskingPath& maskingPath(MaskingMethod method) { return maskingRow(method).path; }

const MaskingWords& maskingWords(MaskingMethod method) { return maskingRow(method).words; }

void sayThatItStays(Sentence& s) { s.say(", so this score ").bold("stays").say(" as it is."); }

void sayThatItIsTooHigh(const ExplainContext& c, Sentence& s) {
    s.say(fmt::format("{} is not low enough beside these scores.",
                      formatShort(maskedScoreValue(c.explained.document.masking))));
}

std::vector<TextLine> unchangedScore(const ExplainContext& c) {
    TextLine line = inInk(leftName(c), Ink::plain);
    return {line << Piece{", unchanged: allowed", Ink::soft}};
}

std::vector<TextLine> changedScore(const ExplainContext& c, const std::string& sign,
                                   const TextLine& by_name, const std::string& by_digits) {
    const Ink ink = c.operation.allowed.front() ? Ink::plain : Ink::masked;
    TextLine symbols = leftName(c);
    symbols << sign << by_name;
    return {inInk(std::move(symbols), ink), {{leftDigits(c).text + sign + by_digits, ink}}};
}

std::vector<TextLine> changedByMask(const ExplainContext& c, const std::string& sign) {
    return changedScore(c, sign, allowedFactor(c), allowedDigits(c));
}

std::optional<Message> closedByInfinity(const Document& document,
                                        messages::leak::MinusInfinity::Proviso proviso) {
    const double value = maskedScoreValue(document.masking);
    const double in_softmax =
        masksBeforeScale(document.masking) ? value / divisor(document) : value;
    if (!std::isinf(value) || in_softmax > 0) return std::nullopt;
    return messages::leak::MinusInfinity{.proviso = proviso};
}

Message numbersPastValue(const Masking& masking) {
    const Verbatim value{formatShort(maskedScoreValue(masking))};
    if (std::isinf(maskedScoreValue(masking))) {
        return messages::leak::MayNoInfinity{.value = value};
    }
    return messages::leak::MayFiniteValue{.value = value};
}

}  // namespace lookback
