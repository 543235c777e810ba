#include "app/views/lab/asides.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "app/widgets/formula.h"
#include "app/widgets/grid_labels.h"
#include "core/base/text.h"
#include "core/lesson/lesson.h"

namespace lookback {
namespace {

constexpr float kPad = 22;
constexpr float kSecondRow = 13;  ///< of labels that take turns
constexpr float kHeading = 22;
constexpr Index kLongSentence = 16;  ///< the digits of longer ones need all the room there is

/// How much of a row's weight the mask takes away from masked tokens.
TextLine findingOf(const MatrixView& mask, const MatrixView& free, Index row) {
    double taken = 0;
    bool all_later = true;
    for (Index key = 0; key < mask.cols(); ++key) {
        if (mask(row, key) != 0) continue;
        taken += free(row, key);
        all_later = all_later && key > row;
    }
    if (taken == 0) return {{"The mask takes nothing from this row.", Ink::soft}};
    return {{formatPercent(taken), Ink::plain, true},
            {fmt::format(" would come from {}.",
                         all_later ? "words it has not seen yet" : "tokens that are masked"),
             Ink::soft}};
}

}  // namespace

const std::string* lessonNote(const AppState& state) {
    const auto& lesson = state.document().lesson;
    if (!lesson) return nullptr;
    const Step& step = state.step();
    for (const LessonNote& note : lesson->notes) {
        if (std::find(step.stages.begin(), step.stages.end(), note.stage) != step.stages.end()) {
            return &note.text;
        }
    }
    return nullptr;
}

Asides::Asides(const Scene& scene, float width)
    : scene_(scene), look_(scene.look), painter_(scene.look), width_(width) {
    const bool makes_weights = scene.state.step().results.front() == MatrixId::attention_weights;
    if (makes_weights && scene.document().n() > 0) {
        const Variant* const unmasked = scene.state.unmasked.of(scene.shown());
        // While nothing is masked its place is kept, so that masking moves nothing.
        is_row_shown_ = unmasked != nullptr;
        if (is_row_shown_ || !scene.shown().blocksSome()) {
            setFreeRow(is_row_shown_ ? *unmasked : scene.shown());
        }
    }
    setNote();
}

float Asides::gap() const { return look_.px(scene_.compact ? 9 : 14); }

bool Asides::givesWay() const { return scene_.dense || scene_.document().n() > kLongSentence; }

/// In a low window words give way to digits, and where every pixel is the digits', the row, too.
float Asides::wanted() const {
    float height = 0;
    if (row_ && !givesWay()) height += row_->height + gap();
    if (note_ && !scene_.compact) height += note_->height + gap();
    return height;
}

void Asides::draw(const Rect& region) {
    float y = region.min.y;
    const auto place = [&](float height, bool must_fit, void (Asides::*paint)(ImVec2)) {
        if (must_fit && y + height > region.max.y) return;
        painter_.card({{region.min.x, y}, {region.max.x, y + height}});
        (this->*paint)({region.min.x, y});
        ImGui::SetCursorScreenPos({region.min.x, y});
        ImGui::Dummy({1, height});
        y += height + gap();
    };
    if (row_ && is_row_shown_) place(row_->height, givesWay(), &Asides::drawFreeRow);
    if (row_ && !is_row_shown_ && !givesWay()) y += row_->height + gap();
    if (note_) place(note_->height, scene_.compact, &Asides::drawNote);
}

/// The row of the cell in focus, as it would be without the mask.
void Asides::setFreeRow(const Variant& unmasked) {
    const auto focus = focusOf(scene_.state);
    const Index row = focus ? focus->cell.row : scene_.state.token();
    const MatrixView weights = unmasked.matrix(MatrixId::attention_weights, scene_.place().head);
    row_.emplace(FreeRow{StageGrid(scene_, MatrixId::attention_weights)});
    row_->finding = findingOf(scene_.trace().view(MatrixId::mask), weights, row);
    row_->label = scene_.labels()[static_cast<std::size_t>(row)];

    GridSpec& spec = row_->grid.spec;
    spec.values = weights.row(row);
    spec.mask.reset();
    spec.interactive = false;
    const Pane& pane = scene_.place().pane;
    const AxisRange keys = pane.range(pane.key, spec.values.cols());
    row_->grid.cut({0, keys.first}, 1, keys.count);
    const auto first = scene_.labels().begin() + keys.first;
    row_->keys.assign(first, first + keys.count);

    const float label = std::ceil(painter_.width(look_.fonts.strong_small, row_->label)) + 1;
    row_->beside = std::min(label, look_.px(90));
    const float room = width_ - look_.px(2 * kPad + 8) - row_->beside;
    const auto cols = static_cast<float>(spec.values.cols());
    const std::array fonts{look_.fonts.mono, look_.fonts.mono_small};
    row_->grid.resize(
        bestFit(cellFits(look_, fonts, scene_.preferences().decimals), [&](const CellFit& fit) {
            return cols * (fit.width(row_->grid.room()) + fit.gap) <= room;
        }));

    const bool has_two_rows = columnLabelRows(look_, spec, widestLabel(painter_, row_->keys)) == 2;
    const float pad = look_.px(scene_.compact ? 8 : 14);
    const float above = look_.px((scene_.compact ? 36 : 44) + (has_two_rows ? kSecondRow : 0));
    row_->top = pad;
    spec.at = {look_.px(kPad) + row_->beside + look_.px(8), pad + above};
    row_->height = gridRect(spec).max.y + pad;
}

void Asides::drawFreeRow(ImVec2 at) {
    const Fonts& f = look_.fonts;
    const std::string_view heading =
        scene_.compact ? "WITHOUT THE MASK" : "WITHOUT THE MASK THIS ROW WOULD BE";
    const ImVec2 corner{at.x + look_.px(kPad), at.y + row_->top};
    panelHeading(painter_, corner, heading, look_.colors().soft);
    const float x =
        corner.x + painter_.width(f.caption, heading) + look_.px(scene_.compact ? 16 : 28);
    const LineFonts words{f.small_text, f.strong_small, f.mono_small};
    const float raise = (lineHeight(words) - f.caption->FontSize) / 2;
    setLine(painter_, words, {x, corner.y - raise}, at.x + width_ - x, row_->finding);
    GridSpec& spec = row_->grid.spec;
    spec.at = {spec.at.x + at.x, spec.at.y + at.y};
    row_->grid.draw(painter_, scene_);
    rowLabels(painter_, spec, std::span(&row_->label, 1), row_->beside, 0);
    columnLabels(painter_, spec, row_->keys, std::nullopt);
}

/// Lessons speak of their own numbers: once something is changed they step back, but stay where
/// they are, so that nothing moves.
void Asides::setNote() {
    const std::string* const text = lessonNote(scene_.state);
    if (text == nullptr) return;
    const bool is_as_opened = scene_.state.is_as_opened;
    note_.emplace(Note{is_as_opened ? "IN THIS LESSON" : "IN THIS LESSON, AS IT WAS OPENED",
                       {{*text, is_as_opened ? Ink::plain : Ink::soft}}});
    const float room = width_ - look_.px(2 * kPad);
    note_->height =
        look_.px(14 + kHeading + 12) +
        setLine(painter_, sentenceFonts(look_), {0, 0}, room, note_->words, 0, false).height;
}

void Asides::drawNote(ImVec2 at) {
    const ImVec2 corner{at.x + look_.px(kPad), at.y + look_.px(14)};
    panelHeading(painter_, corner, note_->heading, look_.colors().soft);
    setLine(painter_, sentenceFonts(look_), {corner.x, corner.y + look_.px(kHeading)},
            width_ - look_.px(2 * kPad), note_->words);
}

}  // namespace lookback
