#include "core/narrator/telling.h"

namespace lookback {

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
        t.begin(fmt::format("{} of {} rows", c.count, c.of)).say(" hold numbers that are ");
        t.bold("not finite").say(", ").row().say(" first");
    }
    if (c.reason == Reason::zero_divisor) t.say(": a division by 0");
    if (c.reason == Reason::overflow) {
        t.say(fmt::format(": too large for {}", info(t.document.dtype).name));
    }
    t.say(".");
}

void tellRange(Telling& t) {
    if (t.claim.numbers[0] == t.claim.numbers[1]) {
        t.begin("All numbers here are ").number().say(".");
        return;
    }
    t.begin("The numbers here lie between ").number(0).say(" and ").number(1).say(".");
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

}  // namespace lookback
