#include <array>
#include <cmath>

#include "core/base/text.h"
#include "core/document/document.h"
#include "core/explain/matrix_words.h"
#include "core/narrator/narrate.h"
#include "messages/common.h"
#include "messages/narrator.h"

// The narrator's facts: one function for each kind of claim.

namespace lookback {
namespace {

/// A claim, and the arguments of its message.
class Telling {
public:
    Telling(const Claim& told, const Document& of, const std::vector<std::string>& labels,
            int decimals)
        : claim(told), document(of), labels_(labels), decimals_(decimals) {}

    const Claim& claim;
    const Document& document;

    /// Counted from 1 where there are several and the claim is about one of them; else 0.
    [[nodiscard]] Index head() const {
        const bool is_of_head = info(claim.id).per_head || info(claim.id).is_of_all_heads;
        return document.heads > 1 && is_of_head ? claim.head + 1 : 0;
    }
    [[nodiscard]] Argument token(Index index) const {
        return TokenLabel{labels_[static_cast<std::size_t>(index)]};
    }
    [[nodiscard]] Argument row() const { return token(claim.row); }
    [[nodiscard]] Argument col() const { return token(claim.col); }
    /// The token of the column, "itself" where it is that of the row.
    [[nodiscard]] Argument other() const {
        return isOwn() ? Argument(Message(say::common::Itself{})) : col();
    }
    [[nodiscard]] bool isOwn() const { return claim.row == claim.col; }
    [[nodiscard]] Argument number(std::size_t k = 0) const {
        return Decimal{claim.numbers[k], decimals_};
    }
    [[nodiscard]] Argument share() const { return Share{claim.numbers[0]}; }
    /// False where shares are told as "less than 0.1%".
    [[nodiscard]] bool isRanked() const { return claim.numbers[0] >= kLeastShare; }
    [[nodiscard]] Argument dtype() const {
        return Verbatim{std::string(info(document.dtype).name)};
    }
    /// The size of a difference, never "0".
    [[nodiscard]] Argument by() const {
        const double least = std::pow(10, -decimals_);
        if (claim.numbers[0] < least / 2) {
            return Message(say::narrator::ByLessThan{.size = Decimal{least, decimals_}});
        }
        return Message(say::narrator::ByUpTo{.size = number()});
    }
    [[nodiscard]] Index others() const { return claim.count - 1; }
    [[nodiscard]] int decimals() const { return decimals_; }

private:
    const std::vector<std::string>& labels_;
    int decimals_;
};

/// Why a row is NaN.
Message reasonOf(const Telling& t) {
    switch (t.claim.reason) {
        case Reason::no_key_low: return say::narrator::NanLow{.token = t.row()};
        case Reason::no_key_nothing: return say::narrator::NanNothing{.token = t.row()};
        case Reason::all_low: return say::narrator::NanAllLow{};
        case Reason::infinite_score: return say::narrator::NanInfinity{};
        case Reason::from_column: return say::narrator::NanFromColumn{};
        case Reason::nothing_left: return say::narrator::NanUnderflow{.dtype = t.dtype()};
        default: return say::narrator::NanScore{};
    }
}

// Claims about the sentence and its vectors.

Message tellNoTokens(const Telling&) { return say::narrator::NoTokens{}; }

Message tellNoWidth(const Telling& t) {
    return say::narrator::NoWidth{.vector = oneOf(t.claim.id)};
}

template <class Said>
typename Said::Why whyNotFinite(const Telling& t) {
    switch (t.claim.reason) {
        case Reason::zero_divisor: return Said::Why::division;
        case Reason::overflow: return Said::Why::overflow;
        default: return Said::Why::other;
    }
}

Message tellNotFinite(const Telling& t) {
    const Claim& c = t.claim;
    if (c.reason == Reason::no_key_low || c.reason == Reason::no_key_nothing) {
        return say::narrator::NotFiniteWithoutKey{.vector = oneOf(c.id), .token = t.row()};
    }
    if (c.count == 1) {
        return say::narrator::NotFiniteRow{.head = t.head(),
                                           .vector = rowOf(c.id),
                                           .token = t.row(),
                                           .number = t.number(),
                                           .why = whyNotFinite<say::narrator::NotFiniteRow>(t),
                                           .dtype = t.dtype()};
    }
    return say::narrator::NotFiniteRows{.head = t.head(),
                                        .n = Count{c.count},
                                        .of = Count{c.of},
                                        .rows = rowsOf(c.id),
                                        .matrix = allOf(c.id),
                                        .token = t.row(),
                                        .why = whyNotFinite<say::narrator::NotFiniteRows>(t),
                                        .dtype = t.dtype()};
}

Message tellRange(const Telling& t) {
    if (t.claim.numbers[0] == t.claim.numbers[1]) {
        return say::narrator::RangeOfOne{
            .head = t.head(), .matrix = allOf(t.claim.id), .number = t.number()};
    }
    return say::narrator::Range{.head = t.head(),
                                .matrix = allOf(t.claim.id),
                                .least = t.number(0),
                                .greatest = t.number(1)};
}

Message tellLongest(const Telling& t) {
    const Role role = info(t.claim.id).role;
    const bool makes_scores = role == Role::query || role == Role::key;
    using Scores = say::narrator::Longest::Scores;
    return say::narrator::Longest{.head = t.head(),
                                  .vector = oneOf(t.claim.id),
                                  .token = t.row(),
                                  .length = t.number(),
                                  .scores = makes_scores ? Scores::large : Scores::other};
}

Message tellSameRows(const Telling& t) {
    return say::narrator::SameRows{.a = t.row(), .b = t.col()};
}

Message tellMostAlike(const Telling& t) {
    return say::narrator::MostAlike{.a = t.row(), .b = t.col(), .distance = t.number()};
}

Message tellToldApart(const Telling& t) {
    return say::narrator::ToldApart{.a = t.row(), .b = t.col()};
}

Message tellRotatedMost(const Telling& t) {
    return say::narrator::RotatedMost{
        .head = t.head(), .vector = oneOf(t.claim.id), .token = t.row(), .distance = t.number()};
}

Message tellNotRotated(const Telling& t) {
    return say::narrator::NotRotated{
        .head = t.head(), .token = t.row(), .vector = oneOf(t.claim.id)};
}

// Claims about scores and the mask.

Message tellExtreme(const Telling& t) {
    using Said = say::narrator::ExtremeScore;
    const bool is_largest = t.claim.kind == ClaimKind::largest;
    return Said{
        .head = t.head(),
        .which = is_largest ? Said::Which::largest : Said::Which::other,
        .score = t.number(),
        .query = t.row(),
        .key = t.isOwn() ? Said::Key::own : Said::Key::other,
        .other = t.col(),
        .pair = t.claim.reason == Reason::blocked ? Said::Pair::blocked : Said::Pair::other};
}

Message tellAlone(const Telling& t) {
    return say::narrator::Alone{.head = t.head(), .token = t.row(), .score = t.number()};
}

/// Says that scores of numbers[1] to numbers[2] became numbers[3] to numbers[4].
Message tellSqueezed(const Telling& t) {
    const std::vector<double>& numbers = t.claim.numbers;
    const bool is_scaled = t.claim.kind == ClaimKind::scaled;
    if (is_scaled && numbers[0] == 1) {
        return say::narrator::NotScaled{
            .head = t.head(), .least = t.number(1), .greatest = t.number(2)};
    }
    if (numbers[1] == numbers[2]) {
        using Said = say::narrator::SqueezedScore;
        return Said{.head = t.head(),
                    .how = is_scaled ? Said::How::scaled : Said::How::other,
                    .by = t.number(0),
                    .before = t.number(1),
                    .after = t.number(3)};
    }
    using Said = say::narrator::SqueezedScores;
    return Said{.head = t.head(),
                .how = is_scaled ? Said::How::scaled : Said::How::other,
                .by = t.number(0),
                .least_before = t.number(1),
                .greatest_before = t.number(2),
                .least = t.number(3),
                .greatest = t.number(4)};
}

Message tellFarPays(const Telling& t) {
    using Said = say::narrator::FarthestPairs;
    const double loss = t.claim.numbers[0];
    return Said{.head = t.head(),
                .n = t.claim.count,
                .change = loss == 0  ? Said::Change::none
                          : loss < 0 ? Said::Change::gain
                                     : Said::Change::other,
                .size = loss < 0 ? Argument(Decimal{-loss, t.decimals()}) : t.number()};
}

Message consequenceOf(const Telling& t) {
    using Nan = say::narrator::NoKeyNan;
    switch (t.claim.reason) {
        case Reason::zeros: return say::narrator::NoKeyZeros{};
        case Reason::even: return say::narrator::NoKeyEven{.share = t.share()};
        case Reason::uneven: return say::narrator::NoKeyUneven{.share = t.share()};
        case Reason::weighed: return say::narrator::NoKeyWeighed{};
        case Reason::no_key_low: return say::narrator::NoKeyLow{};
        case Reason::no_key_nothing: return say::narrator::NoKeyNothing{};
        default: break;
    }
    const bool is_now = info(t.claim.id).role == Role::weights;
    return Nan{.when = is_now ? Nan::When::now : Nan::When::other};
}

Message tellNoKey(const Telling& t) {
    return say::narrator::NoKey{
        .head = t.head(), .token = t.row(), .others = t.others(), .consequence = consequenceOf(t)};
}

/// The rules of a mask and its painted cells: "Causal and Padding".
Listed rulesOf(const Mask& mask) {
    Listed rules;
    for (const MaskRule& rule : mask.rules) {
        if (rule.kind != MaskKind::none) rules.things.emplace_back(maskRuleTitle(rule));
    }
    if (!mask.flips.empty()) {
        rules.things.emplace_back(
            Message(say::narrator::PaintedCells{.n = static_cast<Index>(mask.flips.size())}));
    }
    return rules;
}

Message tellPairsHidden(const Telling& t) {
    const Claim& c = t.claim;
    if (c.count == 0) return say::narrator::BlocksNoPair{};
    if (c.count == c.of) return say::narrator::BlocksAllPairs{};
    if (c.reason == Reason::later_hidden) {
        return say::narrator::BlocksLaterTokens{.n = Count{c.count}, .of = Count{c.of}};
    }
    return say::narrator::BlocksPairs{
        .rules = rulesOf(t.document.mask), .n = Count{c.count}, .of = Count{c.of}};
}

Message tellWouldLook(const Telling& t) {
    using Said = say::narrator::WouldLook;
    return Said{.head = t.head(),
                .token = t.row(),
                .share = t.share(),
                .most = t.isRanked() ? Said::Most::ranked : Said::Most::other};
}

Message tellTakenMost(const Telling& t) {
    using Said = say::narrator::TakenMost;
    return Said{.head = t.head(),
                .share = t.share(),
                .token = t.row(),
                .most = t.isRanked() ? Said::Most::ranked : Said::Most::other};
}

Message tellLeftLeast(const Telling& t) {
    return say::narrator::LeftLeast{.head = t.head(), .token = t.row(), .sum = t.number()};
}

// Claims about weights and the context.

Message tellOverColumns(const Telling& t) {
    return say::narrator::OverColumns{
        .head = t.head(), .least = t.number(0), .greatest = t.number(1)};
}

Message tellNanColumn(const Telling& t) {
    return say::narrator::NanColumns{
        .head = t.head(), .n = t.claim.count, .of = Count{t.claim.of}, .token = t.col()};
}

Message tellNanRow(const Telling& t) {
    const Claim& c = t.claim;
    if (c.count == 1) {
        return say::narrator::NanRow{.head = t.head(), .token = t.row(), .reason = reasonOf(t)};
    }
    return say::narrator::NanRows{.head = t.head(),
                                  .n = Count{c.count},
                                  .of = Count{c.of},
                                  .token = t.row(),
                                  .reason = reasonOf(t)};
}

Message tellLeak(const Telling& t) {
    const Claim& c = t.claim;
    if (c.reason != Reason::clearly_most) {
        return say::narrator::RowsLeak{.head = t.head(), .n = c.count, .of = Count{c.of}};
    }
    using Said = say::narrator::RowLeaks;
    const bool is_now = c.id != MatrixId::masked_scores;
    return Said{.head = t.head(),
                .token = t.row(),
                .when = is_now ? Said::When::now : Said::When::other,
                .share = t.share(),
                .rows = c.count > 1 && t.isRanked() ? Said::Rows::other : Said::Rows::one};
}

Message tellLooksMost(const Telling& t) {
    return say::narrator::LooksMost{
        .head = t.head(), .token = t.row(), .other = t.other(), .share = t.share()};
}

Message tellOnlyOne(const Telling& t) {
    return say::narrator::LooksOnly{
        .head = t.head(), .token = t.row(), .other = t.other(), .share = t.share()};
}

Message tellEvenRow(const Telling& t) {
    return say::narrator::Even{.head = t.head(),
                               .token = t.row(),
                               .n = t.claim.count,
                               .share = t.share(),
                               .others = t.claim.of - 1};
}

Message tellTakesMost(const Telling& t) {
    using Said = say::narrator::TakesMost;
    return Said{.head = t.head(),
                .token = t.row(),
                .value = t.isOwn() ? Said::Value::own : Said::Value::other,
                .other = t.col(),
                .share = t.share()};
}

Message tellOneValue(const Telling& t) {
    using Said = say::narrator::OneValue;
    return Said{.head = t.head(),
                .token = t.row(),
                .value = t.isOwn() ? Said::Value::own : Said::Value::other,
                .other = t.col()};
}

Message tellTakesNothing(const Telling& t) {
    return say::narrator::TakesNothing{.head = t.head(), .token = t.row(), .others = t.others()};
}

// Claims about edits.

Message tellUnchanged(const Telling& /*t*/) { return say::narrator::Unchanged{}; }

Message tellMaskEdited(const Telling& t) {
    using Said = say::narrator::MaskEdited;
    const Claim& c = t.claim;
    return Said{.allowed = c.count,
                .both = c.count > 0 && c.of > 0 ? Said::Both::both : Said::Both::other,
                .blocked = c.of};
}

Message tellRowsLost(const Telling& t) {
    return say::narrator::RowsLost{.head = t.head(),
                                   .n = t.claim.count,
                                   .of = Count{t.claim.of},
                                   .rows = rowsOf(t.claim.id),
                                   .token = t.row()};
}

Message tellRowsChanged(const Telling& t) {
    return say::narrator::RowsChanged{
        .head = t.head(), .n = t.claim.count, .of = Count{t.claim.of}, .rows = rowsOf(t.claim.id)};
}

Message tellChangedMost(const Telling& t) {
    return say::narrator::ChangedMost{
        .head = t.head(), .vector = rowOf(t.claim.id), .token = t.row(), .by = t.by()};
}

Message tellOneChanged(const Telling& t) {
    return say::narrator::OnlyChanged{
        .head = t.head(), .vector = rowOf(t.claim.id), .token = t.row(), .by = t.by()};
}

Message tellOnlyMasked(const Telling& t) { return say::narrator::OnlyBlocked{.head = t.head()}; }

struct TellRow {
    ClaimKind kind;
    Message (*tell)(const Telling&);
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
    {ClaimKind::turned_most, tellRotatedMost},
    {ClaimKind::unturned, tellNotRotated},
    {ClaimKind::alone, tellAlone},
    {ClaimKind::largest, tellExtreme},
    {ClaimKind::smallest, tellExtreme},
    {ClaimKind::scaled, tellSqueezed},
    {ClaimKind::capped, tellSqueezed},
    {ClaimKind::far_pays, tellFarPays},
    {ClaimKind::no_key, tellNoKey},
    {ClaimKind::pairs_hidden, tellPairsHidden},
    {ClaimKind::would_look, tellWouldLook},
    {ClaimKind::taken_most, tellTakenMost},
    {ClaimKind::left_least, tellLeftLeast},
    {ClaimKind::over_columns, tellOverColumns},
    {ClaimKind::nan_column, tellNanColumn},
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
static_assert([] {
    for (std::size_t k = 0; k < kTellRows.size(); ++k) {
        if (kTellRows[k].kind != static_cast<ClaimKind>(k)) return false;
        if (kTellRows[k].tell == nullptr) return false;
    }
    return true;
}());

}  // namespace

Message tell(const Claim& claim, const Document& document, const std::vector<std::string>& labels,
             int decimals) {
    return kTellRows[static_cast<std::size_t>(claim.kind)].tell(
        Telling(claim, document, labels, decimals));
}

}  // namespace lookback
