#include <array>
#include <cassert>

#include "core/narrator/telling.h"

namespace lookback {
namespace {

struct TellRow {
    ClaimKind kind;
    void (*tell)(Telling&);
};

constexpr std::array<TellRow, kClaimKinds> kTellRows{{
    {ClaimKind::no_tokens, tellNoTokens},
    {ClaimKind::no_width, tellNoWidth},
    {ClaimKind::not_finite, tellNotFinite},
    {ClaimKind::range, tellRange},
    {ClaimKind::longest, tellLongest},
    {ClaimKind::same_rows, tellSameRows},
    {ClaimKind::most_alike, tellMostAlike},
    {ClaimKind::told_apart, tellToldApart},
    {ClaimKind::turned_most, tellTurnedMost},
    {ClaimKind::unturned, tellUnturned},
    {ClaimKind::alone, tellAlone},
    {ClaimKind::largest, tellLargest},
    {ClaimKind::smallest, tellSmallest},
    {ClaimKind::scaled, tellScaled},
    {ClaimKind::capped, tellCapped},
    {ClaimKind::far_pays, tellFarPays},
    {ClaimKind::no_key, tellNoKey},
    {ClaimKind::pairs_hidden, tellPairsHidden},
    {ClaimKind::would_look, tellWouldLook},
    {ClaimKind::taken_most, tellTakenMost},
    {ClaimKind::left_least, tellLeftLeast},
    {ClaimKind::nan_row, tellNanRow},
    {ClaimKind::leak, tellLeak},
    {ClaimKind::looks_most, tellLooksMost},
    {ClaimKind::only_one, tellOnlyOne},
    {ClaimKind::even_row, tellEvenRow},
    {ClaimKind::takes_most, tellTakesMost},
    {ClaimKind::one_value, tellOneValue},
    {ClaimKind::takes_nothing, tellTakesNothing},
    {ClaimKind::unchanged, tellUnchanged},
    {ClaimKind::mask_edited, tellMaskEdited},
    {ClaimKind::rows_lost, tellRowsLost},
    {ClaimKind::rows_changed, tellRowsChanged},
    {ClaimKind::changed_most, tellChangedMost},
    {ClaimKind::one_changed, tellOneChanged},
    {ClaimKind::only_masked, tellOnlyMasked},
}};

}  // namespace

Telling& Telling::begin(std::string text) {
    const bool is_of_head = info(claim.id).per_head || info(claim.id).is_of_all_heads;
    if (document.heads == 1 || !is_of_head) return say(std::move(text));
    say(fmt::format("In head {}, ", claim.head + 1));
    const bool is_capital = !text.empty() && text.front() >= 'A' && text.front() <= 'Z';
    if (is_capital) text.front() = static_cast<char>(text.front() - 'A' + 'a');
    return say(std::move(text));
}

Telling& Telling::difference() {
    const double least = std::pow(10, -decimals_);
    const double by = claim.numbers[0];
    if (by < least / 2) return say("by less than ").bold(formatNumber(least, decimals_));
    return say("by up to ").number();
}

TextLine tell(const Claim& claim, const Document& document, const std::vector<std::string>& labels,
              int decimals) {
    const TellRow& row = kTellRows[static_cast<std::size_t>(claim.kind)];
    assert(row.kind == claim.kind);
    Telling telling(claim, document, labels, decimals);
    row.tell(telling);
    return telling.take();
}

}  // namespace lookback
