#include <algorithm>
#include <cmath>

#include "core/explain/checks.h"
#include "core/explain/sentence.h"

namespace lookback {

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
        s.say(" ").bold(share(row.blocked_share)).say(" comes from tokens that it must not see.");
    } else if (row.blocked.size() == 1) {
        s.say(" ").token(row.blocked.front()).say(" is masked and adds nothing.");
    } else if (!row.blocked.empty() && !order.empty()) {
        s.say(" Masked tokens add nothing.");
    }
    explainNonFinite(c, s);
}

}  // namespace lookback
