#include "core/narrator/narrate.h"

#include <algorithm>
#include <cmath>

#include "core/engine/stages.h"
#include "core/narrator/finder.h"

namespace lookback {
namespace {

/// The differences between two traces in one row of a step.
struct RowDifference {
    bool differs = false;
    bool lost = false;                   ///< was finite and is not
    bool is_endless = false;             ///< a number became finite or infinite
    double most = 0;                     ///< of the differences
    MatrixId id = MatrixId::embeddings;  ///< matrix of `most`
};

bool same(double a, double b) { return a == b || (std::isnan(a) && std::isnan(b)); }

/// True where the rows of both traces are of the same tokens and computed in the same way.
bool areComparable(const Narrated& narrated) {
    const Document& was = *narrated.opened_document;
    if (was.tokens != narrated.document.tokens || was.heads != narrated.document.heads)
        return false;
    return std::all_of(
        narrated.step.results.begin(), narrated.step.results.end(), [&](MatrixId id) {
            return narrated.opened->has(id) &&
                   narrated.opened->tensor(id).cols() == narrated.trace.tensor(id).cols();
        });
}

struct Changes {
    std::vector<RowDifference> rows;
    bool has_any = false;  ///< blocked cells included
    Index opened = 0;      ///< pairs
    Index blocked = 0;
};

Changes changesOf(const Narrated& narrated) {
    Changes changes;
    changes.rows.resize(static_cast<std::size_t>(narrated.document.n()));
    const MatrixView mask_was = narrated.opened->view(MatrixId::mask);
    for (const MatrixId id : narrated.step.results) {
        const Finder finder(narrated, id);
        const MatrixView was = narrated.opened->view(id, finder.head);
        const bool is_masked = finder.isMasked();
        eachCell(finder.values, [&](Cell cell, double now) {
            const double then = was(cell);
            if (same(now, then)) return;
            changes.has_any = true;
            if (is_masked && (finder.mask(cell) == 0 || mask_was(cell) == 0)) return;
            RowDifference& row = changes.rows[static_cast<std::size_t>(cell.row)];
            row.differs = true;
            row.lost = row.lost || (std::isfinite(then) && !std::isfinite(now));
            const double by = std::abs(now - then);
            if (!std::isfinite(by)) {
                row.is_endless = true;
            } else if (by > row.most) {
                row.most = by;
                row.id = id;
            }
        });
    }
    const std::vector<MatrixId>& stages = narrated.step.stages;
    if (std::find(stages.begin(), stages.end(), MatrixId::mask) == stages.end()) return changes;
    eachCell(narrated.trace.view(MatrixId::mask), [&](Cell cell, double allowed) {
        if (allowed != 0 && mask_was(cell) == 0) ++changes.opened;
        if (allowed == 0 && mask_was(cell) != 0) ++changes.blocked;
    });
    return changes;
}

/// The claim about the changes of a step since the document was opened.
std::optional<Claim> findChange(const Narrated& narrated) {
    if (narrated.opened == nullptr || !areComparable(narrated)) return std::nullopt;
    const Changes changes = changesOf(narrated);
    Claim claim{.id = narrated.step.results.front()};
    claim.head = info(claim.id).per_head ? narrated.head : 0;
    claim.of = narrated.document.n();
    const auto is = [&](ClaimKind kind) {
        claim.kind = kind;
        return claim;
    };
    if (changes.opened + changes.blocked > 0) {
        claim.count = changes.opened;
        claim.of = changes.blocked;
        claim.head = 0;
        return is(ClaimKind::mask_edited);
    }
    if (!changes.has_any) return is(ClaimKind::unchanged);

    Peak most(4 * info(narrated.document.dtype).epsilon);
    Index lost = 0;
    bool is_endless = false;
    for (std::size_t k = changes.rows.size(); k-- > 0;) {
        const RowDifference& row = changes.rows[k];
        if (row.differs) ++claim.count;
        is_endless = is_endless || row.is_endless;
        if (row.lost) {
            ++lost;
            claim.row = static_cast<Index>(k);
        }
        most.take({static_cast<Index>(k), 0}, row.most);
    }
    if (claim.count == 0) return is(ClaimKind::only_masked);
    if (lost > 0) {
        claim.count = lost;
        return is(ClaimKind::rows_lost);
    }
    const auto found = most.clear();
    const bool is_one = claim.count == 1 && claim.of == 1;
    if (is_endless || (!found && !is_one)) return is(ClaimKind::rows_changed);
    const auto at = found ? found->at.row : 0;
    claim.row = at;
    claim.id = changes.rows[static_cast<std::size_t>(at)].id;
    claim.numbers = {changes.rows[static_cast<std::size_t>(at)].most};
    return is(claim.count == 1 ? ClaimKind::one_changed : ClaimKind::changed_most);
}

/// The function that finds claims about stages of one kind of arithmetic.
struct ClaimsOfKind {
    Arithmetic kind;
    void (*find)(Finder&);
};

constexpr ArithmeticTable<ClaimsOfKind> kClaimsOfKinds{{
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
    {Arithmetic::column_softmax, findInWeights},
    {Arithmetic::zeroing, findInMaskedWeights},
    {Arithmetic::renormalising, findInWeights},
    {Arithmetic::copy, findInWeights},
    {Arithmetic::weighted_sum, findInContext},
}};
static_assert(isComplete(kClaimsOfKinds, &ClaimsOfKind::find));

std::vector<Claim> claimsOfResult(const Narrated& narrated, MatrixId id) {
    Finder finder(narrated, id);
    if (finder.values.cols() == 0) {
        finder.add(ClaimKind::no_width);
        return finder.claims;
    }
    rowOfKind(kClaimsOfKinds, stage(id).arithmetic(narrated.document)).find(finder);
    if (finder.claims.empty()) findRange(finder);
    return finder.claims;
}

}  // namespace

std::vector<Claim> claimsOf(const Narrated& narrated) {
    if (narrated.document.n() == 0) return {Claim{}};
    // Claims about two results of a step alternate.
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
