#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "core/base/text.h"
#include "core/compare/findings.h"
#include "core/explain/in_conventions.h"
#include "core/explain/sentence.h"

namespace lookback {
namespace {

/// Most rows that are named one by one; others are counted.
constexpr std::size_t kMostNamedRows = 3;

/// One sentence about a finding.
class FindingWords {
public:
    FindingWords(const Finding& told, const Compared& of, const std::vector<std::string>& labels,
                 int decimals, const Conventions& conventions)
        : finding(told),
          compared(of),
          labels_(labels),
          decimals_(decimals),
          conventions_(conventions) {}

    const Finding& finding;
    const Compared& compared;

    FindingWords& say(std::string text) {
        line_ << std::move(text);
        return *this;
    }
    FindingWords& bold(std::string text) {
        line_ << Piece{.text = std::move(text), .bold = true};
        return *this;
    }
    /// True where a sentence begins with the head.
    [[nodiscard]] bool namesHead() const {
        return compared.a.document.heads > 1 && info(finding.id).per_head;
    }
    /// Begins with the head, where there are several. @param text the beginning without a head
    FindingWords& begin(std::string text);
    FindingWords& token(Index index) {
        return say(inQuotes(labels_[static_cast<std::size_t>(index)]));
    }
    /// The number of the finding's rows that are named one by one.
    [[nodiscard]] std::size_t namedRows() const {
        return std::min(finding.rows.size(), kMostNamedRows);
    }
    /// The rows as “a”, “b” and 2 others.
    FindingWords& rows();
    /// The number of rows that are not named, after those that are: ", 2 others no further from 1".
    FindingWords& otherRows(std::string_view predicate);
    /// Where the finding's cell is: `[Write, a]`, or a row and its dimension.
    FindingWords& cell();
    [[nodiscard]] std::string digits(double value) const { return formatNumber(value, decimals_); }
    /// The least number above 0 that can be written.
    [[nodiscard]] double least() const;
    [[nodiscard]] static std::string_view nameOf(Side side) { return side == Side::a ? "A" : "B"; }
    [[nodiscard]] std::string_view side() const { return nameOf(finding.side); }
    [[nodiscard]] std::string_view other() const { return nameOf(otherThan(finding.side)); }
    /// How exactly numbers are equal: in different dtypes, equal numbers have different bits.
    [[nodiscard]] std::string sameness() const;
    /// The finding's matrix in prose: "the attention weights".
    [[nodiscard]] std::string matrix() const { return "the " + proseName(finding.id); }

