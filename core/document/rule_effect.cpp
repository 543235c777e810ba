#include "core/document/rule_effect.h"

#include <algorithm>

namespace lookback {
namespace {

/// What is known of each rule after some of the cells.
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

    /// True where more cells would tell nothing new; `none` never blocks.
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

std::vector<RuleEffect> effectsOf(const Mask& mask, Index tokens) {
    EffectFinder finder(mask);
    for (Index query = 0; query < tokens && !finder.isDone(); ++query) {
        for (Index key = 0; key < tokens; ++key) finder.look(query, key);
    }
    return finder.take();
}

}  // namespace lookback
