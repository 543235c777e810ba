#include "app/views/train/below_card.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "app/state/update/action.h"
#include "app/views/experiment/experiment_views.h"
#include "app/views/shared/card.h"
#include "app/views/shared/stage_grid.h"
#include "app/widgets/button.h"
#include "app/widgets/expression.h"
#include "app/widgets/formula.h"
#include "app/widgets/menu.h"
#include "core/language/number_step.h"
#include "core/words/say.h"
#include "messages/experiment.h"
#include "messages/train.h"

namespace lookback {
namespace {

constexpr float kBelowCardHeading = 32;
constexpr float kCompactHeading = 27;
constexpr float kChoice = 24;
constexpr float kBesideChoice = 14;  ///< pixels between the choice and the text beside it
constexpr float kBelowCardLine = 23;
constexpr float kCompactLine = 20;

constexpr float kIndex = 48;
constexpr float kNumberStepLinesChip = 30;

LineFonts fontsOf(const Look& look) {
    const Fonts& fonts = look.fonts;
    return {fonts.small_text, fonts.strong_small, fonts.small_text};
}

/// Returns the symbol and the name of a matrix of parameters. @param matrix its place in the table
Message parameterTitle(std::size_t matrix) {
    using Title = say::train::Parameter;
    using enum Title::Matrix;
    constexpr std::array kNames{
        token_embeddings, position_embeddings, query, key, value, output, other};
    static_assert(kNames.size() == kParameters<double>.size());
    const ParameterInfo<double>& row = kParameters<double>[matrix];
    return Title{.symbol = Verbatim{std::string(row.symbol)}, .matrix = kNames[matrix]};
}

}  // namespace

BelowCard::BelowCard(const TrainScene& train, Painter& painter, const Rect& rest)
    : train_(train), look_(train.look), painter_(painter), rest_(rest) {
    if (!isStep()) {
        const bool has_both = train.moment.twins.size() == 2;
        is_told_beside_ = train.scene.compact && has_both &&
                          painter.width(look_.fonts.text, inTextOfBoth()) <= besideChoice();
        return;
    }
    for (std::size_t twin = 0; twin < train.moment.twins.size(); ++twin) {
        step_lines_.push_back(stepLines(twin));
    }
}

float BelowCard::headingHeight() const {
    return look_.px(train_.scene.compact ? kCompactHeading : kBelowCardHeading);
}

float BelowCard::rowHeight() const {
    return look_.px(train_.scene.compact ? kCompactLine : kBelowCardLine);
}

float BelowCard::fixed() const { return 2 * cardPad(train_.scene) + headingHeight(); }

float BelowCard::height(std::size_t lines) const {
    if (isStep()) return fixed() + stepsHeight();
    return fixed() + static_cast<float>(lines + (is_told_beside_ ? 0 : 1)) * rowHeight();
}

std::size_t BelowCard::linesWithRoom() const {
    const float room = (rest_.height() - height(0)) / rowHeight();
    const std::size_t most =
        train_.moment.is_measured ? train_.moment.twins.front().lines.size() : kMostBeginnings;
    return std::min(static_cast<std::size_t>(std::max(room, 0.0f)), most);
}

float BelowCard::draw() {
    const std::size_t lines = linesWithRoom();
    if (!isStep() && lines == 0) return 0;
    const Rect card = rest_.top(height(lines));
    drawPageCard(train_.scene, painter_, card);
    choice({card.min.x + cardSide(train_.scene), card.min.y + cardPad(train_.scene)});
    isStep() ? steps(card) : written(card, lines);
    return card.height();
}

std::array<std::string, 2> BelowCard::choices() const {
    return {train_.said(say::train::Written{}) + "###written",
            train_.said(say::train::Number{}) + "###number-step"};
}

float BelowCard::besideChoice() const {
    const float inside = rest_.width() - 2 * cardSide(train_.scene);
    return inside - segmentedWidth(painter_, pointersTo(choices())) - look_.px(kBesideChoice);
}

std::string BelowCard::inTextOfBoth() const {
    const TrainMoment& moment = train_.moment;
    const auto found = [&](std::size_t twin) {
        return Count{moment.is_measured ? linesOfText(moment.twins[twin].lines) : 0};
    };
    const auto count = moment.is_measured ? std::ssize(moment.twins.front().lines)
                                          : static_cast<std::ptrdiff_t>(kMostBeginnings);
    return train_.said(say::train::InTextOfBoth{.a = found(0), .of = Count{count}, .b = found(1)});
}

void BelowCard::choice(ImVec2 at) {
    const std::array texts = choices();
    const std::array tooltips{train_.said(say::train::WrittenTip{}),
                              train_.said(say::train::NumberTip{})};
    const std::array labels = pointersTo(texts);
    const std::array tips{tooltips[0].c_str(), tooltips[1].c_str()};
    const int now = static_cast<int>(train_.place.below);
    const int chosen = segmented(painter_, at, look_.px(kChoice), labels, now, tips);
    const float end = at.x + segmentedWidth(painter_, labels) + look_.px(kBesideChoice);
    const Rect line{{end, at.y}, {rest_.max.x - cardSide(train_.scene), at.y + look_.px(kChoice)}};
    if (isStep()) {
        picked(line);
    } else if (is_told_beside_) {
        if (train_.moment.is_measured) {
            painter_.text(look_.fonts.text, look_.colors().soft, line, inTextOfBoth());
        }
    } else if (const std::string words =
                   train_.said(saidOf<say::train::WrittenNote>(train_.unit()));
               !train_.scene.state.lesson.awaitsAnswer() &&
               painter_.width(look_.fonts.text, words) <= line.width()) {
        painter_.text(look_.fonts.text, look_.colors().soft, line, words);
    }
    if (chosen < 0 || chosen == now) return;
    train_.scene.emit(Change(&TrainPlace::below, static_cast<TrainBelow>(chosen)));
}

Rect BelowCard::column(std::size_t twin, const Rect& card) const {
    const float inside = card.width() - 2 * cardSide(train_.scene);
    const auto twins = static_cast<float>(train_.moment.twins.size());
    const float from =
        card.min.x + cardSide(train_.scene) + static_cast<float>(twin) * inside / twins;
    return {{from, card.min.y + cardPad(train_.scene) + headingHeight()},
            {from + inside / twins - cardGap(train_.scene), card.max.y}};
}

void BelowCard::written(const Rect& card, std::size_t lines) {
    const Theme& c = look_.colors();
    for (std::size_t twin = 0; twin < train_.moment.twins.size(); ++twin) {
        const Rect box = column(twin, card);
        if (!train_.moment.is_measured) {
            painter_.text(look_.fonts.text, c.soft, box.top(rowHeight()),
                          train_.said(say::experiment::Measuring{}));
            continue;
        }
        const std::vector<LineWritten>& written = train_.moment.twins[twin].lines;
        float y = box.min.y;
        for (std::size_t k = 0; k < lines; ++k) {
            const Rect line = box.betweenY(y, y + rowHeight());
            const float sign = look_.px(22);
            const std::string text =
                unitLine(train_.run.experiment(), train_.run.text(), written[k].units);
            const float wide =
                painter_.textFitted(look_.fonts.mono, c.ink, line.untilX(line.max.x - sign), text);
            const bool is_right = written[k].is_of_text;
            painter_.text(look_.fonts.strong, is_right ? c.good : c.bad,
                          line.fromX(line.min.x + wide + look_.px(8)),
                          is_right ? "\u2713" : "\u2717");
            y = line.max.y;
        }
        if (is_told_beside_) continue;
        const Message in_text = say::train::InText{.model = modelLetter(twin),
                                                   .n = Count{linesOfText(written)},
                                                   .of = Count{std::ssize(written)}};
        painter_.textFitted(look_.fonts.text, c.soft, box.betweenY(y, y + rowHeight()),
                            train_.said(in_text));
    }
}

NumberPlace BelowCard::nearest(const NumberPlace& wished) const {
    return nearestPlace(wished, train_.run.experiment(), train_.run.text().vocabularySize());
}

/// Draws the choice of the number: its matrix, its row and its column.
void BelowCard::picked(const Rect& line) {
    const auto now = nearest(train_.place.number);
    const auto choose = [&](const NumberPlace& number) {
        train_.scene.emit(Change(&TrainPlace::number, number));
    };
    const ParameterInfo<double>& matrix = kParameters<double>[now.matrix];
    const std::string title = std::string(matrix.symbol) + "###number";
    const std::string matrix_tip = train_.said(say::train::MatrixTip{});
    const ButtonOptions options{.tooltip = matrix_tip, .menu = true};
    const float wide = buttonWidth(painter_, title, options);
    const Rect box = line.left(wide);
    if (button(painter_, box, title.c_str(), options)) ImGui::OpenPopup("##matrices");
    if (beginMenu(look_, "##matrices", box, false)) {
        for (std::size_t k = 0; k < kParameters<double>.size(); ++k) {
            const NumberPlace wished{k, now.row, now.col};
            const auto found = nearest(wished);
            if (found.matrix != k) continue;
            const ParameterInfo<double>& row = kParameters<double>[k];
            const std::string label =
                train_.said(parameterTitle(k)) + "###" + std::string(row.name);
            if (menuItem(look_, label, {.chosen = k == now.matrix})) choose(found);
        }
        endMenu();
    }
    // People count rows and columns from 1.
    const auto index = [&](float left, const char* id, Index value, Index NumberPlace::*member) {
        std::string typed = fmt::format("{}", value + 1);
        const std::string tip =
            train_.said(member == &NumberPlace::row ? Message(say::train::RowTip{})
                                                    : Message(say::train::ColumnTip{}));
        const MenuField field{
            .label = id,
            .font = look_.fonts.mono,
            .tooltip = tip,
            .fault = [&](const std::string& text) -> std::string {
                const Result<double> wished = parseExpression(text);
                NumberPlace last = now;
                last.*member = kMaxVocabulary;
                const Index most = nearest(last).*member + 1;
                const bool is_fine = wished && *wished == std::floor(*wished) && *wished >= 1 &&
                                     *wished <= static_cast<double>(most);
                if (is_fine) return "";
                return train_.said(say::train::PlaceExpected{.most = Count{most}});
            }};
        const Rect room = line.betweenX(left, left + look_.px(kIndex));
        if (!menuField(look_, room, field, typed)) return;
        NumberPlace place = now;
        place.*member = static_cast<Index>(*parseExpression(typed)) - 1;
        choose(place);
    };
    index(box.max.x + look_.px(8), "##number-row", now.row, &NumberPlace::row);
    index(box.max.x + look_.px(14 + kIndex), "##number-col", now.col, &NumberPlace::col);
}

std::vector<TextLine> BelowCard::stepLines(std::size_t twin) const {
    const Wording wording = train_.scene.wording();
    if (train_.moment.wish.number != nearest(train_.place.number))
        return {{{wording.text(say::experiment::Measuring{}), Ink::soft}}};
    const std::vector<NumberStep>& found = train_.moment.number_steps;
    if (found.empty()) {
        return {{{wording.text(say::train::NumberIsDrawn{}), Ink::soft}}};
    }
    std::vector<TextLine> lines;
    for (const TextLine& line : tell(found[twin])) lines.push_back(wording.line(line));
    return lines;
}

float BelowCard::stepsHeight() const {
    float most = 0;
    for (std::size_t twin = 0; twin < train_.moment.twins.size(); ++twin) {
        const float width = column(twin, rest_).width() - look_.px(kNumberStepLinesChip);
        float high = 0;
        for (const TextLine& line : step_lines_[twin]) {
            high += measuredLine(painter_, fontsOf(look_), width, line, look_.px(12)).height;
        }
        most = std::max(most, high);
    }
    return most;
}

void BelowCard::steps(const Rect& card) {
    for (std::size_t twin = 0; twin < train_.moment.twins.size(); ++twin) {
        const Rect box = column(twin, card);
        twinChip(painter_, box.min, look_.px(20), twin);
        const float left = box.min.x + look_.px(kNumberStepLinesChip + 4);
        float y = box.min.y;
        for (const TextLine& line : step_lines_[twin]) {
            y += setLine(painter_, fontsOf(look_), {left, y}, box.max.x - left, line, look_.px(12))
                     .height;
        }
    }
}

}  // namespace lookback
