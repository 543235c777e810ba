#include "core/gradients/mask_look.h"

namespace lookback {
namespace {

/// Distances from a query to a key: keys after the query have a distance above 0.
struct Band {
    Index first;
    Index last;
};

/// The pairs that a mask allows, by query and key, of n tokens.
class Allowed {
public:
    Allowed(const Mask& mask, Index n) : n_(n), blocks_(false) {
        for (const MaskRule& rule : mask.rules) {
            if (rule.kind == MaskKind::padding) {
                padding_.rules.push_back(rule);
            } else {
                rest_.rules.push_back(rule);
            }
        }
        rest_.flips = mask.flips;
        for (Index query = 0; query < n; ++query) {
            for (Index key = 0; key < n; ++key) {
                blocks_ = blocks_ || (query != key && !allows(mask, query, key));
            }
        }
    }

    /// True if any token is blocked from another one.
    [[nodiscard]] bool blocksAny() const { return blocks_; }

    /// True if exactly the pairs of the band are allowed, or with `inverted` exactly the others,
    /// padding aside.
    [[nodiscard]] bool isBand(Band band, bool inverted) const {
        for (Index query = 0; query < n_; ++query) {
            for (Index key = 0; key < n_; ++key) {
                if (!allows(padding_, query, key)) continue;
                const bool is_inside = key - query >= band.first && key - query <= band.last;
                if (allows(rest_, query, key) != (is_inside != inverted)) return false;
            }
        }
        return true;
    }

private:
    Index n_;
    bool blocks_;
    Mask padding_;
    Mask rest_;
};

}  // namespace

std::optional<MaskLook> maskLook(const Mask& mask, Index n) {
    if (n < 2) return std::nullopt;
    const Allowed allowed(mask, n);
    if (!allowed.blocksAny()) return std::nullopt;
    const Index farthest = n - 1;
    // Where padding blocks too many keys to tell masks apart, nothing is wrong.
    const Band causal{-farthest, 0};
    const Band open{-farthest, farthest};
    if (allowed.isBand(causal, false) || allowed.isBand(open, false)) return std::nullopt;
    for (const Band band : {Band{-farthest, 1}, Band{-farthest, -1}}) {
        if (allowed.isBand(band, false)) return MaskLook::off_by_one;
    }
    for (Index width = farthest; width > 0; --width) {
        if (allowed.isBand({-width, 0}, true)) return MaskLook::inverted;
        if (allowed.isBand({0, width}, false)) return MaskLook::transposed;
    }
    return std::nullopt;
}

std::vector<Cell> futurePairs(const Mask& mask, const Matrix<double>& norms) {
    std::vector<Cell> pairs;
    for (Index output = 0; output < norms.rows(); ++output) {
        for (Index token = output + 1; token < norms.cols(); ++token) {
            if (norms(output, token) > 0 && allows(mask, output, token)) {
                pairs.push_back({output, token});
            }
        }
    }
    return pairs;
}

}  // namespace lookback
