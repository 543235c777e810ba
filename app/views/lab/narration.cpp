#include "app/views/lab/narration.h"

#include <algorithm>
#include <cfloat>
#include <utility>

#include "app/state/model/app_state.h"
#include "app/views/shared/stage_grid.h"
#include "core/explain/in_conventions.h"
#include "core/explain/row_change.h"
#include "core/lesson/notes.h"
#include "core/words/say.h"
#include "messages/lab.h"

namespace lookback {
namespace {

constexpr float kNarrationPad = 22;
constexpr float kAbove = 14;  ///< the heading of a card, ...
constexpr float kNarrationHeading = 22;
constexpr float kNarrationBelow = 12;  ///< ... and what is left below its words
constexpr int kNarrationUsualLines = 2;

/// Returns each sentence as a line.
std::vector<TextLine> sentencesOf(const std::vector<std::string_view>& texts) {
    std::vector<TextLine> sentences;
    for (std::string_view text : texts) {
        while (!text.empty()) {
            const std::size_t end = text.find(". ");
            const std::string_view stop = end == std::string_view::npos ? "" : ".";
            sentences.push_back({{std::string(text.substr(0, end)).append(stop)}});
            text.remove_prefix(stop.empty() ? text.size() : end + 2);
        }
    }
    return sentences;
}

}  // namespace

std::vector<TextLine> lessonNotes(const AppState& state) {
    const auto& lesson = state.document().lesson;
    if (!lesson) return {};
    const std::string_view language = state.preferences.language->id;
    const std::vector<std::string_view> notes =
        state.place.presenting
            ? rowNotes(*lesson, state.document(), state.step(), state.place.cell, language)
            : stepNotes(*lesson, state.step(), language);
    // The notes are shown as their author wrote them; a line before them says which convention they
    // follow.
    const Conventions& conventions = state.preferences.conventions;
    const std::vector<MatrixId>& stages = state.step().stages;
    const bool has_pairs = std::any_of(stages.begin(), stages.end(), isOfPairs);
    std::vector<TextLine> sentences = sentencesOf(notes);
    if (has_pairs && !notes.empty() && !conventions.rows_are_queries) {
        sentences.insert(sentences.begin(), state.wording().line(say::lab::LessonRows{}));
    }
    return sentences;
}

std::vector<TextLine> toldByNarrator(const AppState& state) {
    return state.wording().lines(state.narrator.tell(state));
}

Told toldOf(const AppState& state) {
    std::vector<TextLine> lesson = lessonNotes(state);
    if (!lesson.empty() && state.narrator.isStepAsOpened(state))
        return {ToldBy::lesson, std::move(lesson)};
    return {ToldBy::narrator, toldByNarrator(state)};
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
    return scene.tells_in_header && widest <= scene.place().pane.span;
}

void drawToldInHeader(const Scene& scene, Painter& painter, const Rect& line) {
    const LineFonts fonts = smallSentenceFonts(scene.look);
    const Told told = toldOf(scene.state);
    for (std::size_t most = told.sentences.size(); most > 0; --most) {
        const TextLine text = asText(told.sentences, most);
        const LaidLine laid = layLine(painter, fonts, FLT_MAX, text);
        if (laid.width > line.width() && most > 1) continue;
        if (laid.width > line.width()) {
            painter.textFitted(fonts.plain, scene.look.colors().ink, line, plainText(text));
            return;
        }
        const float raise = (lineHeight(fonts) - line.height()) / 2;
        drawLine(painter, fonts, {line.min.x, line.min.y - raise}, laid);
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
    // The notes of the lesson need the same room before an edit and after it.
    const std::vector<TextLine> lesson = lessonNotes(scene.state);
    if (!lesson.empty()) {
        const TextLine needed = asText(lesson, isCard() ? lesson.size() : 1);
        lines_height_ = std::max(lines_height_, linesOf(needed));
    }
    choose();
    height_ = lines_height_ +
              (isCard() ? scene.look.px(kAbove + kNarrationHeading + kNarrationBelow) : 0);
}

float Narration::room() const {
    return width_ - (isCard() ? scene_.look.px(2 * kNarrationPad) : 0);
}

float Narration::top() const { return isCard() ? scene_.look.px(kAbove + kNarrationHeading) : 0; }

float Narration::linesOf(const TextLine& text) const {
    return measuredLine(painter_, fonts_, room(), text).height;
}

/// Chooses all sentences where they fit, else in small type, else without the last.
void Narration::choose() {
    for (std::size_t most = told_.sentences.size(); most > 0; --most) {
        text_ = asText(told_.sentences, most);
        const LineFonts usual = fonts_;
        if (linesOf(text_) <= lines_height_) return;
        fonts_ = smallSentenceFonts(scene_.look);
        if (linesOf(text_) <= lines_height_) return;
        if (most > 1) fonts_ = usual;
    }
    lines_height_ = linesOf(text_);
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
}

TextLine weightsThatMoved(const Scene& scene, Index row) {
    const MatrixView was = scene.before(MatrixId::attention_weights);
    if (was.empty()) return {};
    const auto moved = rowChangeFact(rowChange(was, scene.matrix(MatrixId::attention_weights), row),
                                     scene.document().dtype);
    return moved ? scene.wording().line(*moved) : TextLine();
}

}  // namespace lookback
