#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "app/look/painter.h"
#include "app/state/model/app_state.h"
#include "app/views/lab/arithmetic_box.h"
#include "app/views/lab/lab.h"
#include "app/views/lab/narration.h"
#include "app/views/shared/scene.h"
#include "app/views/shared/stage_grid.h"
#include "app/widgets/formula.h"
#include "app/widgets/grid_labels.h"
#include "core/base/text.h"
#include "core/explain/in_conventions.h"
#include "core/explain/text_line.h"
#include "imgui_internal.h"

namespace lookback {
namespace {

/// What stands below the focus: the row without its mask, what is told of the step, and, where
/// there is room for it, what the lesson said of its own numbers. All are set once, for measuring
/// and for drawing.
class Asides {
public:
    Asides(const Scene& scene, float width);

    /// The height that is to be left for them; 0 where they have to take what the focus leaves.
    [[nodiscard]] float wanted() const;

    void draw(const Rect& region);

private:
    /// A row of weights as it would be without the mask, or as it was, in a card.
    struct FreeRow {
        StageGrid grid;  ///< relative to the card's corner
        std::string heading{};
        std::string label{};
        std::vector<std::string> keys{};  ///< above the columns
        TextLine finding{};
        float beside = 0;  ///< of the label
        float top = 0;     ///< of the heading
        float height = 0;  ///< of the card
    };
    /// @param other document that has the row
    void setFreeRow(const Variant& other);
    void tellChange(TextLine words);
    [[nodiscard]] std::string headingOf() const;
    [[nodiscard]] LineFonts findingFonts() const;
    [[nodiscard]] float wordsBegin() const;
    void drawFreeRow(ImVec2 at);
    [[nodiscard]] float gap() const;
    [[nodiscard]] bool givesWay() const;

