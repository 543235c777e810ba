#include "tests/app/mask_rules.h"

#include <utility>

#include <fmt/format.h>

#include "core/document/mask_edit.h"
#include "tests/core/documents.h"

namespace lookback::test {

MaskRule numbered(MaskKind kind, Index number) { return {.kind = kind, .numbers = {number}}; }

MaskRule marking(MaskKind kind, Index tokens) {
    MaskRule rule = newRule(kind, tokens);
    for (Index k = tokens / 2; k < tokens; ++k) rule = withNextMark(rule, k);
    return rule;
}

std::string mark(const char* window, MaskKind kind, const char* place, Index token) {
    return fmt::format("{}/##{} {} {}", window, info(kind).name, place, token);
}

std::string aboveMask(MaskKind kind, Index token) { return mark("Centre", kind, "key", token); }

bool allowed(const LabUnderTest& lab, Cell cell) {
    return lab.trace().view(MatrixId::mask)(cell) != 0;
}

Document withMask(Index tokens, std::vector<MaskRule> rules, Index width) {
    Document document =
        randomDocument({.tokens = tokens, .d_in = width, .d_k = width, .d_v = width});
    document.mask = {std::move(rules), {}};
    return document;
}

}  // namespace lookback::test
