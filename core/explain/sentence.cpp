#include "core/explain/sentence.h"

#include <algorithm>
#include <cmath>

#include "core/explain/cell_arithmetic.h"

namespace lookback {
RowFacts::RowFacts(const ExplainContext& c, MatrixId id) {
    const MatrixView weights = c.explained.trace.view(id, c.explained.head);
    std::vector<double> counted;
    for (Index key = 0; key < weights.cols(); ++key) {
        const double weight = weights(c.explained.cell.row, key);
        sum += weight;
        const bool is_allowed = c.explained.allowed(key);
        (is_allowed ? allowed : blocked).push_back(key);
        if (!is_allowed) blocked_share += weight;
        if (is_allowed || weight != 0) counted.push_back(weight);
    }
    for (const double weight : counted) evenly = evenly && weight == counted.front();
    if (!counted.empty()) even_share = counted.front();
}

Sentence& Sentence::tokens(const std::vector<Index>& list, std::string_view and_word) {
    for (std::size_t k = 0; k < list.size(); ++k) {
        if (k > 0) say(std::string(k + 1 == list.size() ? and_word : ", "));
        list[k] == context_.explained.cell.row ? say("itself") : token(list[k]);
    }
    return *this;
}

Sentence& Sentence::reason(Index key) {
    std::string text = blockedReason(context_.explained.document.mask,
                                     {context_.explained.cell.row, key}, context_.names.labels())
                           .value_or("");
    const std::string_view before = line_.empty() ? " " : std::string_view(line_.back().text);
    const bool begins = before == " " || before.ends_with(". ");
    if (begins && !text.empty() && text.front() >= 'a' && text.front() <= 'z') {
        text.front() = static_cast<char>(text.front() - 'a' + 'A');
    }
    return say(std::move(text));
}

std::string placeName(Index token) { return fmt::format("place {}, counted from 0", token); }

std::string proseName(MatrixId id) {
    if (id == MatrixId::encoded) return "embeddings with positions";
    std::string title(info(id).title);
    title.front() = static_cast<char>(title.front() - 'A' + 'a');
    return title;
}

std::string share(double weight) {
    if (weight > 0 && weight < 0.0005) return "less than 0.1%";
    return formatPercent(weight);
}

std::string sumText(const ExplainContext& c, double sum) {
    return std::abs(sum - 1) < 1e-5 ? "1" : c.digits(sum);
}

void sayWhomItMaySee(const ExplainContext& c, const RowFacts& row, Sentence& s) {
    s.asker().say(" may look at ");
    if (row.blocked.empty()) {
        s.say("every token");
    } else if (row.allowed.empty()) {
        s.bold("no token");
    } else if (row.allowed.size() > 4) {
        s.say(fmt::format("{} of {} tokens", row.allowed.size(), c.explained.document.n()));
    } else {
        s.tokens(row.allowed, " and at ");
    }
    s.say(".");
}

void explainNonFinite(const ExplainContext& c, Sentence& s) {
    const Operation& op = c.operation;
    if (std::isfinite(op.result)) return;
    const auto broken = [](double number) { return !std::isfinite(number); };
    const bool inherited = std::any_of(op.left.begin(), op.left.end(), broken) ||
                           std::any_of(op.right.begin(), op.right.end(), broken);
    const std::string result = formatNumber(op.result, 0);
    if (inherited) {
        s.say(" It is made from a number that is not finite, which leaves ").bold(result).say(".");
    } else if (op.kind == Arithmetic::quotient && op.number == 0) {
        s.say(" Here the divisor is 0, which leaves ").bold(result).say(".");
    } else {
        s.say(fmt::format(" The numbers grow beyond what {} can hold, which leaves ",
                          info(c.explained.document.dtype).name));
        s.bold(result).say(".");
    }
}

TextLine meaningOf(const ExplainContext& context) {
    Sentence sentence(context);
    cellArithmetic(context.explained.kind).meaning(context, sentence);
    return sentence.take();
}

}  // namespace lookback
