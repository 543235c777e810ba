#include "app/views/generate/next_word_parts.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <numeric>
#include <optional>
#include <vector>

#include <fmt/format.h>

#include "app/look/theme.h"
#include "app/views/experiment/experiment_views.h"
#include "app/views/shared/stage_grid.h"
#include "app/widgets/charts.h"
#include "app/widgets/grid_labels.h"
#include "app/widgets/tooltip.h"
#include "core/base/shown_digits.h"
#include "core/base/text.h"
#include "core/explain/explain.h"
#include "core/explain/matrix_words.h"
#include "core/words/say.h"
#include "messages/generate.h"

namespace lookback {
namespace {

constexpr int kNextWordArithmeticDecimals = 4;

/// Returns a cell of the last row as the Lab explains it: its name and its numbers.
TextLine ofLastRow(const WritingScene& writing, MatrixId id, Index col, std::size_t terms) {
    const Variant& input = writing.toldTwin().input;
    const Explanation told = explainCell(
        input.document(), input.trace(), id, writing.head, {input.document().n() - 1, col},
        {.decimals = kNextWordArithmeticDecimals, .most_terms = terms, .labels = &input.labels()});
    const Wording wording = writing.scene.wording();
    TextLine line = told.subject;
    line.push_back({" = "});
    const TextLine numbers = wording.line(told.lines.back());
    line.insert(line.end(), numbers.begin(), numbers.end());
    // Folded terms could not be unfolded here: there is no room for them.
    for (Piece& piece : line) piece.fold = false;
    return line;
}

/// Returns the stage of the scores before masking.
MatrixId shownScores(const Trace& trace) {
    return trace.has(MatrixId::scaled_scores) ? MatrixId::scaled_scores : MatrixId::scores;
}

bool isDivided(const NextWordChoice& choice) {
    return !choice.is_greedy && choice.temperature != 1;
}

/// @param more digits beyond the usual ones
std::string exponent(const NextWordChoice& choice, double logit, int more) {
    const std::string number = formatOperand(logit, kNextWordArithmeticDecimals, more);
    return isDivided(choice) ? number + "/" + formatShort(choice.temperature) : number;
}

std::string chanceDigits(double chance) {
    return formatOperand(chance, kNextWordArithmeticDecimals);
}

/// The digits that logits need, so that they give the digits of the first one's probability.
std::optional<int> digitsOfLogits(const NextWordChoice& choice, const std::vector<double>& logits,
                                  double chance) {
    const std::string result = chanceDigits(chance);
    const double divisor = isDivided(choice) ? choice.temperature : 1;
    return fewestMoreDigits([&](int more) {
        const auto shown = [&](double logit) {
            return operandAsShown(logit, kNextWordArithmeticDecimals, more) / divisor;
        };
        double sum = 0;  // of powers, each divided by that of the first
        for (const double logit : logits) sum += std::exp(shown(logit) - shown(logits.front()));
        return readsAs(1 / sum, result, chanceDigits);
    });
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
    // The explained unit stands first.
    const auto at = std::find(order.begin(), order.end(), about);
    if (at != order.end()) std::rotate(order.begin(), at, at + 1);
    const std::size_t written = std::min(std::max<std::size_t>(terms, 1), counted);
    const double chance = word.chances[static_cast<std::size_t>(about)];
    std::vector<double> logits;
    std::transform(order.begin(), order.end(), std::back_inserter(logits), logit);
    const auto digits = digitsOfLogits(choice, logits, chance);
    const int more = digits.value_or(0);
    TextLine line{{fmt::format("p({})", writing.nameOf(about)), Ink::plain, true},
                  {" = e"},
                  {exponent(choice, logit(about), more), Ink::plain, false, 1},
                  {" / ("}};
    for (std::size_t k = 0; k < written; ++k) {
        line.push_back({k == 0 ? " e" : " + e"});
        line.push_back({exponent(choice, logit(order[k]), more), Ink::plain, false, 1});
    }
    if (written < counted) {
        const Count left_out{static_cast<Index>(counted - written)};
        line.push_back({.text = writing.said(say::generate::MoreTerms{.n = left_out}),
                        .ink = Ink::soft,
                        .is_whole = true});
    }
    line.push_back({" ) " + signOfResult(digits.has_value()) + " "});
    line.push_back({chanceDigits(chance), Ink::result});
    return line;
}

TextLine logitLine(const WritingScene& writing) {
    const WordWritten& word = writing.toldTwin().next();
    const Unit best = bestFirst(word, 1).front();
    const std::string name = writing.nameOf(writing.toldTwin().units.back());
    return {
        {fmt::format("logit({})", writing.nameOf(best)), Ink::plain, true},
        {fmt::format(" = h({}) \u00b7 U[{}] = ", name, writing.nameOf(best))},
        {formatOperand(word.logits[static_cast<std::size_t>(best)], kNextWordArithmeticDecimals),
         Ink::result}};
}

/// Returns the sum of the row from which everything else is computed.
TextLine wordLine(const WritingScene& writing) {
    const TwinWriting& mine = writing.toldTwin();
    const std::string name = writing.nameOf(mine.units.back());
    const bool has_places = writing.run.experiment().model.positions != PositionKind::none;
    TextLine line{{fmt::format("x({})", name), Ink::plain, true}, {fmt::format(" = E[{}]", name)}};
    if (has_places) line.push_back({fmt::format(" + P[{}]", mine.next().length)});
    return line;
}

constexpr float kNumberRowLeastCell = 10;
constexpr float kNumberRowMostCell = 74;
constexpr int kNumberRowTooltipDecimals = 6;
constexpr int kFewNumberRowDecimals = 2;
constexpr double kOneDigitOfRow = 9;  ///< a number with one digit before its point

/// Returns the largest number in the last rows of a stage of all twins.
double largestOfRows(const WritingScene& writing, MatrixId id) {
    double largest = 0;
    for (const TwinWriting& twin : writing.moment.twins) {
        const MatrixView numbers = twin.input.matrix(id, writing.head);
        for (Index col = 0; col < numbers.cols(); ++col) {
            const double size = std::abs(numbers(numbers.rows() - 1, col));
            if (std::isfinite(size)) largest = std::max(largest, size);
        }
    }
    return largest;
}

/// Gives a row of cells the most decimals for which the rows of all twins have room; cells without
/// room for one are colour alone.
void chooseDigits(const WritingScene& writing, MatrixId id, GridSpec& spec) {
    ImFont* const font = writing.look.fonts.mono_small;
    const double largest = largestOfRows(writing, id);
    DigitRoom room{.domain = spec.domain, .bound = largest};
    const int wish = writing.scene.decimals;
    for (spec.decimals = wish; spec.decimals >= std::min(wish, 1); --spec.decimals) {
        // With few decimals, a number of two digits before the point is shown with one fewer.
        if (spec.decimals <= kFewNumberRowDecimals) room.bound = std::min(largest, kOneDigitOfRow);
        const auto characters = static_cast<float>(room.characters(spec.decimals));
        const float wide = characters * font->GetCharAdvance('0');
        if (wide + 1 > spec.cell.x) continue;
        spec.font = font;
        spec.pad = std::max((spec.cell.x - 1 - wide) / 2, 0.0f);
        return;
    }
}

/// Returns the stage that belongs to the step within the word.
MatrixId stageOf(WordPart part, const Trace& trace) {
    if (part == WordPart::query) return MatrixId::query;
    if (part == WordPart::weights) return MatrixId::attention_weights;
    return shownScores(trace);
}

constexpr int kNextUnitsDecimals = 4;
constexpr int kLotDecimals = 4;

/// All probabilities side by side, from 0 to 1, and the random number that falls into one of them.
class LotStrip {
public:
    LotStrip(const WritingScene& writing, Painter& painter, const Rect& box)
        : writing_(writing),
          look_(writing.look),
          painter_(painter),
          word_(writing.toldTwin().next()),
          strip_(box.top(look_.px(writing.scene.compact ? 20 : 22))),
          words_(box.fromY(strip_.max.y + look_.px(writing.scene.compact ? 4 : 6))) {}

