#include <array>
#include <cmath>

#include <fmt/format.h>

#include "core/base/text.h"
#include "core/explain/explained_cell.h"
#include "core/explain/sentence.h"
#include "core/narrator/narrate.h"

// The narrator's words: one function for each kind of claim.

namespace lookback {
namespace {

/// One sentence about a claim.
class Telling {
public:
    Telling(const Claim& told, const Document& of, const std::vector<std::string>& labels,
            int decimals)
        : claim(told), document(of), labels_(labels), decimals_(decimals) {}

    const Claim& claim;
    const Document& document;

    Telling& say(std::string text) {
        line_ << std::move(text);
        return *this;
    }
    Telling& bold(std::string text) {
        line_ << Piece{.text = std::move(text), .bold = true};
        return *this;
    }
    /// Begins with the head, where there are several. @param text the beginning without a head
    Telling& begin(std::string text);
    /// Begins before a token.
    Telling& begin() { return begin(""); }
    Telling& token(Index index) { return say(inQuotes(labels_[static_cast<std::size_t>(index)])); }
    /// The token of the row; the token of the column, "itself" where it is the same.
    Telling& row() { return token(claim.row); }
    Telling& other() { return claim.col == claim.row ? say("itself") : token(claim.col); }
    Telling& number(std::size_t k = 0) { return bold(digits(k)); }
    [[nodiscard]] std::string digits(std::size_t k) const {
        return formatNumber(claim.numbers[k], decimals_);
    }
    [[nodiscard]] std::string magnitude(std::size_t k) const {
        return formatNumber(std::abs(claim.numbers[k]), decimals_);
    }
    /// A number as a share of the weight.
    Telling& percent() { return bold(share(claim.numbers[0])); }
    /// The size of a difference, never "0".
    Telling& difference();
    [[nodiscard]] std::string word() const { return std::string(info(claim.id).word); }

