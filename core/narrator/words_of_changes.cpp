#include "core/narrator/telling.h"

namespace lookback {
namespace {

/// In which document it was otherwise.
std::string opening(const Telling& t) {
    return t.document.lesson ? "the lesson was opened" : "you opened it";
}

Telling& since(Telling& t) { return t.begin("Since ").say(opening(t)).say(", "); }

}  // namespace

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
    since(t).say("the row of ").row().say(" changed most: ").difference().say(".");
}

void tellOneChanged(Telling& t) {
    since(t).say("only the row of ").row().say(" has changed: ").difference().say(".");
}

void tellOnlyMasked(Telling& t) { since(t).say("only what the mask hides has changed."); }

}  // namespace lookback
