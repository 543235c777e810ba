#include "core/document/verdict.h"

#include <algorithm>

namespace lookback {
namespace {

bool blocks(const MaskRule& rule, Cell cell) {
    return !info(rule.kind).allows(rule, cell.row, cell.col);
}

/// Finds the effect of each rule, cell by cell.
class EffectFinder {
public:
    explicit EffectFinder(const Mask& mask)
        : rules_(mask.rules), effects_(mask.rules.size(), RuleEffect::nothing) {}

    void look(Index query, Index key) {
        std::size_t blocking = 0;
        std::size_t only = 0;
        for (std::size_t k = 0; k < rules_.size(); ++k) {
            if (info(rules_[k].kind).allows(rules_[k], query, key)) continue;
            ++blocking;
            only = k;
            if (effects_[k] == RuleEffect::nothing) effects_[k] = RuleEffect::nothing_more;
        }
        if (blocking == 1) effects_[only] = RuleEffect::blocks;
    }

    /// True where more cells would change nothing; `none` never blocks.
    [[nodiscard]] bool isDone() const {
        for (std::size_t k = 0; k < rules_.size(); ++k) {
            if (rules_[k].kind != MaskKind::none && effects_[k] != RuleEffect::blocks) return false;
        }
        return true;
    }

    [[nodiscard]] std::vector<RuleEffect> take() { return std::move(effects_); }

private:
    const std::vector<MaskRule>& rules_;
    std::vector<RuleEffect> effects_;
};

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
    const TokenLabel query{tokens[static_cast<std::size_t>(cell.row)]};
    const TokenLabel key{tokens[static_cast<std::size_t>(cell.col)]};
    std::vector<Objection> objections;
    for (const MaskRule& rule : mask.rules) {
        if (!blocks(rule, cell)) continue;
        objections.push_back({maskRuleTitle(rule), info(rule.kind).reason(rule, query, key)});
    }
    return objections;
}

std::vector<RuleEffect> effectsOf(const Mask& mask, Index tokens) {
    EffectFinder finder(mask);
    for (Index query = 0; query < tokens && !finder.isDone(); ++query) {
        for (Index key = 0; key < tokens; ++key) finder.look(query, key);
    }
    return finder.take();
}

}  // namespace lookback
