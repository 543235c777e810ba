#include "core/explain/masking_words.h"

#include "core/attention/masking_arithmetic.h"
#include "core/explain/arithmetic_lines.h"
#include "core/explain/written.h"

namespace lookback {

void sayThatItStays(Sentence& s) { s.say(", so this score ").bold("stays").say(" as it is."); }

void sayThatItIsTooHigh(const ExplainContext& c, Sentence& s) {
    s.say(fmt::format("{} is not low enough beside these scores.",
                      formatShort(valueOf(c.explained.document.masking))));
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

TextLine allowedFactor(const ExplainContext& c) {
    const TextLine cell = c.names.cell(MatrixId::mask, 0, c.explained.cell);
    if (c.conventions.true_is_allowed) return cell;
    TextLine factor{{"(1 \u2212 "}};
    factor << cell << ")";
    return factor;
}

std::string allowedDigits(const ExplainContext& c) {
    const bool allowed = c.operation.allowed.front();
    const int truth = truthOf(allowed, c.conventions);
    return c.conventions.true_is_allowed ? fmt::format("{}", truth)
                                         : fmt::format("(1 \u2212 {})", truth);
}

std::vector<TextLine> changedByMask(const ExplainContext& c, const std::string& sign) {
    return changedScore(c, sign, allowedFactor(c), allowedDigits(c));
}

}  // namespace lookback
