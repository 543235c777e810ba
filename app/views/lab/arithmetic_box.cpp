#include "app/views/lab/arithmetic_box.h"

#include <algorithm>
#include <limits>

#include <fmt/format.h>

#include "app/state/commands/commands.h"
#include "app/state/model/app_state.h"
#include "app/state/model/shown_quantity.h"
#include "app/state/update/action.h"
#include "app/views/lab/lab.h"
#include "app/views/lab/stage_figure.h"
#include "app/views/lab/told_cell.h"
#include "core/engine/stages.h"
#include "core/explain/in_conventions.h"
#include "core/words/say.h"
#include "messages/explain.h"
#include "messages/lab.h"

namespace lookback {
namespace {

constexpr float kArithmeticBoxHanging = 24;
constexpr float kArithmeticBoxUsualLines = 2;
constexpr float kFewestLines = 1;                         ///< where nothing is summed
constexpr float kMostLines = 3;                           ///< in the largest style
constexpr float kMostSmallLines = 4;                      ///< in the smallest
constexpr std::string_view kArithmeticBoxEquals = " = ";  ///< “ ≈ ” is no wider

}  // namespace

std::string unfoldTip(const Scene& scene) {
    return scene.said(say::lab::UnfoldTip{.key = firstKey(command("unfold"))});
}

Explanation nothingToExplain(const Document& document) {
    const bool is_empty = document.n() == 0;
    Explanation explanation;
    const Message why =
        is_empty ? Message(say::explain::NoTokens{}) : Message(say::explain::NoWidth{});
    explanation.subject = {pieceOf(why, Ink::soft)};
    if (is_empty) explanation.meaning = {say::explain::HowToBegin{}};
    return explanation;
}

ArithmeticBox::ArithmeticBox(const Scene& scene, Painter& painter,
                             const std::optional<Target>& target, float width)
    : scene_(scene),
      painter_(painter),
      target_(target),
      width_(width),
      style_(styles(scene_).front()),
      words_(sentenceFonts(scene.look)) {
    choose();
    // A long sentence may use the room that short arithmetic leaves, and long arithmetic that of a
    // short sentence.
    const float most = std::min(mostHeight(scene_), linesRoom());
    box_height_ = std::max(lines_height_, most) + 2 * boxPad(scene_);
}

float ArithmeticBox::linesRoom() const {
    return reservedHeight() - sentence_height_ - 2 * boxPad(scene_);
}

float ArithmeticBox::boxPad(const Scene& scene) { return scene.look.px(scene.compact ? 7 : 12); }

std::vector<ArithmeticBox::Style> ArithmeticBox::styles(const Scene& scene) {
    const Fonts& fonts = scene.look.fonts;
    const LineFonts large{fonts.formula, fonts.formula_bold, fonts.raised};
    const LineFonts small{fonts.formula_small, fonts.formula_small_bold, fonts.mono_small};
    if (scene.place().unfolded) return {{small, std::numeric_limits<std::size_t>::max()}};
    const LineFonts tiny{fonts.mono, fonts.mono_bold, fonts.mono_small};
    if (scene.compact) return {{small, 6}, {tiny, 6}, {tiny, 5}, {tiny, 4}, {tiny, 3}, {tiny, 2}};
    return {{large, 6}, {small, 6}, {small, 5}, {small, 4}, {small, 3}, {small, 2}};
}

float ArithmeticBox::sidePad() const { return scene_.look.px(scene_.compact ? 12 : 18); }

float ArithmeticBox::sentenceGap(const Scene& scene) {
    return scene.look.px(scene.compact ? 6 : 12);
}

float ArithmeticBox::mostHeight(const Scene& scene) {
    const std::vector<Style> candidates = styles(scene);
    const ArithmeticFigure& figure =
        figureOf(stage(stageInFocus(scene.state)).arithmetic(scene.document()));
    const bool is_dense = scene.density >= Density::dense;
    const bool is_densest = scene.density == Density::densest;
    if (is_dense && !figure.writes_sums) return kFewestLines * lineHeight(candidates.front().fonts);
    const bool has_two_lines = figure.shape == FigureShape::product;
    const bool has_few = is_densest || (is_dense && has_two_lines);
    const float small_lines = has_few ? kMostLines : kMostSmallLines;
    const float large_lines = is_densest ? kArithmeticBoxUsualLines : kMostLines;
    return std::max(large_lines * lineHeight(candidates.front().fonts),
                    small_lines * lineHeight(candidates.back().fonts));
}

float ArithmeticBox::usualHeight(const Scene& scene) {
    return mostHeight(scene) + 2 * boxPad(scene) + sentenceGap(scene) +
           kArithmeticBoxUsualLines * lineHeight(sentenceFonts(scene.look));
}

ExplainOptions optionsAbout(const Scene& scene, const Target& target, std::size_t most_terms) {
    const auto is_row_shown = [&](MatrixId id) {
        return isShown(scene.state, {.id = id, .row = target.cell.row, .head = target.head});
    };
    // While a number is dragged, operands keep their number of digits: the words stay in place.
    const bool is_steady = scene.state.document_work.history.isDragging();
    return {.decimals = scene.preferences().decimals,
            .most_terms = most_terms,
            .most_more_digits = is_steady ? 0 : ExplainOptions().most_more_digits,
            .labels = &scene.labels(),
            .tells_row = is_row_shown(target.id),
            .tells_weights = is_row_shown(MatrixId::attention_weights)};
}

std::size_t ArithmeticBox::termsIn(const Style& style) const {
    return std::min(style.most_terms, explanation_.operation.left.size());
}

/// Chooses the largest style in which the arithmetic needs few lines.
void ArithmeticBox::choose() {
    if (!target_) return sayWhyEmpty();
    const std::vector<Style> all = styles(scene_);
    style_ = all.front();
    explanation_ = toldCell(scene_, *target_, style_.most_terms);
    chooseWords();
    const float most = std::min(mostHeight(scene_), linesRoom()) + 1;
    const Style* laid = nullptr;
    const auto is_too_high = [&](const Style& style) {
        laid = &style;
        layLines(style);
        return lines_height_ > most;
    };
    if (!is_too_high(all.front()) || all.size() == 1) return;
    // Styles are in falling order of their height, so that a binary search finds the first that
    // fits.
    const auto chosen = std::partition_point(all.begin() + 1, all.end() - 1, is_too_high);
    if (laid != &*chosen) layLines(*chosen);
}

void ArithmeticBox::layLines(const Style& style) {
    if (termsIn(style) != termsIn(style_)) {
        explanation_.lines = toldLines(scene_, *target_, style.most_terms);
    }
    style_ = style;
    const Wording wording = scene_.wording();
    subject_words_ = wording.line(explanation_.subject);
    subject_ = layLine(painter_, style_.fonts, FLT_MAX, subject_words_);
    line_words_.clear();
    for (const TextLine& line : explanation_.lines) line_words_.push_back(wording.line(line));
    lines_.clear();
    lines_height_ = 0;
    for (const TextLine& line : line_words_) {
        lines_.push_back(layLine(painter_, style_.fonts, linesWidth(), line,
                                 scene_.look.px(kArithmeticBoxHanging)));
        lines_height_ += lines_.back().height;
    }
}

void ArithmeticBox::sayWhyEmpty() {
    explanation_ = nothingToExplain(scene_.document());
    style_.fonts = words_;
    subject_words_ = scene_.wording().line(explanation_.subject);
    subject_ = layLine(painter_, words_, FLT_MAX, subject_words_);
    lines_height_ = lineHeight(words_);
    chooseWords();
}

/// Chooses the type of the sentence: smaller where it needs more than the usual lines.
void ArithmeticBox::chooseWords() {
    meaning_words_ = scene_.wording().line(explanation_.meaning);
    sentence_ = layLine(painter_, words_, width_, meaning_words_);
    if (sentence_.height > kArithmeticBoxUsualLines * lineHeight(words_)) {
        words_ = smallSentenceFonts(scene_.look);
        sentence_ = layLine(painter_, words_, width_, meaning_words_);
    }
    sentence_height_ = sentence_.height + sentenceGap(scene_);
}

float ArithmeticBox::equalsWidth() const {
    return painter_.width(style_.fonts.plain, kArithmeticBoxEquals);
}

float ArithmeticBox::linesWidth() const {
    return width_ - 2 * sidePad() - subject_.width - equalsWidth();
}

void ArithmeticBox::draw(ImVec2 at) {
    const Look& look = scene_.look;
    const Theme& c = look.colors();
    const Rect box = Rect::at(at, {width_, box_height_});
    painter_.fill(box, c.inset, look.px(7));
    painter_.outline(box, c.line, look.px(7), std::max(1.0f, look.scale));

    float y = at.y + std::floor((box_height_ - lines_height_) / 2);
    const float x = at.x + sidePad();
    drawLine(painter_, style_.fonts, {x, y}, subject_);
    const float high = lineHeight(style_.fonts);
    ImFont* const font = style_.fonts.plain;
    const float equals = x + subject_.width;
    const std::string fold_tip = unfoldTip(scene_);
    for (std::size_t place = 0; place < lines_.size(); ++place) {
        const LaidLine& line = lines_[place];
        painter_.textAt(font, c.ink, {equals, y + std::floor((high - font->FontSize) / 2)},
                        fmt::format(" {} ", signBefore(line_words_[place])));
        if (drawLine(painter_, style_.fonts, {equals + equalsWidth(), y}, line, fold_tip)) {
            scene_.emit(Change(&Place::unfolded, true));
        }
        y += line.height;
    }
    drawLine(painter_, words_, {at.x, box.max.y + sentenceGap(scene_)}, sentence_);
}

}  // namespace lookback
