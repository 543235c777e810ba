#include "app/views/lab/presented_words.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "app/state/model/app_state.h"
#include "app/state/model/shown_lesson.h"
#include "app/state/model/stops.h"
#include "app/state/update/action.h"
#include "app/views/lab/arithmetic_box.h"
#include "app/views/lab/lab.h"
#include "app/views/lab/narration.h"
#include "app/views/lab/stage_figure.h"
#include "app/views/lab/step_figures.h"
#include "app/views/lab/told_cell.h"
#include "app/views/shared/stage_grid.h"
#include "core/document/matrix_id.h"
#include "core/engine/stages.h"
#include "core/explain/in_conventions.h"
#include "core/words/say.h"

namespace lookback {
namespace {

constexpr std::size_t kMostTerms = 6;
constexpr float kPresentedWordsHanging = 17;
constexpr std::string_view kPlus = " + ";
constexpr std::string_view kPresentedWordsEquals = " = ";
constexpr std::string_view kAbout = " \u2248 ";

float widthOf(Painter& painter, const LineFonts& fonts, const TextLine& line) {
    return measuredLine(painter, fonts, FLT_MAX, line).width;
}

/// Splits a line before each sign, so that each of the lines begins with a sign and has one term.
/// Parts within brackets are not split.
std::vector<TextLine> partedAtSigns(const TextLine& line) {
    std::vector<TextLine> parts(1);
    int brackets = 0;
    for (const Piece& piece : line) {
        Piece rest = piece;
        std::size_t begin = 0;
        for (std::size_t at = 0; at < piece.text.size(); ++at) {
            const std::string_view text = std::string_view(piece.text).substr(at);
            const bool is_sign = text.starts_with(kPresentedWordsEquals) ||
                                 text.starts_with(kAbout) || text.starts_with(kPlus);
            if (is_sign && brackets == 0) {
                rest.text = piece.text.substr(begin, at - begin);
                if (!rest.text.empty()) parts.back().push_back(rest);
                parts.emplace_back();
                begin = at + 1;
            }
            brackets += text.front() == '(' ? 1 : text.front() == ')' ? -1 : 0;
        }
        rest.text = piece.text.substr(begin);
        if (!rest.text.empty()) parts.back().push_back(std::move(rest));
    }
    return parts;
}

}  // namespace

PresentedWords::PresentedWords(const Scene& scene, Painter& painter)
    : scene_(scene), painter_(painter), fonts_(sentenceFonts(scene.look)) {}

float PresentedWords::usualHeight(const Scene& scene) {
    const Look& look = scene.look;
    const LineFonts fonts{look.fonts.formula_small, nullptr, nullptr};
    const Arithmetic arithmetic = stage(stageInFocus(scene.state)).arithmetic(scene.document());
    return (figureOf(arithmetic).writes_sums ? 4 : 2) * lineHeight(fonts) + 2 * look.px(9);
}

std::vector<PresentedWords::Style> PresentedWords::styles() const {
    const Fonts& fonts = scene_.look.fonts;
    const LineFonts large{fonts.formula, fonts.formula_bold, fonts.raised};
    const LineFonts small{fonts.formula_small, fonts.formula_small_bold, fonts.mono_small};
    const LineFonts tiny{fonts.mono, fonts.mono_bold, fonts.mono_small};
    if (scene_.place().unfolded) return {{tiny, std::numeric_limits<std::size_t>::max()}};
    std::vector<Style> all{{large, kMostTerms}};
    for (const std::size_t lines : {3u, 2u, 1u}) {
        for (std::size_t terms = kMostTerms; terms >= 2; --terms) {
            all.push_back({small, terms, lines});
        }
    }
    all.push_back({tiny, 2, 1});
    return all;
}

void PresentedWords::explain(const Style& style, const std::optional<Target>& target) {
    fonts_ = style.fonts;
    const Wording wording = scene_.wording();
    if (!target) {
        explanation_ = nothingToExplain(scene_.document());
        lines_ = {wording.line(explanation_.subject)};
        fonts_ = sentenceFonts(scene_.look);
        return;
    }
    explanation_ = toldCell(scene_, *target, style.most_terms);
    std::vector<TextLine>& lines = explanation_.lines;
    if (style.most_lines < 3 && lines.size() > style.most_lines) {
        lines.erase(lines.begin() + (style.most_lines == 1 ? 0 : 1), lines.end() - 1);
    }
    lines_ = {wording.line(explanation_.subject)};
    for (const TextLine& formula : explanation_.lines) {
        const TextLine line = wording.line(formula);
        TextLine equal{{fmt::format("{} ", signBefore(line))}};
        equal.insert(equal.end(), line.begin(), line.end());
        const bool has_room = widthOf(painter_, fonts_, equal) <= width_ - 2 * sidePad();
        if (!in_column_ || has_room) {
            lines_.push_back(std::move(equal));
        } else {
            for (TextLine& part : partedAtSigns(equal)) lines_.push_back(std::move(part));
        }
    }
    // The first formula stands beside its subject if both fit into one line.
    if (lines_.size() < 2) return;
    TextLine joined = lines_[0];
    joined.push_back({" "});
    joined.insert(joined.end(), lines_[1].begin(), lines_[1].end());
    if (widthOf(painter_, fonts_, joined) > width_ - 2 * sidePad()) return;
    lines_[0] = std::move(joined);
    lines_.erase(lines_.begin() + 1);
}

float PresentedWords::setLines(ImVec2 at, bool draw) {
    const std::string fold_tip = draw ? unfoldTip(scene_) : "";
    float y = at.y;
    for (const TextLine& line : lines_) {
        const SetLine set = setLine(painter_, fonts_, {at.x, y}, width_ - 2 * sidePad(), line,
                                    scene_.look.px(kPresentedWordsHanging), draw, fold_tip);
        if (set.fold_clicked) scene_.emit(Change(&Place::unfolded, true));
        y += set.height;
    }
    return y - at.y;
}

/// Returns the cells whose arithmetic is shown at the stops of the step; none where it has no cell.
std::vector<Target> PresentedWords::cellsOfStops() const {
    std::vector<Target> cells;
    const Step& step = scene_.step();
    if (cellCount(scene_.document(), step) == 0) return cells;
    const Index head = scene_.place().head;
    for (const Stop& stop : stopsOf(scene_.shown(), step, head)) {
        const StepCell at = cellAt(scene_.document(), step, stop.cell);
        cells.push_back({at.id, info(at.id).per_head ? head : 0, at.cell});
    }
    return cells;
}

void PresentedWords::fit(float width, float height, bool in_column) {
    width_ = width;
    in_column_ = in_column;
    const std::optional<Target> target = explainedTarget(scene_.state);
    std::vector<Target> others = target ? cellsOfStops() : std::vector<Target>();
    std::erase(others, target);
    const auto fits = [&](const Style& style, const std::optional<Target>& cell) {
        explain(style, cell);
        lines_height_ = std::max(lines_height_, setLines({0, 0}, false));
        return lines_height_ + 2 * boxPad() <= height;
    };
    // The cell in focus comes last, so that its arithmetic is what remains.
    const std::vector<Style> all = styles();
    for (const Style& style : all) {
        lines_height_ = 0;
        const bool others_fit = std::all_of(others.begin(), others.end(),
                                            [&](const Target& cell) { return fits(style, cell); });
        if (others_fit && fits(style, target)) return;
    }
    explain(all.back(), target);
    lines_height_ = setLines({0, 0}, false);
}

float PresentedWords::drawArithmetic(ImVec2 at) {
    const Look& look = scene_.look;
    const float height = lines_height_ + 2 * boxPad();
    const Rect box{at, {at.x + width_, at.y + height}};
    painter_.fill(box, look.colors().inset, look.px(7));
    painter_.outline(box, look.colors().line, look.px(7), std::max(1.0f, look.scale));
    const float above = std::floor((lines_height_ - setLines({0, 0}, false)) / 2);
    setLines({at.x + sidePad(), at.y + boxPad() + above}, true);
    keepInSight(look, box);
    return height;
}

/// Returns words about the change of the row of a weight by the latest act.
TextLine PresentedWords::change() const {
    const auto target = explainedTarget(scene_.state);
    if (!target || target->id != MatrixId::attention_weights) return {};
    return weightsThatMoved(scene_, target->cell.row);
}

float PresentedWords::heightOf(const LineFonts& fonts, const TextLine& text, float width) const {
    return measuredLine(painter_, fonts, width, text).height;
}

PresentedWords::Fitted PresentedWords::fitted(const std::vector<TextLine>& texts,
                                              ImVec2 room) const {
    const std::array styles{sentenceFonts(scene_.look), smallSentenceFonts(scene_.look)};
    Fitted last;
    for (const TextLine& text : texts) {
        for (const LineFonts& fonts : styles) {
            last = {text, fonts, heightOf(fonts, text, room.x)};
            if (last.height <= room.y) return last;
        }
    }
    return last;
}

void PresentedWords::set(const Fitted& words, ImVec2 at, float width) {
    setLine(painter_, words.fonts, at, width, words.text);
    keepInSight(scene_.look, Rect::at(at, {width, words.height}));
}

void PresentedWords::drawMeaning(const Rect& room, float told_height) {
    Told told = toldOf(scene_.state);
    const TextLine changed = change();
    const bool is_asked = scene_.hands.hovered || scene_.place().locked;
    // While the numbers of a lesson are unchanged, its notes are shown with the rows they belong
    // to.
    if (told.by == ToldBy::lesson && !is_asked && changed.empty()) {
        return drawLesson(room, told.sentences);
    }
    const auto lifted = liftedMaskFact(scene_.state);
    if (lifted && !scene_.state.lesson.awaitsChoice()) {
        const float height = drawLifted(room, scene_.wording().line(*lifted));
        std::vector<TextLine> rest;
        if (!changed.empty()) rest.push_back(changed);
        return drawNarrated(room.fromY(room.min.y + height), 0, rest);
    }
    std::vector<TextLine> sentences =
        told.by == ToldBy::narrator ? std::move(told.sentences) : toldByNarrator(scene_.state);
    if (!changed.empty()) sentences.insert(sentences.begin(), changed);
    drawNarrated(room, told_height, sentences);
}

float PresentedWords::drawLifted(const Rect& room, const TextLine& words) {
    const Look& look = scene_.look;
    const Theme& c = look.colors();
    const ImVec2 pad{sidePad(), look.px(5)};
    const float width = room.width() - 2 * pad.x;
    const Fitted set_words = fitted({words}, {width, room.height() - 2 * pad.y});
    const Rect box = room.top(set_words.height + 2 * pad.y);
    painter_.fill(box, c.leak_ground, look.px(7));
    painter_.outline(box, c.leak_line, look.px(7), std::max(1.0f, look.scale));
    set(set_words, {box.min.x + pad.x, box.min.y + pad.y}, width);
    return box.height() + look.px(8);
}

void PresentedWords::drawLesson(const Rect& room, const std::vector<TextLine>& sentences) {
    std::vector<TextLine> texts;
    for (std::size_t most = sentences.size(); most > 0; --most) {
        texts.push_back(asText(sentences, most));
    }
    const Fitted words = fitted(texts, {room.width(), room.height()});
    if (words.height <= room.height()) return set(words, room.min, room.width());
    // The caption of a lesson that asks has the words that count.
    if (!leadsThroughLesson(scene_.state)) drawScrolled(room, words);
}

void PresentedWords::drawScrolled(const Rect& room, const Fitted& words) {
    ImGui::SetCursorScreenPos(room.min);
    if (ImGui::BeginChild("##lesson", {room.width(), room.height()}, ImGuiChildFlags_None,
                          ImGuiWindowFlags_NoBackground)) {
        Painter inside(scene_.look);
        const float width = room.width() - ImGui::GetStyle().ScrollbarSize;
        const ImVec2 at = ImGui::GetCursorScreenPos();
        const float height = setLine(inside, words.fonts, at, width, words.text).height;
        ImGui::Dummy({width, height});
    }
    ImGui::EndChild();
}

void PresentedWords::drawNarrated(const Rect& room, float told_height,
                                  const std::vector<TextLine>& sentences) {
    Fitted told;
    float end = room.max.y;
    if (!sentences.empty()) {
        told = fitted({asText(sentences, 2), asText(sentences, 1)},
                      {room.width(), std::min(told_height, room.height())});
        end -= std::max(told.height, told_height);
    }
    // The words about the cell come in the longest form that fits.
    std::vector<TextLine> texts;
    for (std::size_t most = explanation_.meaning.size(); most > 0; --most) {
        texts.push_back(scene_.wording().line(std::span(explanation_.meaning).first(most)));
    }
    Fitted meaning;
    if (!texts.empty()) meaning = fitted(texts, {room.width(), end - room.min.y});
    // Words about the step are not larger than those about the cell.
    const LineFonts small = smallSentenceFonts(scene_.look);
    if (!sentences.empty() && meaning.fonts.plain == small.plain) {
        told.fonts = small;
        told.height = heightOf(small, told.text, room.width());
    }
    const bool has_told = !sentences.empty() && end >= room.min.y;
    if (has_told) set(told, {room.min.x, end}, room.width());
    const bool has_room = !texts.empty() && meaning.height <= end - room.min.y;
    if (has_room) set(meaning, room.min, room.width());
}

}  // namespace lookback
