#include "tests/core/narrator_truth.h"

#include <array>

namespace lookback::test {
namespace {

struct NarratorTruthRow {
    ClaimKind kind;
    bool (*holds)(const Told&);
};

constexpr std::array<NarratorTruthRow, kClaimKinds> kNarratorTruthRows{{
    {ClaimKind::no_tokens, isNoTokens},
    {ClaimKind::no_width, isNoWidth},
    {ClaimKind::not_finite, isNotFinite},
    {ClaimKind::range, isRange},
    {ClaimKind::longest, isLongest},
    {ClaimKind::same_rows, isSameRows},
    {ClaimKind::most_alike, isMostAlike},
    {ClaimKind::told_apart, isToldApart},
    {ClaimKind::turned_most, isTurnedMost},
    {ClaimKind::unturned, isUnturned},
    {ClaimKind::alone, isAlone},
    {ClaimKind::largest, isLargest},
    {ClaimKind::smallest, isSmallest},
    {ClaimKind::scaled, isScaled},
    {ClaimKind::capped, isCapped},
    {ClaimKind::far_pays, isFarPays},
    {ClaimKind::no_key, isNoKey},
    {ClaimKind::pairs_hidden, isPairsHidden},
    {ClaimKind::would_look, isWouldLook},
    {ClaimKind::taken_most, isTakenMost},
    {ClaimKind::left_least, isLeftLeast},
    {ClaimKind::over_columns, hasSumsOverColumns},
    {ClaimKind::nan_column, isNanColumn},
    {ClaimKind::nan_row, isNanRow},
    {ClaimKind::leak, isLeak},
    {ClaimKind::looks_most, isLargestWeight},
    {ClaimKind::only_one, isOnlyOne},
    {ClaimKind::even_row, isEvenRow},
    {ClaimKind::takes_most, isLargestWeight},
    {ClaimKind::one_value, isOneValue},
    {ClaimKind::takes_nothing, isTakesNothing},
    {ClaimKind::unchanged, isUnchanged},
    {ClaimKind::mask_edited, isMaskEdited},
    {ClaimKind::rows_lost, isRowsLost},
    {ClaimKind::rows_changed, isRowsChanged},
    {ClaimKind::changed_most, isChangedMost},
    {ClaimKind::one_changed, isOneChanged},
    {ClaimKind::only_masked, isOnlyMasked},
}};

}  // namespace

bool holds(const Told& told) {
    const NarratorTruthRow& row = kNarratorTruthRows[static_cast<std::size_t>(told.claim.kind)];
    return row.kind == told.claim.kind && row.holds(told);
}

}  // namespace lookback::test
