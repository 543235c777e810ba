#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <functional>

#include <fmt/format.h>

#include "core/base/text.h"
#include "core/compare/row_finding.h"
#include "core/compare/variant_choice.h"
#include "core/document/edit.h"
#include "core/explain/masking_words.h"
#include "core/explain/sentence.h"

namespace lookback {
namespace {

using Kind = RowFindingKind;

/// "float64, float32 and bfloat16".
std::string precisions(const std::vector<DType>& dtypes) {
    if (dtypes.size() == kDTypes.size()) return "every precision";
    std::vector<std::string> names;
    for (const DType dtype : dtypes) names.emplace_back(info(dtype).name);
    return listed(names);
}

class RowWords {
public:
    RowWords(const RowFinding& told, const DocumentRow& of, const std::vector<std::string>& labels,
             int decimals)
        : finding(told), row(of), labels_(labels), decimals_(decimals) {}

    const RowFinding& finding;
    const DocumentRow& row;

    RowWords& say(std::string text) {
        line_.push_back({.text = std::move(text)});
        return *this;
    }
    RowWords& bold(std::string text) {
        line_.push_back({.text = std::move(text), .bold = true});
        return *this;
    }
    RowWords& token(Index key) { return say(inQuotes(labels_[static_cast<std::size_t>(key)])); }
    /// The document's value of the masking.
    RowWords& value() { return bold(formatShort(row.document.masking.value)); }
    [[nodiscard]] std::string digits(double number) const {
        return formatNumber(number, decimals_);
    }
    [[nodiscard]] int decimals() const { return decimals_; }
    [[nodiscard]] std::string_view dtype() const { return info(finding.dtypes.front()).name; }
    [[nodiscard]] double number(std::size_t k) const { return finding.numbers[k]; }

