#include <cmath>

#include "core/compare/finding_words.h"

namespace lookback {
namespace {

/// "an output", "a weight".
std::string withArticle(std::string_view word) {
    const bool is_vowel = std::string_view("aeio").find(word.front()) != std::string_view::npos;
    return fmt::format("{} {}", is_vowel ? "an" : "a", word);
}

}  // namespace

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
    heads == 1 ? t.begin("Nothing differs") : t.say("Nothing differs in any head");
    t.say(": every number is ").say(t.sameness()).say(".");
}

void tellOnlySigns(FindingWords& t) {
    const Finding& f = t.finding;
    t.begin("All numbers are equal, only ");
    t.bold(fmt::format("{} of {}", f.count, f.of));
    t.say(f.count == 1 ? " is 0 in one and \u22120 in the other."
                       : " are 0 in one and \u22120 in the other.");
}

void tellNotFiniteOn(FindingWords& t) {
    const Finding& f = t.finding;
    t.begin(fmt::format("In {}, ", t.side())).bold(fmt::format("{} of {}", f.count, f.of));
    t.say(f.count == 1 ? " numbers is" : " numbers are");
    t.say(fmt::format(" not finite where {} has finite ones", t.other()));
    const double first = f.numbers[f.side == Side::a ? 0 : 1];
    t.say(f.count == 1 ? ": " : ", first ").bold(t.digits(first)).say(" at ").cell().say(".");
}

void tellEndless(FindingWords& t) {
    const Finding& f = t.finding;
    t.begin("").bold(fmt::format("{} of {}", f.count, f.of));
    t.say(f.count == 1 ? " differences is not finite: " : " differences are not finite, first ");
    t.say("that at ")
        .cell()
        .say(fmt::format(", from {} to {}.", t.digits(f.numbers[0]), t.digits(f.numbers[1])));
}

void tellOtherMask(FindingWords& t) {
    const Finding& f = t.finding;
    t.say("B ");
    if (f.count > 0) t.say("shows ").bold(counted(f.count, "pair")).say(" that A hides");
    if (f.count > 0 && f.of > 0) t.say(", and ");
    if (f.of > 0) t.say("hides ").bold(counted(f.of, "pair")).say(" that A shows");
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

}  // namespace lookback