    [[nodiscard]] TextLine take() { return joined(std::move(line_)); }

private:
    const std::vector<std::string>& labels_;
    int decimals_;
    TextLine line_;
};

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

/// Why a row is NaN, after "The weights of “a” are NaN: ".
void tellReason(Telling& t) {
    switch (t.claim.reason) {
        case Reason::no_key_low:
            t.row().say(" may look at no token, all its scores are \u2212\u221e, and 0 / 0 is NaN");
            break;
        case Reason::no_key_nothing:
            t.row().say(" may look at no token, nothing is left of its weights, and 0 / 0 is NaN");
            break;
        case Reason::all_low: t.say("all its scores are \u2212\u221e, and 0 / 0 is NaN"); break;
        case Reason::infinite_score:
            t.say("a score is \u221e, and \u221e less \u221e has no value");
            break;
        case Reason::nothing_left:
            t.say(fmt::format("{} holds all that is left as 0, and 0 / 0 is NaN",
                              info(t.document.dtype).name));
            break;
        default: t.say("a score is NaN already"); break;
    }
}

// Claims about the sentence and its vectors.

void tellNoTokens(Telling& t) { t.say("Without tokens there is nothing to tell."); }

void tellNoWidth(Telling& t) {
    t.say(fmt::format("Each {} has ", t.word())).bold("no numbers").say(": its width is 0.");
}

void tellNotFinite(Telling& t) {
    const Claim& c = t.claim;
    if (c.reason == Reason::no_key_low || c.reason == Reason::no_key_nothing) {
        t.say(fmt::format("The {} of ", t.word())).row().say(" is ").bold("NaN");
        t.say(": it may look at no token, so its weights are NaN.");
        return;
    }
    if (c.count == 1) {
        t.begin("The ").say(info(c.id).cols == Axis::token ? "row" : t.word()).say(" of ").row();
        t.say(" holds ").bold(t.digits(0));
    } else {
        t.begin(fmt::format("{} of {} rows of the {}", c.count, c.of, proseName(c.id)));
        t.say(" hold numbers that are ").bold("not finite").say(", ").row().say(" first");
    }
    if (c.reason == Reason::zero_divisor) t.say(": a division by 0");
    if (c.reason == Reason::overflow) {
        t.say(fmt::format(": too large for {}", info(t.document.dtype).name));
    }
    t.say(".");
}

void tellRange(Telling& t) {
    if (t.claim.numbers[0] == t.claim.numbers[1]) {
        t.begin("All ").say(fmt::format("numbers of the {} are ", proseName(t.claim.id)));
        t.number().say(".");
        return;
    }
    t.begin("The ").say(fmt::format("numbers of the {} lie between ", proseName(t.claim.id)));
    t.number(0).say(" and ").number(1).say(".");
}

void tellLongest(Telling& t) {
    const MatrixId id = t.claim.id;
    const bool is_asked = info(id).role == Role::query || info(id).role == Role::key;
    t.begin("The ").say(fmt::format("longest {} is that of ", t.word())).row();
    t.say(", ").number();
    t.say(is_asked ? " long: it can make the largest scores." : " long.");
}

void tellSameRows(Telling& t) {
    t.token(t.claim.row).say(" and ").token(t.claim.col).say(" have ").bold("the same numbers");
    t.say(": nothing but their places can tell them apart.");
}

void tellMostAlike(Telling& t) {
    t.token(t.claim.row).say(" and ").token(t.claim.col).say(" are most alike: their rows lie ");
    t.number().say(" apart.");
}

void tellToldApart(Telling& t) {
    t.token(t.claim.row).say(" and ").token(t.claim.col).say(" have the same embedding; ");
    t.bold("only their places").say(" tell them apart.");
}

void tellTurnedMost(Telling& t) {
    t.begin("The ").say(fmt::format("{} of ", t.word())).row().say(" is moved most, by ").number();
    t.say(", and no turn changes a length.");
}

void tellUnturned(Telling& t) {
    t.begin().row().say(" stands at place 0: its ").say(t.word()).say(" is ").bold("not turned");
    t.say(".");
}

// Claims about scores and the mask.

void tellExtreme(Telling& t, const std::string& which) {
    t.begin("The ").say(which).say(" score is ").number().say(": ").row().say(" asking ").other();
    if (t.claim.reason == Reason::blocked) t.say(", which the mask blocks");
    t.say(".");
}

/// Says that scores of numbers[1] to numbers[2] became numbers[3] to numbers[4].
void tellSpans(Telling& t) {
    const std::vector<double>& numbers = t.claim.numbers;
    if (numbers[1] == numbers[2]) {
        t.say(", every score of ").say(t.digits(1)).say(" becomes ").number(3).say(".");
        return;
    }
    t.say(", the scores lie between ").number(3).say(" and ").number(4);
    t.say(fmt::format(", before {} and {}.", t.digits(1), t.digits(2)));
}

void tellAlone(Telling& t) {
    t.begin().row().say(" is alone and can ask only itself: ").number().say(".");
}

void tellLargest(Telling& t) { tellExtreme(t, "largest"); }

void tellSmallest(Telling& t) { tellExtreme(t, "smallest"); }

void tellScaled(Telling& t) {
    if (t.claim.numbers[0] == 1) {
        t.begin("Nothing ").say("is divided: scores stay between ").number(1).say(" and ");
        t.number(2).say(".");
        return;
    }
    t.begin("Divided by ").number(0);
    tellSpans(t);
}

void tellCapped(Telling& t) {
    t.begin("Capped at ").number(0);
    tellSpans(t);
}

void tellFarPays(Telling& t) {
    const double loss = t.claim.numbers[0];
    t.begin("The ").say(fmt::format("farthest pairs, {} apart, ", counted(t.claim.count, "place")));
    if (loss == 0) {
        t.bold("lose nothing").say(" of their score.");
        return;
    }
    t.say(loss < 0 ? "gain " : "lose ");
    t.bold(t.magnitude(0)).say(loss < 0 ? " of score." : " of their score.");
}

void tellNoKey(Telling& t) {
    const Claim& c = t.claim;
    const bool is_after = info(c.id).role == Role::weights;
    t.begin().row().say(" may look at ").bold("no token");
    if (c.count > 1)
        t.say(fmt::format(" (nor may {} other{})", c.count - 1, c.count > 2 ? "s" : ""));
    switch (c.reason) {
        case Reason::zeros: t.say(": all its weights are ").bold("0"); break;
        case Reason::even:
            t.say(": softmax shares its weight evenly, ").percent().say(" for each hidden one");
            break;
        case Reason::uneven: t.say(": ").percent().say(" of its weight goes to hidden ones"); break;
        case Reason::no_key_low:
            t.say(": all its scores are \u2212\u221e, and softmax makes ")
                .bold("NaN")
                .say(" of that");
            break;
        case Reason::no_key_nothing:
            t.say(": no weight is left, and 0 divided by 0 is ").bold("NaN");
            break;
        default:
            t.say(is_after ? ": its weights are " : ": its weights will be ").bold("NaN");
            break;
    }
    t.say(".");
}

/// The rules of a mask: "Causal and Padding".
std::string rulesOf(const Mask& mask) {
    std::vector<std::string> names;
    for (const MaskRule& rule : mask.rules) {
        if (rule.kind != MaskKind::none) names.push_back(maskRuleTitle(rule));
    }
    if (!mask.flips.empty()) {
        names.push_back(counted(static_cast<Index>(mask.flips.size()), "painted cell"));
    }
    return listed(names);
}

void tellPairsHidden(Telling& t) {
    const Claim& c = t.claim;
    if (c.count == 0) {
        t.say("The mask blocks ").bold("no pair").say(": every token may look at every token.");
        return;
    }
    if (c.count == c.of) {
        t.say("The mask blocks ").bold("all pairs").say(": no token may look at any token.");
        return;
    }
    const bool are_later_ones = c.reason == Reason::later_hidden;
    const std::string rules = are_later_ones ? "" : fmt::format(" ({})", rulesOf(t.document.mask));
    t.say(fmt::format("The mask{} blocks ", rules));
    t.bold(fmt::format("{} of {}", c.count, c.of)).say(" pairs");
    t.say(are_later_ones ? ": no token may look at a later token." : ".");
}

void tellWouldLook(Telling& t) {
    t.begin("Without ").say("the mask, ").row().say(" would give ").percent();
    t.say(" of its weight to blocked tokens, more than any other token.");
}

void tellTakenMost(Telling& t) {
    t.begin("The ").say("mask takes ").percent().say(" of the weight of ").row();
    t.say(", more than of any other token.");
}

void tellLeftLeast(Telling& t) {
    t.begin("The ").say("row of ").row().say(" now adds up to only ").number();
    t.say(", and this method leaves it so.");
}

// Claims about weights and the context.

void tellNanRow(Telling& t) {
    const Claim& c = t.claim;
    if (c.count > 1) {
        t.begin("")
            .bold(fmt::format("{} of {} rows are NaN", c.count, c.of))
            .say(": of the first, ");
    } else {
        t.begin("The ").say("row of ").row().say(" is ").bold("NaN").say(": ");
    }
    tellReason(t);
    t.say(".");
}

void tellLeak(Telling& t) {
    const Claim& c = t.claim;
    if (c.reason != Reason::clearly_most) {
        t.begin("").bold(fmt::format("{} of {} rows", c.count, c.of));
        t.say(c.count == 1 ? " gives" : " give").say(" weight to tokens that the mask hides.");
        return;
    }
    t.begin()
        .row()
        .say(c.id == MatrixId::masked_scores ? " will still give " : " gives ")
        .percent();
    t.say(" of its weight to tokens that the mask hides");
    if (c.count > 1) t.say(", more than any other");
    t.say(".");
}

void tellLooksMost(Telling& t) {
    t.begin().row().say(" looks most at ").other().say(": ").percent().say(".");
}

void tellOnlyOne(Telling& t) {
    t.begin().row().say(" may look only at ").other().say(": ").percent().say(".");
}

void tellEvenRow(Telling& t) {
    t.begin().row().say(
        fmt::format(" shares its weight evenly among {}: ", counted(t.claim.count, "token")));
    t.percent().say(" each");
    const Index others = t.claim.of - 1;
    if (others > 0) {
        t.say(fmt::format("; {} do{} the same", counted(others, "other"), others == 1 ? "es" : ""));
    }
    t.say(".");
}

void tellTakesMost(Telling& t) {
    t.begin().row().say(" gives ");
    t.claim.col == t.claim.row ? t.say("its own value") : t.say("the value of ").other();
    t.say(" the largest weight: ").percent().say(".");
}

void tellOneValue(Telling& t) {
    t.begin("The ").say("context of ").row().say(" is ");
    t.claim.col == t.claim.row ? t.bold("its own value") : t.bold("the value of ").other();
    t.say(" and nothing else.");
}

void tellTakesNothing(Telling& t) {
    t.begin().row().say(" takes in ").bold("nothing").say(": all its weights are 0");
    const Index others = t.claim.count - 1;
    if (others > 0)
        t.say(fmt::format("; so do{} {}", others == 1 ? "es" : "", counted(others, "other")));
    t.say(".");
}

// Claims about edits.

/// The moment that changes are counted from.
std::string opening(const Telling& t) {
    return t.document.lesson ? "the lesson was opened" : "you opened it";
}

Telling& since(Telling& t) { return t.begin("Since ").say(opening(t)).say(", "); }

void tellUnchanged(Telling& t) {
    t.say("Nothing in this step has changed since ").say(opening(t)).say(".");
}

void tellMaskEdited(Telling& t) {
    const Claim& c = t.claim;
    t.say("Since ").say(opening(t)).say(", ");
    if (c.count > 0) t.bold(counted(c.count, "pair")).say(" became visible");
    if (c.count > 0 && c.of > 0) t.say(" and ");
    if (c.of > 0) {
        c.count > 0 ? t.bold(std::to_string(c.of)) : t.bold(counted(c.of, "pair"));
        t.say(" became hidden");
    }
    t.say(".");
}

void tellRowsLost(Telling& t) {
    since(t).bold(fmt::format("{} of {} rows", t.claim.count, t.claim.of));
    t.say(t.claim.count == 1 ? " is" : " are").say(" no longer finite, ").row().say(" first.");
}

void tellRowsChanged(Telling& t) {
    since(t).bold(fmt::format("{} of {} rows", t.claim.count, t.claim.of));
    t.say(t.claim.count == 1 ? " has changed." : " have changed.");
}

void tellChangedMost(Telling& t) {
    const bool is_of_pairs = info(t.claim.id).cols == Axis::token;
    since(t).say(fmt::format("the {} of ", is_of_pairs ? "row" : t.word()));
    t.row().say(" changed most: ").difference().say(".");
}

void tellOneChanged(Telling& t) {
    since(t).say("only the row of ").row().say(" has changed: ").difference().say(".");
}

void tellOnlyMasked(Telling& t) { since(t).say("only what the mask hides has changed."); }

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
static_assert([] {
    for (std::size_t k = 0; k < kTellRows.size(); ++k) {
        if (kTellRows[k].kind != static_cast<ClaimKind>(k)) return false;
        if (kTellRows[k].tell == nullptr) return false;
    }
    return true;
}());

}  // namespace

TextLine tell(const Claim& claim, const Document& document, const std::vector<std::string>& labels,
              int decimals) {
    Telling telling(claim, document, labels, decimals);
    kTellRows[static_cast<std::size_t>(claim.kind)].tell(telling);
    return telling.take();
}

}  // namespace lookback
