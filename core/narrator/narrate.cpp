#include "core/narrator/narrate.h"

#include <algorithm>
#include <array>
#include <cassert>

#include "core/attention/stages.h"
#include "core/narrator/finder.h"

namespace lookback {
namespace {

struct NarrateRow {
    Arithmetic kind;
    void (*find)(Finder&);
};

constexpr std::array<NarrateRow, 15> kNarrateRows{{
    {Arithmetic::given, findInGiven},
    {Arithmetic::sum, findInSum},
    {Arithmetic::dot, findInProduct},
    {Arithmetic::score, findInScores},
    {Arithmetic::rotation, findInRotation},
    {Arithmetic::quotient, findInQuotient},
    {Arithmetic::capping, findInCapping},
    {Arithmetic::bias, findInBias},
    {Arithmetic::rule, findPairsHidden},
    {Arithmetic::masking, findInMaskedScores},
    {Arithmetic::softmax, findInWeights},
    {Arithmetic::zeroing, findInMaskedWeights},
    {Arithmetic::renormalising, findInWeights},
    {Arithmetic::copy, findInWeights},
    {Arithmetic::weighted_sum, findInContext},
}};

std::vector<Claim> claimsOfResult(const Narrated& narrated, MatrixId id) {
    Finder finder(narrated, id);
    if (finder.values.cols() == 0) {
        finder.add(ClaimKind::no_width);
        return finder.claims;
    }
    const NarrateRow& row =
        kNarrateRows[static_cast<std::size_t>(stage(id).arithmetic(narrated.document))];
    assert(row.kind == stage(id).arithmetic(narrated.document));
    row.find(finder);
    if (finder.claims.empty()) findRange(finder);
    return finder.claims;
}

}  // namespace

std::vector<Claim> claimsOf(const Narrated& narrated) {
    if (narrated.document.n() == 0) return {Claim{}};
    // Of two results that are told together, each has its turn.
    std::vector<std::vector<Claim>> by_result;
    std::size_t most = 0;
    for (const MatrixId id : narrated.step.results) {
        by_result.push_back(claimsOfResult(narrated, id));
        most = std::max(most, by_result.back().size());
    }
    std::vector<Claim> claims;
    for (std::size_t k = 0; k < most; ++k) {
        for (const std::vector<Claim>& of_result : by_result) {
            if (k < of_result.size()) claims.push_back(of_result[k]);
        }
    }
    const std::optional<Claim> change = findChange(narrated);
    claims.resize(std::min(claims.size(), kMostClaims - (change ? 1 : 0)));
    if (change) claims.push_back(*change);
    return claims;
}

}  // namespace lookback
