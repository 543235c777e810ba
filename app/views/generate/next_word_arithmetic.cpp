#include "app/views/generate/next_word_arithmetic.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include <fmt/format.h>

#include "core/base/text.h"

namespace lookback {
namespace {

constexpr int kNextWordArithmeticDecimals = 4;

/// A cell of the last row as the Lab explains it: what it is, and its numbers.
TextLine ofLastRow(const WritingScene& writing, MatrixId id, Index col, std::size_t terms) {
    const Variant& input = writing.toldTwin().input;
    const Explanation told = explainCell(
        input.document(), input.trace(), id, writing.head, {input.document().n() - 1, col},
        {.decimals = kNextWordArithmeticDecimals, .most_terms = terms, .labels = &input.labels()});
    TextLine line = told.subject;
    line.push_back({" = "});
    const TextLine& numbers = told.lines.back();
    line.insert(line.end(), numbers.begin(), numbers.end());
    // There is no room to write them all out.
    for (Piece& piece : line) piece.fold = false;
    return line;
}

/// Scores as they are before anything is masked.
MatrixId shownScores(const Trace& trace) {
    return trace.has(MatrixId::scaled_scores) ? MatrixId::scaled_scores : MatrixId::scores;
}

std::string exponent(const NextWordChoice& choice, double logit) {
    const std::string number = formatNumber(logit, kNextWordArithmeticDecimals);
    const bool is_divided = !choice.is_greedy && choice.temperature != 1;
    return is_divided ? number + "/" + formatShort(choice.temperature) : number;
}

TextLine chanceLine(const WritingScene& writing, std::size_t terms) {
    const NextWordChoice& choice = writing.place.choice;
    const WordWritten& word = writing.toldTwin().next();
    std::vector<Unit> order = bestFirst(word, word.logits.size());
    const auto counted = [&] {
        const auto all = order.size();
        const bool are_few = !choice.is_greedy && choice.top_k > 0;
        return are_few ? std::min(all, static_cast<std::size_t>(choice.top_k)) : all;
    }();
    const Unit about = writing.isReached(WordPart::choice) ? word.unit : order.front();
    order.resize(counted);
    const auto logit = [&](Unit unit) { return word.logits[static_cast<std::size_t>(unit)]; };
    // What is spoken of stands first.
    const auto at = std::find(order.begin(), order.end(), about);
    if (at != order.end()) std::rotate(order.begin(), at, at + 1);
    const std::size_t written = std::min(std::max<std::size_t>(terms, 1), counted);
    TextLine line{{fmt::format("p({})", writing.nameOf(about)), Ink::plain, true},
                  {" = e"},
                  {exponent(choice, logit(about)), Ink::plain, false, 1},
                  {" / ("}};
    for (std::size_t k = 0; k < written; ++k) {
        line.push_back({k == 0 ? " e" : " + e"});
        line.push_back({exponent(choice, logit(order[k])), Ink::plain, false, 1});
    }
    if (written < counted) {
        line.push_back({fmt::format(" + \u2026 {} more \u2026", counted - written), Ink::soft});
    }
    line.push_back({" ) = "});
    line.push_back(
        {formatNumber(word.chances[static_cast<std::size_t>(about)], kNextWordArithmeticDecimals),
         Ink::result});
    return line;
}

TextLine logitLine(const WritingScene& writing) {
    const WordWritten& word = writing.toldTwin().next();
    const Unit best = bestFirst(word, 1).front();
    const std::string name = writing.nameOf(writing.toldTwin().units.back());
    return {{fmt::format("logit({})", writing.nameOf(best)), Ink::plain, true},
            {fmt::format(" = h({}) \u00b7 U[{}] = ", name, writing.nameOf(best))},
            {formatNumber(word.logits[static_cast<std::size_t>(best)], kNextWordArithmeticDecimals),
             Ink::result}};
}

/// Nothing is computed yet: what the row is computed from.
TextLine wordLine(const WritingScene& writing) {
    const TwinWriting& mine = writing.toldTwin();
    const std::string name = writing.nameOf(mine.units.back());
    const bool has_places = writing.run.experiment().model.positions != PositionKind::none;
    TextLine line{{fmt::format("x({})", name), Ink::plain, true}, {fmt::format(" = E[{}]", name)}};
    if (has_places) line.push_back({fmt::format(" + P[{}]", mine.next().length)});
    return line;
}

}  // namespace

std::vector<Unit> bestFirst(const WordWritten& word, std::size_t most) {
    std::vector<Unit> order(word.logits.size());
    std::iota(order.begin(), order.end(), 0);
    // After a training that left all bounds there is no order among them.
    const auto logit = [&](Unit unit) {
        const double of = word.logits[static_cast<std::size_t>(unit)];
        return std::isnan(of) ? -std::numeric_limits<double>::infinity() : of;
    };
    const auto end = order.begin() + static_cast<std::ptrdiff_t>(std::min(most, order.size()));
    std::partial_sort(order.begin(), end, order.end(), [&](Unit a, Unit b) {
        return logit(a) != logit(b) ? logit(a) > logit(b) : a < b;
    });
    order.erase(end, order.end());
    return order;
}

Index heaviestKey(const TwinWriting& writing, Index head) {
    const MatrixView weights = writing.input.matrix(MatrixId::attention_weights, head);
    const Index last = weights.rows() - 1;
    Index heaviest = 0;
    for (Index key = 1; key < weights.cols(); ++key) {
        if (weights(last, key) > weights(last, heaviest)) heaviest = key;
    }
    return heaviest;
}

TextLine arithmeticOf(const WritingScene& writing, std::size_t terms) {
    const TwinWriting& mine = writing.toldTwin();
    switch (writing.place.part) {
        case WordPart::word: return wordLine(writing);
        case WordPart::query: return ofLastRow(writing, MatrixId::query, 0, terms);
        case WordPart::scores:
            return ofLastRow(writing, shownScores(mine.input.trace()),
                             heaviestKey(mine, writing.head), terms);
        case WordPart::weights:
            return ofLastRow(writing, MatrixId::attention_weights, heaviestKey(mine, writing.head),
                             terms);
        case WordPart::logits: return logitLine(writing);
        case WordPart::chances:
        case WordPart::choice: break;
    }
    return chanceLine(writing, terms);
}

}  // namespace lookback
