#include <algorithm>

#include "core/compare/finding_words.h"

namespace lookback {
namespace {

/// "2 of 3 rows", or the one row by its name.
FindingWords& sayRows(FindingWords& t) {
    const Finding& f = t.finding;
    if (f.count == 1) return t.say("the row of ").token(f.rows.front().row);
    return t.bold(fmt::format("{} of {}", f.count, f.of)).say(" rows");
}

FindingWords& sayOnSide(FindingWords& t) { return t.begin(fmt::format("In {}, ", t.side())); }

/// To whom, after "gives 64.3 % of its weight".
std::string hiddenTokens(const FindingWords& t) {
    switch (t.finding.whom) {
        case Whom::later: return " to tokens that come later";
        case Whom::hidden: return " to tokens that the mask hides";
        case Whom::hidden_by_other: break;
    }
    return fmt::format(" to tokens that {} hides", t.other());
}

}  // namespace

void tellNanRows(FindingWords& t) {
    const Finding& f = t.finding;
    sayRows(sayOnSide(t)).say(f.count == 1 ? " is " : " are ").bold("NaN");
    if (f.count == 1) {
        t.say(fmt::format(", in {} it is not.", t.other()));
    } else {
        t.say(fmt::format(" that are not in {}: ", t.other())).rows().say(".");
    }
}

void tellHiddenWeight(FindingWords& t) {
    const Finding& f = t.finding;
    f.is_unmasked ? t.begin("Without the mask, ") : sayOnSide(t);
    const std::size_t named = std::min(f.rows.size(), kMostNamedRows);
    for (std::size_t k = 0; k < named; ++k) {
        const FoundRow& row = f.rows[k];
        if (k > 0) t.say(", ");
        t.token(row.row).say(" gives ").bold(share(row.on(f.side)));
        if (k == 0) t.say(" of its weight" + hiddenTokens(t));
        const double there = row.on(otherThan(f.side));
        if (there != 0) t.say(fmt::format(" (in {} {})", t.other(), share(there)));
    }
    if (named < f.rows.size()) {
        const auto others = static_cast<Index>(f.rows.size() - named);
        t.say(fmt::format(", {} no more than that", counted(others, "other")));
    }
    t.say(".");
}

void tellSumsLost(FindingWords& t) {
    const Finding& f = t.finding;
    sayRows(sayOnSide(t));
    if (f.side == Side::b) {
        t.say(f.count == 1 ? " no longer adds up to 1" : " no longer add up to 1");
    } else {
        t.say(f.count == 1 ? " does not add up to 1 as in B" : " do not add up to 1 as in B");
    }
    const std::size_t named = std::min(f.rows.size(), kMostNamedRows);
    for (std::size_t k = 0; k < named; ++k) {
        t.say(k == 0 ? ": " : ", ");
        if (f.count > 1) t.token(f.rows[k].row).say(" ");
        t.bold(t.digits(f.rows[k].on(f.side)));
    }
    if (named < f.rows.size()) {
        const auto others = static_cast<Index>(f.rows.size() - named);
        t.say(fmt::format(", {} no further from 1", counted(others, "other")));
    }
    t.say(".");
}

void tellSameRowsOf(FindingWords& t) {
    const Finding& f = t.finding;
    if (f.is_last) {
        t.begin("").token(f.rows.front().row).say(" is the last token: its row is ");
        t.say(t.sameness()).say(".");
        return;
    }
    if (f.count == 1) {
        t.begin("The row of ").token(f.rows.front().row).say(" is ").say(t.sameness()).say(".");
        return;
    }
    t.begin("").bold(fmt::format("{} of {}", f.count, f.of)).say(" rows are ").say(t.sameness());
    t.say(": ").rows().say(".");
}

}  // namespace lookback