    /// The sentence in the conventions of the reader.
    [[nodiscard]] TextLine take();

private:
    const std::vector<std::string>& labels_;
    int decimals_;
    Conventions conventions_;
    TextLine line_;
};

FindingWords& FindingWords::begin(std::string text) {
    if (!namesHead()) return say(std::move(text));
    say(fmt::format("In head {}, ", finding.head + 1));
    const bool is_capital = text.size() > 1 && text.front() >= 'A' && text.front() <= 'Z' &&
                            text[1] >= 'a' && text[1] <= 'z';
    if (is_capital) text.front() = static_cast<char>(text.front() - 'A' + 'a');
    return say(std::move(text));
}

FindingWords& FindingWords::rows() {
    const std::vector<FoundRow>& told = finding.rows;
    const std::size_t named = namedRows();
    const auto others = static_cast<Index>(told.size() - named);
    for (std::size_t k = 0; k < named; ++k) {
        if (k > 0) say(k + 1 == named && others == 0 ? " and " : ", ");
        token(told[k].row);
    }
    return others == 0 ? *this : say(fmt::format(" and {}", counted(others, "other")));
}

FindingWords& FindingWords::otherRows(std::string_view predicate) {
    const auto others = static_cast<Index>(finding.rows.size() - namedRows());
    if (others == 0) return *this;
    return say(fmt::format(", {} {}", counted(others, "other"), predicate));
}

FindingWords& FindingWords::cell() {
    const Cell at = finding.cell;
    const auto label = [&](Index token) { return labels_[static_cast<std::size_t>(token)]; };
    if (info(finding.id).cols == Axis::token) {
        const Cell stands = isTurned(finding.id, conventions_) ? Cell{at.col, at.row} : at;
        return say(fmt::format("[{}, {}]", label(stands.row), label(stands.col)));
    }
    token(at.row);
    const bool is_one = compared.a.trace.tensor(finding.id).cols() == 1;
    return is_one ? *this : say(fmt::format(", dimension {}", at.col + 1));
}

double FindingWords::least() const { return std::pow(10, -decimals_); }

TextLine FindingWords::take() {
    TextLine line = joined(std::move(line_));
    return isOfPairs(finding.id) ? inConventions(std::move(line), conventions_) : line;
}

std::string FindingWords::sameness() const {
    const bool have_same_bits = compared.a.document.dtype == compared.b.document.dtype;
    return have_same_bits ? "the same to the last bit" : "exactly the same";
}

/// "2 of 3 rows of the attention weights", or the one row by its name.
/// @param the_row "the row of " or "The row of "
FindingWords& sayRows(FindingWords& t, std::string the_row) {
    const Finding& f = t.finding;
    if (f.count == 1) {
        return t.say(std::move(the_row)).token(f.rows.front().row).say(" in " + t.matrix());
    }
    return t.bold(fmt::format("{} of {}", f.count, f.of)).say(" rows of " + t.matrix());
}

FindingWords& sayOnSide(FindingWords& t) { return t.begin(fmt::format("In {}, ", t.side())); }

/// The receivers, after "gives 64.3% of its weight".
std::string hiddenTokens(const FindingWords& t) {
    switch (t.finding.hidden_tokens) {
        case HiddenTokens::later: return " to tokens that come later";
        case HiddenTokens::hidden: return " to tokens that the mask hides";
        case HiddenTokens::hidden_by_other: break;
    }
    return fmt::format(" to tokens that {} hides", t.other());
}

/// "an output", "a weight".
std::string withArticle(std::string_view word) {
    const bool is_vowel = std::string_view("aeio").find(word.front()) != std::string_view::npos;
    return fmt::format("{} {}", is_vowel ? "an" : "a", word);
}

// One for each kind of finding.

void tellNoTokensHere(FindingWords& t) { t.say("Without tokens there is nothing to compare."); }

void tellNoWidthHere(FindingWords& t) {
    const std::string word(info(t.finding.id).word);
    t.say(fmt::format("Each {} has ", word)).bold("no numbers").say(": its width is 0.");
}

void tellOtherWords(FindingWords& t) {
    const Finding& f = t.finding;
    t.say("The tokens differ at ").bold(fmt::format("{} of {}", f.count, f.of));
    t.say(" places: numbers are compared place by place.");
}

void tellAllSame(FindingWords& t) {
    const Index heads = t.finding.count;
    heads == 1 ? t.begin("Nothing differs in ") : t.say("Nothing differs in any head of ");
    t.say(t.matrix()).say(": every number is ").say(t.sameness()).say(".");
}

void tellOnlySigns(FindingWords& t) {
    const Finding& f = t.finding;
    t.begin("All numbers of ").say(t.matrix()).say(" are equal, only ");
    t.bold(fmt::format("{} of {}", f.count, f.of));
    t.say(f.count == 1 ? " is 0 in one and \u22120 in the other."
                       : " are 0 in one and \u22120 in the other.");
}

void tellNanRows(FindingWords& t) {
    const Finding& f = t.finding;
    sayRows(sayOnSide(t), "the row of ").say(f.count == 1 ? " is " : " are ").bold("NaN");
    if (f.count == 1) {
        t.say(fmt::format(", but not in {}.", t.other()));
    } else {
        t.say(fmt::format(" that are not in {}: ", t.other())).rows().say(".");
    }
}

void tellNotFiniteOn(FindingWords& t) {
    const Finding& f = t.finding;
    t.begin(fmt::format("In {}, ", t.side())).bold(fmt::format("{} of {}", f.count, f.of));
    t.say(" numbers of ").say(t.matrix()).say(f.count == 1 ? " is" : " are");
    t.say(fmt::format(" not finite where {} has finite ones", t.other()));
    const double first = f.numbers[f.side == Side::a ? 0 : 1];
    t.say(f.count == 1 ? ": " : ", first ").bold(t.digits(first)).say(" at ").cell().say(".");
}

void tellEndless(FindingWords& t) {
    const Finding& f = t.finding;
    t.begin("").bold(fmt::format("{} of {}", f.count, f.of));
    t.say(" differences in ").say(t.matrix());
    t.say(f.count == 1 ? " is not finite: " : " are not finite, first ");
    t.say("that at ")
        .cell()
        .say(fmt::format(", from {} to {}.", t.digits(f.numbers[0]), t.digits(f.numbers[1])));
}

void tellHiddenWeight(FindingWords& t) {
    const Finding& f = t.finding;
    f.is_unmasked ? t.begin("Without the mask, ") : sayOnSide(t);
    for (std::size_t k = 0; k < t.namedRows(); ++k) {
        const FoundRow& row = f.rows[k];
        if (k > 0) t.say(", ");
        t.token(row.row).say(" gives ").bold(share(row.on(f.side)));
        if (k == 0) t.say(" of its weight" + hiddenTokens(t));
        const double there = row.on(otherThan(f.side));
        if (there != 0) t.say(fmt::format(" (in {} {})", t.other(), share(there)));
    }
    t.otherRows("no more than that").say(".");
}

void tellSumsLost(FindingWords& t) {
    const Finding& f = t.finding;
    sayRows(sayOnSide(t), "the row of ");
    if (f.side == Side::b) {
        t.say(f.count == 1 ? " no longer adds up to 1" : " no longer add up to 1");
    } else {
        t.say(f.count == 1 ? " does not add up to 1 as in B" : " do not add up to 1 as in B");
    }
    for (std::size_t k = 0; k < t.namedRows(); ++k) {
        t.say(k == 0 ? ": " : ", ");
        if (f.count > 1) t.token(f.rows[k].row).say(" ");
        t.bold(t.digits(f.rows[k].on(f.side)));
    }
    t.otherRows("no further from 1").say(".");
}

void tellOtherMask(FindingWords& t) {
    const Finding& f = t.finding;
    t.say("B ");
    if (f.count > 0) t.say("shows ").bold(counted(f.count, "pair")).say(" that A hides");
    if (f.count > 0 && f.of > 0) t.say(", and ");
    if (f.of > 0) t.say("hides ").bold(counted(f.of, "pair")).say(" that A shows");
    t.say(".");
}

void tellSameRowsOf(FindingWords& t) {
    const Finding& f = t.finding;
    if (f.is_last) {
        t.begin("").token(f.rows.front().row).say(" is the last token: its row of ");
        t.say(t.matrix()).say(" is ").say(t.sameness()).say(".");
        return;
    }
    sayRows(t.begin(""), f.count == 1 && t.namesHead() ? "the row of " : "The row of ");
    t.say(f.count == 1 ? " is " : " are ").say(t.sameness());
    if (f.count > 1) t.say(": ").rows();
    t.say(".");
}

void tellLargestChange(FindingWords& t) {
    const Finding& f = t.finding;
    t.begin(f.has_endless ? "Largest finite change in " : "Largest change in ");
    t.say(withArticle(info(f.id).word)).say(": ");
    const double by = std::abs(f.numbers[1] - f.numbers[0]);
    if (by < t.least() / 2) {
        t.say("less than ").bold(t.digits(t.least())).say(" at ").cell().say(".");
        return;
    }
    t.bold(t.digits(by)).say(" at ").cell();
    t.say(fmt::format(", from {} to {}.", t.digits(f.numbers[0]), t.digits(f.numbers[1])));
}

struct FindingWordsRow {
    FindingKind kind;
    void (*tell)(FindingWords&);
};

constexpr std::array<FindingWordsRow, kFindingKinds> kFindingWordsRows{{
    {FindingKind::no_tokens, tellNoTokensHere},
    {FindingKind::no_width, tellNoWidthHere},
    {FindingKind::other_words, tellOtherWords},
    {FindingKind::all_same, tellAllSame},
    {FindingKind::only_signs, tellOnlySigns},
    {FindingKind::nan_rows, tellNanRows},
    {FindingKind::not_finite, tellNotFiniteOn},
    {FindingKind::endless, tellEndless},
    {FindingKind::hidden_weight, tellHiddenWeight},
    {FindingKind::sums_lost, tellSumsLost},
    {FindingKind::other_mask, tellOtherMask},
    {FindingKind::same_rows, tellSameRowsOf},
    {FindingKind::largest_change, tellLargestChange},
}};

}  // namespace

TextLine tell(const Finding& finding, const Compared& compared,
              const std::vector<std::string>& labels, int decimals,
              const Conventions& conventions) {
    const FindingWordsRow& row = kFindingWordsRows[static_cast<std::size_t>(finding.kind)];
    assert(row.kind == finding.kind);
    FindingWords words(finding, compared, labels, decimals, conventions);
    row.tell(words);
    return words.take();
}

}  // namespace lookback
