#include <cmath>

#include "core/attention/position_arithmetic.h"
#include "core/explain/masking_words.h"

namespace lookback {

void meaningOfQuotient(const ExplainContext& c, Sentence& s) {
    const Document& document = c.explained.document;
    const std::string score = c.digits(c.operation.left.front());
    const std::string by = formatShort(c.operation.number);
    switch (document.scale.kind) {
        case Scale::Kind::sqrt_dk:
            s.say(fmt::format("A score adds up {} and grows with \u221a{}, so {} is divided by ",
                              counted(document.dK(), "product"), document.dK(), score));
            s.bold(c.digits(c.operation.number)).say(": softmax stays soft, whatever the width.");
            break;
        case Scale::Kind::dk:
            s.say(fmt::format("{} is divided by ", score)).bold(by);
            s.say(fmt::format(" itself and not by \u221a{}: scores come out small, weights flat.",
                              by));
            break;
        case Scale::Kind::none:
            s.say(fmt::format("{} is ", score)).bold("not divided");
            s.say(": with wide vectors scores would grow, and softmax would pick a single key.");
            break;
        case Scale::Kind::number:
            s.say(fmt::format("{} is divided by ", score)).bold(by).say(", as every score here.");
            break;
    }
    if (c.explained.isBlocked())
        s.say(" The mask was put on before, so what it put here is scaled too.");
    explainNonFinite(c, s);
}

void meaningOfCapping(const ExplainContext& c, Sentence& s) {
    const double before = c.operation.left.front();
    const double after = c.operation.result;
    const std::string cap = formatShort(c.operation.number);
    s.say(fmt::format("Scores stay between \u2212{0} and {0}: ", cap));
    if (std::isnan(before)) {
        s.say("NaN stays NaN.");
    } else if (std::isinf(before)) {
        s.say(fmt::format("{} becomes ", c.digits(before))).bold(c.digits(after));
        s.say(", the cap itself.");
    } else if (c.digits(before) == c.digits(after)) {
        s.say(fmt::format("beside that {} is small, and it ", c.digits(before)));
        s.bold("stays").say(".");
    } else {
        const std::string lost = c.digits(std::abs(before) - std::abs(after));
        s.say(fmt::format("{} becomes ", c.digits(before))).bold(c.digits(after));
        // Rounding to 16 bits may leave more than there was.
        const bool is_less = std::abs(after) < std::abs(before) && lost != c.digits(0);
        s.say(is_less ? fmt::format(", nearer to 0 by {}.", lost) : ".");
    }
    explainNonFinite(c, s);
}

void meaningOfBias(const ExplainContext& c, Sentence& s) {
    const Index distance = std::abs(c.explained.cell.row - c.explained.cell.col);
    if (distance == 0) {
        s.asker().say(" stands at distance 0 from itself, so its score ").bold("stays").say(".");
    } else {
        const double slope = slopeOf(c.explained.document, c.explained.head);
        s.token(c.explained.cell.col)
            .say(fmt::format(" stands {} from ", counted(distance, "place")));
        s.asker().say(slope < 0 ? ", so its score gains " : ", so its score loses ");
        s.bold(c.digits(std::abs(c.operation.number)));
        s.say(fmt::format(": the slope {} for each place.", c.digits(slope)));
    }
    explainNonFinite(c, s);
}

void meaningOfRule(const ExplainContext& c, Sentence& s) {
    const Index key = c.explained.cell.col;
    const bool allowed = c.operation.allowed.front();
    s.asker().bold(allowed ? " may" : " may not").say(" look at ");
    key == c.explained.cell.row ? s.say("itself") : s.token(key);
    if (!allowed) s.say(": ").reason(key);
    if (allowed && c.explained.isFlipped()) s.say(": the cell was opened by hand");
    s.say(".");
}

void meaningOfMasking(const ExplainContext& c, Sentence& s) {
    const MaskingWords& words = wordsOf(c.explained.document.masking.method);
    const Index key = c.explained.cell.col;
    if (c.operation.allowed.front()) {
        s.asker().say(" may look at ");
        key == c.explained.cell.row ? s.say("itself") : s.token(key);
        return words.allowed(s);
    }
    s.reason(key);
    words.blocked(c, s);
    const double weight =
        c.explained.trace.view(MatrixId::attention_weights, c.explained.head)(c.explained.cell);
    if (std::isnan(weight)) {
        s.say(". The whole row will be ").bold("NaN").say(" after softmax.");
    } else if (weight == 0) {
        s.say(": softmax will give it ").bold("no weight").say(".");
    } else {
        s.say(", but softmax will still give it ").bold(share(weight)).say(" of the weight.");
    }
    if (words.remark != nullptr) words.remark(c, s);
}

}  // namespace lookback