    void draw() {
        const Theme& c = look_.colors();
        if (!writing_.isReached(WordPart::chances)) {
            painter_.fill(strip_, c.blank, look_.px(4));
            return;
        }
        segments();
        say();
    }

private:
    [[nodiscard]] bool isChosen() const { return writing_.isReached(WordPart::choice); }

    [[nodiscard]] float x(double sum) const {
        const auto share = static_cast<float>(std::clamp(sum, 0.0, 1.0));
        return std::floor(strip_.min.x + share * strip_.width());
    }

    /// Draws a segment for each probability; those of less than a pixel take their room unseen.
    void segments() {
        double sum = 0;
        bool is_even = false;
        for (std::size_t unit = 0; unit < word_.chances.size(); ++unit) {
            const double chance = word_.chances[unit];
            if (std::isnan(chance)) return;
            const Rect box = strip_.betweenX(x(sum), x(sum + chance) - 1);
            sum += chance;
            if (box.width() < 1) continue;
            segment(static_cast<Unit>(unit), box, is_even);
            is_even = !is_even;
        }
    }

    void segment(Unit unit, const Rect& box, bool is_even) {
        const Theme& c = look_.colors();
        const bool is_chosen = isChosen() && unit == word_.unit;
        const Color color = twinColor(c, writing_.told);
        const Color ground = is_chosen ? c.highlight : mix(c.panel, color, is_even ? 0.42f : 0.26f);
        painter_.fill(box, ground, look_.px(3));
        const std::string name = writing_.nameOf(unit);
        ImFont* const font = look_.fonts.small_text;
        const Rect place = besideNeedle(box, is_chosen);
        if (painter_.width(font, name) + look_.px(8) <= place.width()) {
            painter_.text(font, is_chosen ? c.on_highlight : inkOn(c, ground), place, name,
                          Align::center);
        }
    }

