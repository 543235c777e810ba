#include <algorithm>
#include <cmath>
#include <limits>

#include "core/engine/masking_arithmetic.h"
#include "core/engine/scalar.h"
#include "core/explain/checks.h"
#include "core/explain/masking_words.h"
#include "core/explain/sentence.h"

namespace lookback {
namespace {

constexpr double kAboutSoftmaxInfinity = std::numeric_limits<double>::infinity();

/// Says why softmax gave NaN for this row.
void explainNanRow(const ExplainContext& c, const RowFacts& row, Sentence& s) {
    const std::vector<double>& scores = c.operation.left;
    const auto all_low = [](double score) { return score == -kAboutSoftmaxInfinity; };
    if (std::all_of(scores.begin(), scores.end(), all_low)) {
        if (row.allowed.empty()) sayWhomItMaySee(c, row, s);
        s.say(row.allowed.empty() ? " All its scores" : "All scores of this row");
        s.say(" are \u2212\u221e, and 0 divided by 0 is ").bold("not a number");
        s.say(" (NaN). PyTorch answers NaN as well.");
    } else if (std::find(scores.begin(), scores.end(), kAboutSoftmaxInfinity) != scores.end()) {
        s.say("A score of this row is \u221e. The row's maximum is taken off every score, and ");
        s.bold("\u221e less \u221e has no value").say(", so the whole row is NaN.");
    } else {
        s.say("A score of this row is ").bold("not a number");
        s.say(" (NaN), and softmax passes that on to the whole row.");
    }
}

void explainEmptyRow(const ExplainContext& c, const RowFacts& row, Sentence& s) {
    sayWhomItMaySee(c, row, s);
    if (c.explained.isEmptied()) {
        s.say(" So all its weights are set to 0, and the row adds up to ").bold("0").say(".");
    } else if (row.evenly) {
        const double score = c.operation.left.front();
        const bool chosen = score == 0 || score == c.explained.document.masking.value;
        s.say(fmt::format(" All its scores are {} alike, so softmax shares the weight evenly: ",
                          chosen ? formatShort(score) : c.digits(score)));
        s.bold(share(c.operation.result)).say(" each, though every key is masked.");
    } else {
        s.say(" But its scores still differ, softmax sees only differences, and ");
        s.bold(share(row.blocked_share)).say(" of the weight goes to masked tokens.");
    }
}

/// Says how the method changes masked scores: "its score is replaced by −1e9, e^−1e9 is 0".
void tellMethod(const ExplainContext& c, bool several, Sentence& s) {
    const Masking& masking = c.explained.document.masking;
    const double number = maskedScoreValue(masking);
    const double exponent =  // in the input of softmax
        masksBeforeScale(masking) ? number / divisor(c.explained.document) : number;
    const std::string value = formatShort(number);
    const std::string digits = formatNumber(exponent, std::abs(exponent) < 1e6 ? 2 : 0);
    s.say(maskingWords(masking.method).effect(value, several));
    if (masksBeforeScale(masking) && std::isfinite(exponent)) {
        s.say(fmt::format(", which scaling makes {}", digits));
    }
    const ScalarKind wide = withScalar(
        c.explained.document.dtype, []<class Scalar>(Scalar) { return kKindOf<WideOf<Scalar>>; });
    if (roundedTo(std::exp(exponent), wide) == 0) {
        s.say(", ").power(exponent == number ? value : digits).say(" is 0");
    } else {
        s.say(", far below the others");
    }
}

void tellBlocked(const ExplainContext& c, const RowFacts& row, Sentence& s) {
    const bool several = row.blocked.size() > 1;
    s.say(" ");
    if (several) {
        s.say(fmt::format("The other {} tokens are masked: ", row.blocked.size()));
    } else {
        s.reason(row.blocked.front()).say(", so ");
    }
    tellMethod(c, several, s);
    s.say(", and none of the weight can reach ").say(several ? "them" : "it");
    s.say(". The row still adds up to ").bold(sumText(c, row.sum)).say(".");
}

void explainLeak(const ExplainContext& c, const RowFacts& row, Sentence& s) {
    s.say(" ");
    if (row.blocked.size() > 1) {
        s.say(fmt::format("But the {} masked tokens still get ", row.blocked.size()));
    } else {
        s.reason(row.blocked.front()).say(", but it still gets ");
    }
    s.bold(share(row.blocked_share)).say(" of the weight: ");
    maskingWords(c.explained.document.masking.method).leak(c, s);
}

}  // namespace

void meaningOfSoftmax(const ExplainContext& c, Sentence& s) {
    const RowFacts row(c, c.explained.id);
    if (std::isnan(c.operation.result)) return explainNanRow(c, row, s);
    if (c.explained.id == MatrixId::unmasked_weights) {
        s.say("This softmax looks at every key, mask or no mask. ");
        if (row.blocked.empty()) {
            s.asker().say(" may see them all, so the mask will take nothing away.");
        } else {
            s.bold(share(row.blocked_share)).say(" of the weight of ").asker();
            s.say(" falls on blocked tokens; the mask takes that away next.");
        }
        return;
    }
    if (row.allowed.empty()) return explainEmptyRow(c, row, s);
    if (c.explained.document.n() == 1) {
        s.asker().say(" is alone, so all the weight is its own: ").bold("1");
        s.say(", whatever the score.");
        return;
    }
    sayWhomItMaySee(c, row, s);
    if (row.evenly && row.allowed.size() > 1) {
        s.say(" The scores that count are equal, so the weight is shared evenly: ");
        s.bold(share(row.even_share)).say(" each.");
    }
    if (row.blocked.empty()) {
        if (c.explained.cell.row == c.explained.cell.col) {
            s.say(" It keeps ").bold(share(c.operation.result)).say(" for itself");
        } else {
            s.say(" ").token(c.explained.cell.col).say(" gets ").bold(share(c.operation.result));
        }
        s.say(", and the row adds up to ").bold(sumText(c, row.sum)).say(".");
    } else if (row.blocked_share > 0) {
        explainLeak(c, row, s);
    } else if (maskingWords(c.explained.document.masking.method).is_mistake) {
        s.say(" Masked scores are small beside the others, so they happen to get ");
        s.bold("no weight").say("; this method does not make sure of it.");
    } else {
        tellBlocked(c, row, s);
    }
}

void meaningOfZeroing(const ExplainContext& c, Sentence& s) {
    const RowFacts row(c, MatrixId::masked_weights);
    if (std::isnan(c.operation.result)) {
        s.say("The weight is ").bold("NaN").say(" already; times 0 or 1 it stays NaN.");
        return;
    }
    if (c.operation.allowed.front()) {
        s.asker().say(" may look at ");
        c.explained.cell.row == c.explained.cell.col ? s.say("itself")
                                                     : s.token(c.explained.cell.col);
        s.say(", so this weight ").bold("stays").say(".");
    } else {
        s.reason(c.explained.cell.col);
        s.say(fmt::format(", so its weight of {} becomes ", share(c.operation.left.front())));
        s.bold("0").say(".");
    }
    s.say(" The row now adds up to ").bold(sumText(c, row.sum)).say(".");
}

void meaningOfRenormalising(const ExplainContext& c, Sentence& s) {
    const RowFacts row(c, MatrixId::masked_weights);
    if (std::isnan(row.sum)) {
        s.say("A weight of this row is ").bold("NaN").say(" already, so the row's sum is NaN too.");
    } else if (row.sum == 0) {
        if (row.allowed.empty()) {
            sayWhomItMaySee(c, row, s);
            s.say(" Nothing is left of its row, and 0 divided by 0 is ");
        } else {
            s.say(
                fmt::format("The allowed weights are so small that {} holds them as 0, and 0 "
                            "divided by 0 is ",
                            info(c.explained.document.dtype).name));
        }
        s.bold("not a number").say(" (NaN).");
    } else if (row.blocked.empty()) {
        s.say("Nothing is masked in the row of ").asker().say(": it adds up to ");
        s.bold(sumText(c, row.sum)).say(" already.");
    } else {
        s.say("What the mask left of the row of ").asker().say(" adds up to ");
        s.bold(sumText(c, row.sum))
            .say(". Divided by that, it adds up to ")
            .bold("1")
            .say(" again.");
    }
}

void meaningOfCopy(const ExplainContext& c, Sentence& s) {
    const RowFacts row(c, c.explained.id);
    if (std::isnan(row.sum)) {
        s.say("A weight of this row is ").bold("NaN").say(" already.");
        return;
    }
    s.say("The weights are used as the mask left them: the row of ").asker().say(" adds up to ");
    s.bold(sumText(c, row.sum)).say(".");
    if (std::abs(row.sum - 1) >= sumTolerance(c.explained.document.dtype))
        s.say(" It takes in less than it should.");
}

void meaningOfWeightedSum(const ExplainContext& c, Sentence& s) {
    const RowFacts row(c, c.explained.left);
    const std::vector<double>& weights = c.operation.left;
    std::vector<std::size_t> order;
    for (std::size_t k = 0; k < weights.size(); ++k) {
        if (weights[k] != 0) order.push_back(k);
    }
    if (std::isnan(row.sum)) {
        s.say("A weight of ")
            .asker()
            .say(" is ")
            .bold("NaN")
            .say(", and so is all that it takes in.");
        return;
    }
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return weights[a] > weights[b]; });
    if (c.explained.document.heads > 1) s.say(fmt::format("In head {}, ", c.explained.head + 1));
    s.asker().say(order.empty() ? " takes in nothing: all its weights are 0" : " takes ");
    const std::size_t named = order.size() > 4 ? 3 : order.size();
    double rest = 0;
    for (std::size_t k = 0; k < order.size(); ++k) {
        const auto key = static_cast<Index>(order[k]);
        if (k >= named) {
            rest += weights[order[k]];
            continue;
        }
        const bool last = k + 1 == order.size();
        s.say(k == 0 ? "" : last ? " and " : ", ").bold(share(weights[order[k]]));
        key == c.explained.cell.row ? s.say(" of its own value")
                                    : s.say(" of the value of ").token(key);
    }
    if (named < order.size()) {
        s.say(" and ").bold(share(rest)).say(fmt::format(" of {} others", order.size() - named));
    }
    s.say(".");
    if (row.blocked_share > 0) {
        if (row.allowed.empty()) {
            s.say(" All of these tokens are ").bold("blocked").say(".");
        } else {
            s.say(" ").bold(share(row.blocked_share)).say(" of its weight goes to blocked tokens.");
        }
    } else if (row.blocked.size() == 1) {
        s.say(" ").token(row.blocked.front()).say(" is blocked and adds nothing.");
    } else if (!row.blocked.empty() && !order.empty()) {
        s.say(" Blocked tokens add nothing.");
    }
    explainNonFinite(c, s);
}

}  // namespace lookback