    const Scene& scene_;
    const Look& look_;
    Painter painter_;
    float width_;
    std::optional<FreeRow> row_;
    bool is_row_shown_ = false;         ///< else only its place is kept
    bool is_row_before_ = false;        ///< it is the row before the latest act
    std::optional<Narration> words_;    ///< none where they stand in the header
    std::optional<Narration> earlier_;  ///< the lesson's, once its numbers were changed
};

constexpr float kAsidesPad = 22;
constexpr float kAsidesSecondRow = 13;    ///< of labels that take turns
constexpr Index kAsidesLongSentence = 8;  ///< the digits of longer ones need all the room there is
constexpr float kAsidesLongArithmetic = 26;
constexpr int kAsidesLowLines = 2;  ///< of words in a low window, ...
constexpr int kFewLines = 1;        ///< ... and where the row or the digits need the room

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

bool makesWeights(const Scene& scene) {
    return scene.step().results.front() == MatrixId::attention_weights;
}

Asides::Asides(const Scene& scene, float width)
    : scene_(scene), look_(scene.look), painter_(scene.look), width_(width) {
    if (!tellsInHeader(scene)) {
        words_.emplace(scene, painter_, width, toldOf(scene.state),
                       makesWeights(scene) || scene.dense ? kFewLines : kAsidesLowLines);
    }
    Told earlier{ToldBy::lesson_as_opened, {}};
    for (const std::string_view note : lessonNotes(scene.state)) {
        earlier.sentences.push_back({{std::string(note), Ink::soft}});
    }
    if (!earlier.sentences.empty() && !scene.state.is_as_opened && !scene.compact) {
        earlier_.emplace(scene, painter_, width, earlier, kAsidesLowLines);
    }
    if (makesWeights(scene) && scene.document().n() > 0) {
        const Variant* const unmasked = scene.state.unmasked.of(scene.shown());
        // While nothing is masked its place is kept, so that masking moves nothing.
        // In it stands what the row was before the mask was taken away, or what else was done.
        const Variant* const before = unmasked == nullptr ? scene.state.before.shown() : nullptr;
        const Variant* const other = unmasked != nullptr ? unmasked : before;
        is_row_shown_ = other != nullptr;
        is_row_before_ = before != nullptr;
        if (is_row_shown_ || !scene.shown().blocksSome()) {
            setFreeRow(is_row_shown_ ? *other : scene.shown());
        }
    }
}

float Asides::gap() const { return look_.px(scene_.compact ? 9 : 14); }

bool Asides::givesWay() const {
    return scene_.dense || scene_.document().n() > kAsidesLongSentence;
}

/// Where every pixel is the digits', the row gives way to them, but never the words.
float Asides::wanted() const {
    float height = words_ ? words_->height() + gap() : 0;
    if (row_ && !givesWay()) height += row_->height + gap();
    return height;
}

void Asides::draw(const Rect& region) {
    float y = region.min.y;
    const auto place = [&](float height, bool has_card, auto paint) {
        const ImVec2 at{region.min.x, y};
        if (has_card) painter_.card({at, {region.max.x, y + height}});
        paint(at);
        ImGui::SetCursorScreenPos(at);
        ImGui::Dummy({1, height});
        y += height + gap();
    };
    const auto has_room = [&](float height) { return y + height <= region.max.y; };
    const float words = words_ ? words_->height() + gap() : 0;
    // In a low window digits may have taken the row's place. That the arithmetic of some cells is
    // a line longer changes nothing.
    const float spare = look_.px(givesWay() ? 0 : kAsidesLongArithmetic);
    const bool has_place =
        row_ && ((!givesWay() && !scene_.compact) || has_room(row_->height + words - spare));
    if (has_place && is_row_shown_) {
        place(row_->height, true, [this](ImVec2 at) { drawFreeRow(at); });
    } else if (has_place && !givesWay()) {
        y += row_->height + gap();
    }
    if (words_) {
        place(words_->height(), words_->isCard(), [this](ImVec2 at) { words_->draw(at); });
    }
    if (earlier_ && has_room(earlier_->height())) {
        place(earlier_->height(), true, [this](ImVec2 at) { earlier_->draw(at); });
    }
}

/// The row of the cell in focus, as it would be without the mask.
void Asides::setFreeRow(const Variant& other) {
    const auto focus = focusedTarget(scene_.state);
    const Index row = focus ? focus->cell.row : scene_.token();
    const MatrixView weights = other.matrix(MatrixId::attention_weights, scene_.place().head);
    row_.emplace(FreeRow{StageGrid(scene_, MatrixId::attention_weights)});
    row_->heading = headingOf();
    row_->finding =
        is_row_before_ ? TextLine()
                       : inConventions(findingOf(scene_.trace().view(MatrixId::mask), weights, row),
                                       scene_.preferences().conventions);
    tellChange(weightsThatMoved(scene_, row));
    row_->label = scene_.labels()[static_cast<std::size_t>(row)];

    GridSpec& spec = row_->grid.spec;
    spec.transposed = false;  // a column lies on its side, where there is room for it
    spec.values = weights.row(row);
    spec.mask.reset();
    if (is_row_before_ && other.isHatched(MatrixId::attention_weights)) {
        spec.mask = other.trace().view(MatrixId::mask).row(row);
    }
    spec.before = {};
    spec.interactive = false;
    const Pane& pane = scene_.place().pane;
    const AxisRange keys = pane.range(pane.key, spec.values.cols());
    row_->grid.cut({0, keys.first}, 1, keys.count);
    const auto first = scene_.labels().begin() + keys.first;
    row_->keys.assign(first, first + keys.count);

    const float label = std::ceil(painter_.width(look_.fonts.strong_small, row_->label)) + 1;
    row_->beside = std::min(label, look_.px(90));
    const float room = width_ - look_.px(2 * kAsidesPad + 8) - row_->beside;
    const auto cols = static_cast<float>(spec.values.cols());
    const std::array fonts{look_.fonts.mono, look_.fonts.mono_small};
    row_->grid.resize(
        bestFit(cellFits(look_, fonts, scene_.preferences().decimals), [&](const CellFit& fit) {
            return cols * (fit.width(row_->grid.room()) + fit.gap) <= room;
        }));

    const bool has_two_rows = columnLabelRows(look_, spec, widestLabel(painter_, row_->keys)) == 2;
    const float pad = look_.px(scene_.compact ? 8 : 14);
    const float above =
        look_.px((scene_.compact ? 36 : 44) + (has_two_rows ? kAsidesSecondRow : 0));
    row_->top = pad;
    spec.at = {look_.px(kAsidesPad) + row_->beside + look_.px(8), pad + above};
    row_->height = gridRect(spec).max.y + pad;
}

std::string Asides::headingOf() const {
    const std::string_view usual =
        is_row_before_
            ? (scene_.compact ? "BEFORE" : "BEFORE, THIS ROW WAS")
            : (scene_.compact ? "WITHOUT THE MASK" : "WITHOUT THE MASK THIS ROW WOULD BE");
    return inConventions(usual, scene_.preferences().conventions);
}

LineFonts Asides::findingFonts() const { return smallSentenceFonts(look_); }

/// Where the finding begins, in the card.
float Asides::wordsBegin() const {
    return look_.px(kAsidesPad) + painter_.width(look_.fonts.caption, row_->heading) +
           look_.px(scene_.compact ? 16 : 28);
}

/// What the latest act made of the row comes first; what else is said, where it has room.
void Asides::tellChange(TextLine words) {
    if (words.empty()) return;
    TextLine both = words;
    if (!row_->finding.empty()) both.push_back({" "});
    both.insert(both.end(), row_->finding.begin(), row_->finding.end());
    const float wide = measuredLine(painter_, findingFonts(), FLT_MAX, both).width;
    const bool fits = wordsBegin() + wide + look_.px(kAsidesPad) <= width_;
    row_->finding = fits ? std::move(both) : std::move(words);
}

void Asides::drawFreeRow(ImVec2 at) {
    const ImVec2 corner{at.x + look_.px(kAsidesPad), at.y + row_->top};
    panelHeading(painter_, corner, row_->heading, look_.colors().soft);
    const float x = at.x + wordsBegin();
    const LineFonts words = findingFonts();
    const float raise = (lineHeight(words) - look_.fonts.caption->FontSize) / 2;
    setLine(painter_, words, {x, corner.y - raise}, at.x + width_ - x, row_->finding);
    GridSpec& spec = row_->grid.spec;
    spec.at = {spec.at.x + at.x, spec.at.y + at.y};
    row_->grid.draw(painter_, scene_);
    rowLabels(painter_, spec, std::span(&row_->label, 1), row_->beside, 0);
    columnLabels(painter_, spec, row_->keys, std::nullopt);
}

/// What stands around the figure. With larger type than usual it gives way, so that the figure
/// never has less room than before: thumbnails, then what stands below the card, then the ribbon.
/// At last one scrolls to the arithmetic.
class Words {
public:
    Words(const Scene& scene, const Asides& asides, float height)
        : look_(scene.look),
          gap_(look_.px(scene.compact ? 9 : 16)),
          ribbon_(look_.px(scene.dense     ? kLabCentreNames
                           : scene.compact ? 72
                                           : 90)),
          arithmetic_(ArithmeticBox::usualHeight(scene)),
          asides_(asides.wanted()),
          margins_(2 * gap_ + focusMargins(scene)) {
        if (look_.words <= 1) return;
        figure_ = {scene.usual_centre.y - this->height() / look_.words, look_.px(kAroundCells)};
        const float most = height - figure_.with(look_.words, look_.words);
        if (this->height() > most) ribbon_ = std::min(ribbon_, look_.px(kLabCentreNames));
        if (this->height() > most) asides_ = 0;
        if (this->height() > most) ribbon_ = 0;
    }