    /// Returns where the name of a segment stands: in the chosen one, which the needle of the
    /// random number parts in two, the wider of the two parts.
    [[nodiscard]] Rect besideNeedle(const Rect& box, bool is_chosen) const {
        if (!is_chosen || !word_.lot) return box;
        const float at = x(*word_.lot);
        return at - box.min.x > box.max.x - at ? box.untilX(at) : box.fromX(at);
    }

    /// Draws words about the choice, and the random number as a needle on the strip.
    void say() {
        const Theme& c = look_.colors();
        if (!isChosen()) {
            painter_.textFitted(
                look_.fonts.small_text, c.soft, words_,
                writing_.said(word_.lot ? Message(say::generate::UWillFall{})
                                        : Message(say::generate::LargestWillBeTaken{})));
            return;
        }
        const TokenLabel token = writing_.label(word_.unit);
        const Count number{static_cast<Index>(writing_.nextNumber())};
        if (!word_.lot) {
            using Taken = say::generate::LargestIsTaken;
            painter_.textFitted(
                look_.fonts.small_text, c.ink, words_,
                writing_.said(
                    Taken{.token = token, .unit = unitIn<Taken>(writing_.unit()), .n = number}));
            return;
        }
        const float at = x(*word_.lot);
        const float half = std::max(1.0f, look_.px(1.2f));
        painter_.fill(
            {{at - half, strip_.min.y - look_.px(6)}, {at + half, strip_.max.y + look_.px(4)}},
            c.ink);
        using Falls = say::generate::UFalls;
        const std::string words = writing_.said(Falls{.u = Decimal{*word_.lot, kLotDecimals},
                                                      .token = token,
                                                      .unit = unitIn<Falls>(writing_.unit()),
                                                      .n = number});
        const float wide = painter_.width(look_.fonts.small_text, words);
        const float left = std::max(std::min(at + look_.px(8), words_.max.x - wide), words_.min.x);
        painter_.textFitted(look_.fonts.small_text, c.ink, words_.fromX(left), words);
    }