    [[nodiscard]] TextLine take() { return std::move(line_); }

private:
    const std::vector<std::string>& labels_;
    int decimals_;
    TextLine line_;
};

void tellNoHidden(RowWords& t) { t.say("The mask hides no token from this row."); }

void tellNoValue(RowWords& t) {
    const MaskingWords& words = maskingWords(t.row.document.masking.method);
    t.say(fmt::format("{} asks for no value that could be too small.", inQuotes(words.label)));
}

void tellNothing(RowWords& t) {
    t.say("In ").bold(precisions(t.finding.dtypes)).say(" blocked tokens get exactly 0");
    if (info(t.row.document.masking.method).uses_value) t.say(" with ").value();
    t.say(".");
}

void tellSomething(RowWords& t) {
    t.say("Of this row blocked tokens get ");
    std::vector<std::string> shares;
    for (const double number : t.finding.numbers) shares.push_back(share(number));
    if (std::count(shares.begin(), shares.end(), shares.front()) ==
        static_cast<std::ptrdiff_t>(shares.size())) {
        t.bold(shares.front()).say(" in " + precisions(t.finding.dtypes));
    } else {
        for (std::size_t k = 0; k < shares.size(); ++k) {
            if (k > 0) t.say(", ");
            t.bold(shares[k]).say(fmt::format(" in {}", info(t.finding.dtypes[k]).name));
        }
    }
    if (info(t.row.document.masking.method).uses_value) t.say(" with ").value();
    t.say(".");
}

void tellNotHeld(RowWords& t) {
    t.say(misfitSentence(t.finding.dtypes.front(), t.row.document.masking.value));
}

void tellEnough(RowWords& t) {
    t.say(fmt::format("In {} every value from ", t.dtype()));
    t.bold(enoughText(t.number(0), t.finding.dtypes.front(), t.decimals()));
    t.say(" down is enough for this row: its largest allowed score is ");
    t.bold(t.digits(t.number(1))).say(".");
}

void tellNoneEnough(RowWords& t) {
    t.say("The mask hides every token from this row: ").bold("no finite value");
    t.say(" leaves them nothing, for softmax shares the whole row out.");
}

/// "14 times", "1.4e10 times".
std::string times(double growth) { return formatShort(growth) + " times"; }

void tellHoldsUntil(RowWords& t) {
    t.bold(formatShort(t.number(0))).say(" is enough until the scores of this row are ");
    t.bold(times(t.number(1))).say(" as large; at ");
    t.say(times(t.number(2))).say(" blocked tokens get weight.");
}

void tellHoldsThroughout(RowWords& t) {
    const bool are_two = t.finding.numbers.size() > 2;
    t.bold(formatShort(t.number(0)));
    if (are_two) t.say(" and ").bold(formatShort(t.number(2)));
    t.say(are_two ? " are" : " is").say(" enough for this row, also with its scores ");
    const double tried = are_two ? std::min(t.number(1), t.number(3)) : t.number(1);
    t.bold(times(tried)).say(" as large.");
}

void tellFailsBelow(RowWords& t) {
    t.say("Softmax only compares scores: where all allowed ones are below about ");
    t.bold(formatNumber(t.number(1), 0)).say(fmt::format(", {} gives ", formatShort(t.number(0))));
    t.say("blocked tokens weight.");
}

void tellLeaksAlready(RowWords& t) {
    t.bold(formatShort(t.number(0))).say(" is too high beside these scores: blocked tokens get ");
    t.say("weight.");
}

void tellLowestTwice(RowWords& t) {
    t.say("finfo.min + finfo.min is ").bold("\u2212\u221e").say(" in ");
    t.say(precisions(t.finding.dtypes));
    t.say(": where two masks add it to a whole row, that row is NaN.");
}

void tellNoOrder(RowWords& t) {
    const MaskingWords& words = maskingWords(t.row.document.masking.method);
    t.say(fmt::format("{} acts after softmax: there is no order of mask and scale.",
                      inQuotes(words.label)));
}

/// "Masked before the scale, blocked scores are −7.071e8, after it −1e9: "
RowWords& sayOrders(RowWords& t) {
    if (t.number(0) == t.number(1)) {
        t.say("Masked before the scale or after it, blocked scores are ");
        return t.bold(t.digits(t.number(0))).say(": ");
    }
    t.say("Masked before the scale, blocked scores are ").bold(t.digits(t.number(1)));
    return t.say(", after it ").bold(t.digits(t.number(0))).say(": ");
}

void tellOrderSame(RowWords& t) {
    sayOrders(t).say("the weights of this row are the same to the last bit.");
}

void tellOrderDiffers(RowWords& t) {
    sayOrders(t).say("the weights of this row differ");
    if (!std::isnan(t.number(2))) t.say(" by up to ").bold(t.digits(t.number(2)));
    t.say(", at ").token(t.finding.key).say(".");
}

void tellLargestWeights(RowWords& t) {
    t.say("The largest weight of this row: ");
    for (std::size_t k = 0; k < t.finding.scales.size(); ++k) {
        if (k > 0) t.say(", ");
        t.bold(t.digits(t.number(k)));
        const VariantChoice choice{.kind = VariantKind::scale,
                                   .masking = t.row.document.masking,
                                   .scale = t.finding.scales[k]};
        t.say(fmt::format(" ({})", variantTitle(t.row.document, choice)));
    }
    t.say(".");
}

void tellAllHold(RowWords& t) {
    t.say("Under every masking here blocked tokens get exactly 0, and the row adds up to 1.");
}

/// "44.1% under multiply by 0/1, 12.0% under ..."
RowWords& sayMaskings(RowWords& t, const std::function<std::string(double)>& number) {
    for (std::size_t k = 0; k < t.finding.maskings.size(); ++k) {
        if (k > 0) t.say(", ");
        const VariantChoice choice{.kind = VariantKind::method, .masking = t.finding.maskings[k]};
        t.bold(number(t.number(k))).say(" under " + inQuotes(variantTitle(t.row.document, choice)));
    }
    return t.say(".");
}

void tellMaskingLeaks(RowWords& t) {
    t.say("Of this row blocked tokens get ");
    sayMaskings(t, share);
}

void tellMaskingLoses(RowWords& t) {
    t.say("This row does not add up to 1: it is ");
    sayMaskings(t, [&t](double sum) { return t.digits(sum); });
}

struct WordsOfRowTablesRow {
    Kind kind;
    void (*tell)(RowWords&);
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

TextLine tell(const RowFinding& finding, const DocumentRow& row,
              const std::vector<std::string>& labels, int decimals) {
    const WordsOfRowTablesRow& words =
        kWordsOfRowTablesRows[static_cast<std::size_t>(finding.kind)];
    assert(words.kind == finding.kind);
    RowWords told(finding, row, labels, decimals);
    words.tell(told);
    return told.take();
}

}  // namespace lookback
