#include "app/views/lab/narration.h"

#include <algorithm>
#include <cfloat>
#include <utility>

#include "app/state/model/app_state.h"
#include "app/state/model/shown_quantity.h"
#include "app/state/model/stops.h"
#include "app/views/shared/stage_grid.h"
#include "app/widgets/tooltip.h"
#include "core/explain/row_change.h"
#include "core/lesson/notes.h"
#include "core/words/say.h"
#include "messages/common.h"
#include "messages/lab.h"

namespace lookback {
namespace {

constexpr float kNarrationPad = 22;
constexpr float kAbove = 14;  ///< the heading of a card, ...
constexpr float kNarrationHeading = 22;
constexpr float kNarrationBelow = 12;  ///< ... and what is left below its words
constexpr int kNarrationUsualLines = 2;

std::vector<TextLine> linesOf(const AppState& state, const NoteTexts& notes) {
    std::vector<TextLine> lines;
    for (const LocalText* const note : notes) lines.push_back({{state.wording().text(*note)}});
    return lines;
}

}  // namespace

std::vector<TextLine> lessonNotes(const AppState& state) {
    const auto& lesson = state.document().lesson;
    if (!lesson) return {};
    if (!hidesWhatIsToCome(state)) return linesOf(state, stepNotes(*lesson, state.step()));
    const auto rows = rowsOfStop(state);
    if (!rows) return {};
    return linesOf(state, rowNotes(*lesson, state.document(), state.step(), *rows));
}

std::vector<TextLine> toldByNarrator(const AppState& state) {
    if (state.lesson.awaitsChoice()) return {};
    std::vector<TextLine> sentences = state.wording().lines(state.narrator.tell(state));
    if (const auto lifted = liftedMaskFact(state)) {
        sentences.insert(sentences.begin(), state.wording().line(*lifted));
    }
    return sentences;
}

Told toldOf(const AppState& state) {
    const LessonHiding& hiding = state.lesson.hiding;
    if (hiding.things.has(LessonPanel::narrator) ||
        (state.lesson.awaitsChoice() && !state.place.presenting)) {
        return {ToldBy::narrator, {{{state.wording().text(hiddenByLesson(state)), Ink::soft}}}};
    }
    // Notes may tell any number of the lesson, and the answer of a task.
    const bool may_tell = hiding.cells.empty() && !state.lesson.isOpen();
    std::vector<TextLine> lesson = may_tell ? lessonNotes(state) : std::vector<TextLine>();
    if (!lesson.empty() && !liftedMaskFact(state) && state.narrator.isStepAsNoted(state))
        return {ToldBy::lesson, std::move(lesson)};
    std::vector<TextLine> narrated = toldByNarrator(state);
    // An empty card says why it is empty; on a slide there is no card.
    if (narrated.empty() && !state.place.presenting) {
        const Quantity results{.id = state.step().results.front()};
        narrated = {{{state.wording().text(whyHidden(state, results)), Ink::soft}}};
    }
    return {ToldBy::narrator, std::move(narrated)};
}

TextLine asText(const std::vector<TextLine>& sentences, std::size_t most) {
    TextLine text;
    for (std::size_t k = 0; k < std::min(most, sentences.size()); ++k) {
        if (k > 0) text.push_back({" "});
        text.insert(text.end(), sentences[k].begin(), sentences[k].end());
    }
    return text;
}

bool tellsInHeader(const Scene& scene) {
    const Document& document = scene.document();
    const auto& output = document.weights.output;
    const Index widest = std::max({document.n(), document.dIn(), document.heads * document.dK(),
                                   document.heads * document.dV(), output ? output->cols() : 0});
    // For larger matrices the line under the title says which part is on screen.
    return scene.density == Density::densest && widest <= scene.place().pane.span;
}

void drawToldInHeader(const Scene& scene, Painter& painter, const Rect& line) {
    const LineFonts fonts = smallSentenceFonts(scene.look);
    const Told told = toldOf(scene.state);
    const std::size_t all = told.sentences.size();
    for (std::size_t most = all; most > 0; --most) {
        const TextLine text = asText(told.sentences, most);
        const LaidLine laid = layLine(painter, fonts, FLT_MAX, text);
        const bool fits = laid.width <= line.width();
        if (!fits && most > 1) continue;
        const float raise = (lineHeight(fonts) - line.height()) / 2;
        if (fits) {
            drawLine(painter, fonts, {line.min.x, line.min.y - raise}, laid);
        } else {
            painter.textFitted(fonts.plain, scene.look.colors().ink, line, withSigns(text));
        }
        if (!fits || most < all) {
            tooltipOver(scene.look, line, withSigns(asText(told.sentences, all)));
        }
        return;
    }
}

Narration::Narration(const Scene& scene, Painter& painter, float width, Told told, int low_lines)
    : scene_(scene),
      painter_(painter),
      width_(width),
      told_(std::move(told)),
      fonts_(isCard() ? sentenceFonts(scene.look) : smallSentenceFonts(scene.look)) {
    lines_height_ =
        static_cast<float>(isCard() ? kNarrationUsualLines : low_lines) * lineHeight(fonts_);
    // The notes of the lesson need the same room before an edit and after it, hidden and shown.
    const auto& notes = scene.document().lesson;
    if (notes) {
        const std::vector<TextLine> lesson = linesOf(scene.state, stepNotes(*notes, scene.step()));
        const TextLine needed = asText(lesson, lesson.size());
        lines_height_ = std::max(lines_height_, heightOf(needed));
    }
    choose();
    height_ = lines_height_ +
              (isCard() ? scene.look.px(kAbove + kNarrationHeading + kNarrationBelow) : 0);
}

float Narration::room() const {
    return width_ - (isCard() ? scene_.look.px(2 * kNarrationPad) : 0);
}

float Narration::top() const { return isCard() ? scene_.look.px(kAbove + kNarrationHeading) : 0; }

float Narration::heightOf(const TextLine& text) const {
    return measuredLine(painter_, fonts_, room(), text).height;
}

/// Chooses all sentences where they fit, else in small type, else without the last.
void Narration::choose() {
    const std::size_t all = told_.sentences.size();
    for (std::size_t most = all; most > 0; --most) {
        text_ = asText(told_.sentences, most);
        is_whole_ = most == all;
        const LineFonts usual = fonts_;
        if (heightOf(text_) <= lines_height_) return;
        fonts_ = smallSentenceFonts(scene_.look);
        if (heightOf(text_) <= lines_height_) return;
        if (most > 1) fonts_ = usual;
    }
    if (all > 0) lines_height_ = heightOf(text_);
}

void Narration::draw(ImVec2 at) {
    const Look& look = scene_.look;
    const float x = at.x + (isCard() ? look.px(kNarrationPad) : 0);
    if (isCard()) {
        const Message heading = told_.by == ToldBy::lesson ? Message(say::lab::ToldByLesson{})
                                                           : Message(say::lab::ToldByNarrator{});
        panelHeading(painter_, {x, at.y + look.px(kAbove)}, scene_.said(heading),
                     look.colors().soft);
    }
    setLine(painter_, fonts_, {x, at.y + top()}, room(), text_);
    if (is_whole_) return;
    const Rect words = Rect::at({x, at.y + top()}, {room(), lines_height_});
    tooltipOver(look, words, withSigns(asText(told_.sentences, told_.sentences.size())));
}

TextLine weightsThatMoved(const Scene& scene, Index row) {
    const MatrixView was = scene.before(MatrixId::attention_weights);
    const Quantity weights{
        .id = MatrixId::attention_weights, .row = row, .head = scene.place().head};
    if (was.empty() || !isShown(scene.state, weights)) return {};
    const auto moved = rowChangeFact(rowChange(was, scene.matrix(MatrixId::attention_weights), row),
                                     scene.document().dtype);
    return moved ? scene.wording().line(*moved) : TextLine();
}

}  // namespace lookback
