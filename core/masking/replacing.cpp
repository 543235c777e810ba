#include "core/masking/replacing.h"

#include "core/explain/arithmetic_lines.h"

namespace lookback {

std::string replacingFormula(std::string_view from, const Masking& masking) {
    return fmt::format("S_M = {} where M, else {}", from, formatShort(valueOf(masking)));
}

std::string replacingFormulaOfBlocked(std::string_view from, const Masking& masking) {
    return fmt::format("S_M = {} where M, else {}", formatShort(valueOf(masking)), from);
}

std::string replacingBackFormula(std::string_view from) {
    return fmt::format("d{} = dS_M where M, else 0", from);
}

std::vector<TextLine> replacingLines(const ExplainContext& c) {
    if (c.operation.allowed.front()) return unchangedScore(c);
    const std::string reason =
        blockedReason(c.explained.document.mask, c.explained.cell, c.names.labels()).value_or("");
    TextLine line = inInk(leftName(c), Ink::masked);
    line << Piece{fmt::format(" replaced, because {}", reason), Ink::soft};
    return {line,
            {{fmt::format("{} in place of {}", formatShort(c.operation.number), leftDigits(c).text),
              Ink::masked}}};
}

void sayThatItIsReplaced(const ExplainContext& c, Sentence& s) {
    s.say(", so its score is replaced by ").bold(formatShort(c.operation.number));
}

std::optional<std::string> closedByReplacing(const Document& document) {
    return closedByInfinity(document, "keys and values stay finite (0 \u00d7 \u221e is NaN)");
}

std::string replacingEffect(std::string_view value, bool several) {
    return fmt::format("{} replaced by {}", several ? "their scores are" : "its score is", value);
}

}  // namespace lookback
