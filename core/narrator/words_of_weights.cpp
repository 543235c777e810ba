#include "core/narrator/telling.h"

namespace lookback {

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
    t.begin().row().say(" takes most of ");
    t.claim.col == t.claim.row ? t.say("its own value") : t.say("the value of ").other();
    t.say(": ").percent().say(".");
}

void tellOneValue(Telling& t) {
    t.begin("What ").row().say(" takes in is ");
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

}  // namespace lookback
