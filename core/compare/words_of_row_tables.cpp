#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>

#include "core/base/text.h"
#include "core/compare/row_finding.h"
#include "core/compare/variant_choice.h"
#include "core/document/edit.h"
#include "core/explain/masking_words.h"
#include "messages/compare.h"

namespace lookback {
namespace {

using Kind = RowFindingKind;

/// Names of precisions; "every precision" where these are all.
Argument precisions(const std::vector<DType>& dtypes) {
    if (dtypes.size() == kDTypes.size()) return Message(say::compare::EveryDtype{});
    Listed names;
    for (const DType dtype : dtypes) {
        names.things.emplace_back(Verbatim{std::string(info(dtype).name)});
    }
    return names;
}

Verbatim fewDigits(double number) { return {formatShort(number)}; }

/// A finding, and the arguments of its message.
class RowWords {
public:
    RowWords(const RowFinding& told, const DocumentRow& of, const std::vector<std::string>& labels,
             int decimals)
        : finding(told), row(of), labels_(labels), decimals_(decimals) {}

    const RowFinding& finding;
    const DocumentRow& row;

    [[nodiscard]] TokenLabel token(Index key) const {
        return {labels_[static_cast<std::size_t>(key)]};
    }
    [[nodiscard]] const Masking& masking() const { return row.document.masking; }
    [[nodiscard]] Message method() const { return maskingWords(masking().method).label(); }
    [[nodiscard]] Verbatim value() const { return fewDigits(masking().value); }
    /// Whether a sentence names the masking's value.
    template <class Said>
    [[nodiscard]] typename Said::With with() const {
        return info(masking().method).uses_value ? Said::With::value : Said::With::other;
    }
    [[nodiscard]] Decimal decimal(double number) const { return {number, decimals_}; }
    [[nodiscard]] Decimal numberAt(std::size_t k) const { return decimal(number(k)); }
    [[nodiscard]] int decimals() const { return decimals_; }
    [[nodiscard]] double number(std::size_t k) const { return finding.numbers[k]; }
    [[nodiscard]] Message title(const VariantChoice& choice) const {
        return variantTitle(row.document, choice);
    }

private:
    const std::vector<std::string>& labels_;
    int decimals_;
};

Message tellNoHidden(const RowWords&) { return say::compare::RowNothingBlocked{}; }

Message tellNoValue(const RowWords& t) { return say::compare::RowNoValue{.method = t.method()}; }

Message tellNothing(const RowWords& t) {
    using Said = say::compare::RowGetsNothing;
    return Said{.dtypes = precisions(t.finding.dtypes), .with = t.with<Said>(), .value = t.value()};
}

Message tellSomething(const RowWords& t) {
    const std::vector<double>& shares = t.finding.numbers;
    const auto reads = [](double share) { return share < 0.0005 ? "" : formatPercent(share); };
    const bool are_alike = std::all_of(shares.begin(), shares.end(), [&](double share) {
        return reads(share) == reads(shares.front());
    });
    if (are_alike) {
        using Said = say::compare::RowGetsAlike;
        return Said{.share = Share{shares.front()},
                    .dtypes = precisions(t.finding.dtypes),
                    .with = t.with<Said>(),
                    .value = t.value()};
    }
    Listed parts;
    for (std::size_t k = 0; k < shares.size(); ++k) {
        parts.things.emplace_back(Message(say::compare::RowGetsPart{
            .share = Share{shares[k]},
            .dtype = Verbatim{std::string(info(t.finding.dtypes[k]).name)}}));
    }
    using Said = say::compare::RowGets;
    return Said{.parts = parts, .with = t.with<Said>(), .value = t.value()};
}

Message tellNotHeld(const RowWords& t) {
    return misfitSentence(t.finding.dtypes.front(), t.masking().value);
}

Message tellEnough(const RowWords& t) {
    const DType dtype = t.finding.dtypes.front();
    return say::compare::RowEnough{.dtype = Verbatim{std::string(info(dtype).name)},
                                   .value = Verbatim{enoughText(t.number(0), dtype, t.decimals())},
                                   .score = t.numberAt(1)};
}

Message tellNoneEnough(const RowWords&) { return say::compare::RowNoneEnough{}; }

Message tellHoldsUntil(const RowWords& t) {
    return say::compare::RowHoldsUntil{.value = fewDigits(t.number(0)),
                                       .times = fewDigits(t.number(1)),
                                       .fails = fewDigits(t.number(2))};
}

Message tellHoldsThroughout(const RowWords& t) {
    if (t.finding.numbers.size() <= 2) {
        return say::compare::RowHolds{.value = fewDigits(t.number(0)),
                                      .times = fewDigits(t.number(1))};
    }
    return say::compare::RowHold{.value = fewDigits(t.number(0)),
                                 .other = fewDigits(t.number(2)),
                                 .times = fewDigits(std::min(t.number(1), t.number(3)))};
}

Message tellFailsBelow(const RowWords& t) {
    return say::compare::RowFailsBelow{.score = Decimal{t.number(1), 0},
                                       .value = fewDigits(t.number(0))};
}

Message tellLeaksAlready(const RowWords& t) {
    return say::compare::RowLeaksAlready{.value = fewDigits(t.number(0))};
}

Message tellLowestTwice(const RowWords& t) {
    return say::compare::RowLowestTwice{.dtypes = precisions(t.finding.dtypes)};
}

Message tellNoOrder(const RowWords& t) { return say::compare::RowNoOrder{.method = t.method()}; }

Message tellOrderSame(const RowWords& t) {
    using Said = say::compare::RowOrderSame;
    return Said{.scores = t.number(0) == t.number(1) ? Said::Scores::equal : Said::Scores::other,
                .after = t.numberAt(0),
                .before = t.numberAt(1)};
}

Message tellOrderDiffers(const RowWords& t) {
    using Said = say::compare::RowOrderDiffers;
    return Said{.scores = t.number(0) == t.number(1) ? Said::Scores::equal : Said::Scores::other,
                .after = t.numberAt(0),
                .before = t.numberAt(1),
                .by = std::isnan(t.number(2)) ? Said::By::nan : Said::By::other,
                .size = t.numberAt(2),
                .token = t.token(t.finding.key)};
}

Message tellLargestWeights(const RowWords& t) {
    Listed parts;
    for (std::size_t k = 0; k < t.finding.scales.size(); ++k) {
        const VariantChoice choice{
            .kind = VariantKind::scale, .masking = t.masking(), .scale = t.finding.scales[k]};
        parts.things.emplace_back(Message(
            say::compare::RowWeightPart{.weight = t.numberAt(k), .scale = t.title(choice)}));
    }
    return say::compare::RowLargestWeights{.parts = parts};
}

Message tellAllHold(const RowWords&) { return say::compare::RowAllHold{}; }

/// Each masking of the finding with its number, as `number` makes it an argument.
template <class Number>
Listed maskings(const RowWords& t, Number number) {
    Listed parts;
    for (std::size_t k = 0; k < t.finding.maskings.size(); ++k) {
        const VariantChoice choice{.kind = VariantKind::method, .masking = t.finding.maskings[k]};
        parts.things.emplace_back(Message(
            say::compare::RowMethodPart{.number = number(t.number(k)), .method = t.title(choice)}));
    }
    return parts;
}

Message tellMaskingLeaks(const RowWords& t) {
    return say::compare::RowMethodsLeak{.parts =
                                            maskings(t, [](double share) { return Share{share}; })};
}

Message tellMaskingLoses(const RowWords& t) {
    return say::compare::RowMethodsLose{
        .parts = maskings(t, [&](double sum) { return t.decimal(sum); })};
}

struct WordsOfRowTablesRow {
    Kind kind;
    Message (*tell)(const RowWords&);
};

constexpr std::array<WordsOfRowTablesRow, kRowFindingKinds> kWordsOfRowTablesRows{{
    {Kind::no_hidden, tellNoHidden},
    {Kind::no_value, tellNoValue},
    {Kind::gets_nothing, tellNothing},
    {Kind::gets_something, tellSomething},
    {Kind::not_held, tellNotHeld},
    {Kind::enough_from, tellEnough},
    {Kind::none_enough, tellNoneEnough},
    {Kind::holds_until, tellHoldsUntil},
    {Kind::holds_throughout, tellHoldsThroughout},
    {Kind::fails_below, tellFailsBelow},
    {Kind::leaks_already, tellLeaksAlready},
    {Kind::lowest_twice, tellLowestTwice},
    {Kind::no_order, tellNoOrder},
    {Kind::order_same, tellOrderSame},
    {Kind::order_differs, tellOrderDiffers},
    {Kind::largest_weights, tellLargestWeights},
    {Kind::all_hold, tellAllHold},
    {Kind::masking_leaks, tellMaskingLeaks},
    {Kind::masking_loses, tellMaskingLoses},
}};

}  // namespace

std::string enoughText(double value, DType dtype, int decimals) {
    const double unit = std::pow(10, -decimals);
    const double below = std::floor(value / unit) * unit;
    if (std::abs(value) < kPowersOfTenFrom) return formatNumber(below, decimals);
    std::string exact = shortestDigits(value, info(dtype).kind);
    if (exact.front() == '-') exact.replace(0, 1, "\u2212");
    return exact;
}

Message tell(const RowFinding& finding, const DocumentRow& row,
             const std::vector<std::string>& labels, int decimals) {
    const WordsOfRowTablesRow& words =
        kWordsOfRowTablesRows[static_cast<std::size_t>(finding.kind)];
    assert(words.kind == finding.kind);
    return words.tell(RowWords(finding, row, labels, decimals));
}

}  // namespace lookback