    const WritingScene& writing_;
    const Look& look_;
    Painter& painter_;
    const WordWritten& word_;
    Rect strip_;
    Rect words_;
};

}  // namespace

std::vector<Unit> bestFirst(const WordWritten& word, std::size_t most) {
    std::vector<Unit> order(word.logits.size());
    std::iota(order.begin(), order.end(), 0);
    // A NaN, after a training that diverged, has no order.
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

TextLine wordArithmetic(const WritingScene& writing, std::size_t terms) {
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

void drawNumberRow(const WritingScene& writing, Painter& painter, std::size_t twin,
                   const Rect& area) {
    const Look& look = writing.look;
    const Variant& input = writing.moment.twins[twin].input;
    const MatrixId id = stageOf(writing.place.part, input.trace());
    const Index last = input.document().n() - 1;
    const MatrixView whole = input.matrix(id, writing.head).row(last);
    const bool are_words = info(id).cols == Axis::token;
    const float gap = look.px(writing.scene.compact ? 1 : 2);
    const auto room =
        static_cast<Index>((area.width() + gap) / (look.px(kNumberRowLeastCell) + gap));
    // Of a long row the end is shown, which is nearest to the last word.
    const Index count = std::min(whole.cols(), std::max<Index>(room, 1));
    const Index first = whole.cols() - count;
    const std::vector<std::string> all = are_words
                                             ? writing.namesOf(writing.moment.twins[twin].read())
                                             : dimensionLabels(whole.cols());
    const std::vector<std::string> labels(all.begin() + first, all.end());
    GridSpec spec{.values = whole.columns(first, count)};
    spec.name = twin == 0 ? "row-a" : "row-b";
    spec.domain = info(id).domain;
    spec.bound = input.bound(id);
    if (are_words && input.isHatched(MatrixId::masked_scores)) {
        spec.mask = input.trace().view(MatrixId::mask).row(last).columns(first, count);
    }
    spec.gap = gap;
    const float wide = (area.width() + gap) / static_cast<float>(count) - gap;
    spec.cell.x = std::floor(std::min(wide, look.px(kNumberRowMostCell)));
    const float above = columnLabelsHeight(look, spec, widestLabel(painter, labels));
    spec.cell.y = std::min(std::max(spec.cell.x, look.px(30)), area.height() - above);
    spec.at = {area.min.x, area.min.y + above};
    chooseDigits(writing, id, spec);
    columnLabels(painter, spec, labels, std::nullopt);
    const GridEvents events = matrixGrid(painter, spec);
    if (events.clicked) writing.change([&](GeneratePlace& place) { place.told = twin; });
    if (!events.hovered || !events.wants_tooltip) return;
    const std::string& name = labels[static_cast<std::size_t>(events.hovered->col)];
    const Message words = say::generate::Cell{
        .matrix = titleOf(id),
        .label = are_words ? Argument(TokenLabel{name}) : Argument(Verbatim{name}),
        .number = Decimal{spec.values(*events.hovered), kNumberRowTooltipDecimals}};
    showTooltip(look, cellRect(spec, *events.hovered), writing.said(words));
}

namespace {

/// Returns the most likely next units, the likeliest first. The last of them is the chosen one
/// where that is less likely than all of them. @param most at most this many, at least one
std::vector<Unit> unitsOfBars(const WordWritten& word, std::size_t most, bool is_chosen) {
    std::vector<Unit> units = bestFirst(word, most);
    const bool is_there = std::find(units.begin(), units.end(), word.unit) != units.end();
    if (is_chosen && !is_there) units.back() = word.unit;
    return units;
}

/// Returns the bars of the most likely next units of a model.
std::vector<ChanceBar> barsOfNext(const WritingScene& writing, std::size_t twin, std::size_t most) {
    const WordWritten& word = writing.moment.twins[twin].next();
    const bool is_chosen = writing.isReached(WordPart::choice);
    const std::vector<Unit> order = bestFirst(word, word.logits.size());
    const bool are_chances = writing.isReached(WordPart::chances);
    const double largest = word.logits[static_cast<std::size_t>(order.front())];
    std::vector<ChanceBar> bars;
    for (const Unit unit : unitsOfBars(word, most, is_chosen)) {
        const auto at = static_cast<std::size_t>(unit);
        const double logit = word.logits[at];
        const std::string number = are_chances ? formatPercent(word.chances[at])
                                               : formatOperand(logit, kNextUnitsDecimals);
        const auto rank = std::find(order.begin(), order.end(), unit) - order.begin() + 1;
        const bool follows = rank == std::ssize(bars) + 1;
        bars.push_back({.name = writing.nameOf(unit),
                        .number = follows ? number
                                          : writing.said(say::generate::Ranked{
                                                .number = Verbatim{number}, .rank = Count{rank}}),
                        .share = are_chances   ? word.chances[at]
                                 : largest > 0 ? logit / largest
                                               : 0,
                        .is_chosen = is_chosen && unit == word.unit});
    }
    return bars;
}

/// Returns the width of the names of all bars of both models. It stays the same when a token is
/// chosen.
float namesOfNext(const WritingScene& writing, const Painter& painter, std::size_t most) {
    std::vector<ChanceBar> bars;
    for (const TwinWriting& twin : writing.moment.twins) {
        for (const bool is_chosen : {false, true}) {
            for (const Unit unit : unitsOfBars(twin.next(), most, is_chosen)) {
                bars.push_back({.name = writing.nameOf(unit)});
            }
        }
    }
    return chanceBarsNames(painter, bars);
}

}  // namespace

void drawNextUnits(const WritingScene& writing, Painter& painter, std::size_t twin,
                   const Rect& area, std::size_t most) {
    const float names = namesOfNext(writing, painter, most);
    const float row = std::floor(area.height() / static_cast<float>(most));
    drawChanceBars(painter, area, barsOfNext(writing, twin, most),
                   twinColor(painter.colors(), twin), row, names);
}

void drawLotStrip(const WritingScene& writing, Painter& painter, const Rect& box) {
    LotStrip(writing, painter, box).draw();
}

}  // namespace lookback
