#include <fmt/format.h>

#include "core/attention/stages.h"
#include "core/explain/arithmetic_lines.h"
#include "core/explain/written.h"

namespace lookback {
namespace {

/// The rules that hold, with their numbers; empty where none blocks.
TextLine rulesOf(const Document& document) {
    TextLine line;
    for (const MaskRule& rule : document.mask.rules) {
        if (rule.kind == MaskKind::none) continue;
        if (!line.empty()) line << Piece{" and ", Ink::soft};
        line << std::string(info(rule.kind).rule);
        const std::string numbers = numbersOf(rule);
        if (!numbers.empty()) line << Piece{fmt::format(" ({})", numbers), Ink::soft};
    }
    return line;
}

/// Where true is blocked, what is not so.
TextLine inverted(const TextLine& rules) {
    if (rules.empty()) return {{"no key"}};
    TextLine line{{"not ("}};
    return line << rules << ")";
}

}  // namespace

std::vector<TextLine> ruleLines(const ExplainContext& c, bool&) {
    const TextLine rules = rulesOf(c.explained.document);
    TextLine line = rules;
    if (!c.conventions.true_is_allowed) {
        line = inverted(rules);
    } else if (rules.empty()) {
        line << std::string(kEveryKey);
    }
    if (c.explained.isFlipped()) line << Piece{", changed by hand", Ink::soft};
    const auto why = blockedReason(c.explained.document.mask, c.explained.cell, c.names.labels());
    if (why) line << Piece{": " + *why, Ink::masked};
    return {line};
}

std::string ruleResult(const ExplainContext& c) {
    const bool allowed = c.operation.allowed.front();
    const std::string words = allowed ? "allowed" : "blocked";
    if (c.conventions.true_is_allowed) return words;
    return fmt::format("{}: {}", truthOf(allowed, c.conventions), words);
}

}  // namespace lookback