    [[nodiscard]] float gap() const { return gap_; }
    [[nodiscard]] float ribbon() const { return ribbon_; }
    [[nodiscard]] float asides() const { return asides_; }
    [[nodiscard]] const LeastFigure& figure() const { return figure_; }

private:
    static constexpr float kLabCentreNames = 26;  ///< of a ribbon without thumbnails
    static constexpr float kAroundCells = 80;     ///< titles and labels of a figure

    [[nodiscard]] float height() const {
        return margins_ + ribbon_ + (ribbon_ > 0 ? gap_ : 0) + asides_ + arithmetic_;
    }

    const Look& look_;
    float gap_;
    float ribbon_;
    float arithmetic_;
    float asides_;
    float margins_;
    LeastFigure figure_;
};

}  // namespace

void drawLabCentre(const Scene& scene, const Rect& region) {
    // ImGui puts later windows of this kind behind earlier ones; the panels of a narrow window
    // lie over the centre.
    ImGui::BringWindowToDisplayBack(ImGui::GetCurrentWindow());
    if (scene.place().presenting) return drawPresentation(scene, region);
    const float pad = scene.look.px(22);
    Asides asides(scene, region.width() - 2 * pad);
    const Words words(scene, asides, region.height());
    const float gap = words.gap();
    Rect rest = region.inset(pad, gap);
    const Rect ribbon = rest.top(words.ribbon());
    if (words.ribbon() > 0) rest.min.y = ribbon.max.y + gap;
    const Rect card = rest.untilY(rest.max.y - words.asides());
    rest.min.y += drawFocus(scene, card, words.figure()) + gap;
    asides.draw(rest);
    // Last, since its tooltips have to know where one reads.
    if (words.ribbon() > 0) drawRibbon(scene, ribbon);
}

}  // namespace lookback
