#include "core/document/verdict.h"

#include <algorithm>

namespace lookback {
namespace {

bool blocks(const MaskRule& rule, Cell cell) {
    return !info(rule.kind).allows(rule, cell.row, cell.col);
}

}  // namespace

std::uint32_t verdictBit(std::size_t rule) {
    return std::uint32_t{1} << std::min(rule, kVerdictBits - 1);
}

Verdict verdictOf(const Mask& mask, Cell cell) {
    Verdict verdict;
    for (std::size_t k = 0; k < mask.rules.size(); ++k) {
        if (blocks(mask.rules[k], cell)) verdict.rules |= verdictBit(k);
    }
    verdict.is_painted = std::binary_search(mask.flips.begin(), mask.flips.end(), cell);
    return verdict;
}

std::vector<Objection> objectionsTo(const Mask& mask, Cell cell,
                                    const std::vector<std::string>& tokens) {
    const std::string& query = tokens[static_cast<std::size_t>(cell.row)];
    const std::string& key = tokens[static_cast<std::size_t>(cell.col)];
    std::vector<Objection> objections;
    for (const MaskRule& rule : mask.rules) {
        if (!blocks(rule, cell)) continue;
        objections.push_back({titleOf(rule), info(rule.kind).reason(rule, query, key)});
    }
    return objections;
}

}  // namespace lookback
