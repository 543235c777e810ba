#include "core/narrator/telling.h"

namespace lookback {
namespace {

void tellExtreme(Telling& t, const std::string& which) {
    t.begin("The ").say(which).say(" score is ").number().say(": ").row().say(" asking ").other();
    if (t.claim.reason == Reason::blocked) t.say(", which the mask blocks");
    t.say(".");
}

/// Of numbers[1] to numbers[2], which became numbers[3] to numbers[4].
void tellSpans(Telling& t) {
    const std::vector<double>& numbers = t.claim.numbers;
    if (numbers[1] == numbers[2]) {
        t.say(", every score of ").say(t.digits(1)).say(" becomes ").number(3).say(".");
        return;
    }
    t.say(", the scores lie between ").number(3).say(" and ").number(4);
    t.say(fmt::format(", before {} and {}.", t.digits(1), t.digits(2)));
}

}  // namespace

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

void tellPairsHidden(Telling& t) {
    const Claim& c = t.claim;
    if (c.count == 0) {
        t.say("The mask hides ").bold("nothing").say(": every token may look at every token.");
    } else if (c.count == c.of) {
        t.say("The mask hides ").bold("all").say(": no token may look at any.");
    } else {
        t.say("The mask hides ").bold(fmt::format("{} of {}", c.count, c.of)).say(" pairs");
        t.say(c.reason == Reason::later_hidden ? ": no token sees a later one." : ".");
    }
}

void tellWouldLook(Telling& t) {
    t.begin("Without ").say("the mask, ").row().say(" would give most to hidden tokens: ");
    t.percent().say(" of its weight.");
}

void tellTakenMost(Telling& t) {
    t.begin("The ").say("mask takes most from ").row().say(": ").percent().say(" of its weight.");
}

void tellLeftLeast(Telling& t) {
    t.begin("The ").say("row of ").row().say(" now adds up to only ").number();
    t.say(", and this method leaves it so.");
}

}  // namespace lookback
