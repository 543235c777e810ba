#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/look/painter.h"
#include "app/state/model/app_state.h"
#include "app/state/model/shown_quantity.h"
#include "app/views/lab/arithmetic_box.h"
#include "app/views/lab/code_card.h"
#include "app/views/lab/lab.h"
#include "app/views/lab/narration.h"
#include "app/views/shared/hidden_box.h"
#include "app/views/shared/scene.h"
#include "app/views/shared/stage_grid.h"
#include "app/widgets/formula.h"
#include "app/widgets/grid_labels.h"
#include "core/base/text.h"
#include "core/explain/text_line.h"
#include "core/words/say.h"
#include "imgui_internal.h"
#include "messages/explain.h"
#include "messages/lab.h"

namespace lookback {
namespace {

/// The parts below the focus: the row without its mask, the words about the step and, where they
/// fit, the notes of the lesson about its own numbers; or the code of the step, and where there is
/// room below it the words. Each is laid out once, for measuring and for drawing.
class Asides {
public:
    Asides(const Scene& scene, float width);

    /// Returns the height to be kept for these parts; 0 where they get the rest of the focus.
    [[nodiscard]] float wanted() const;

    /// Returns the height without which nothing below the focus is shown; 0 but for the code.
    [[nodiscard]] float least() const { return code_ ? code_->least() + gap() : 0; }

    /// Returns the part of `wanted` that digits of operands may take: that of the row, or of all
    /// code but the lines of one stage.
    [[nodiscard]] float spare() const;
    /// Returns in how many shares that part is given up: the code scrolls, the row does not.
    [[nodiscard]] int shares() const { return code_ ? kCodeShares : 1; }

    void draw(const Rect& region);

private:
    static constexpr int kCodeShares = 4;

    /// True where the lesson hides the row, or the place of it.
    [[nodiscard]] bool isRowHidden() const {
        const LessonHiding& hiding = scene_.state.lesson.hiding;
        return hiding.things.has(LessonPanel::unmasked_row) ||
               hiding.hides(
                   scene_.document(),
                   {.id = MatrixId::attention_weights, .row = row(), .head = scene_.place().head});
    }
    void drawHiddenRow(ImVec2 at);
    /// A row of weights as it would be without the mask, or as it was, in a card: a column where
    /// columns are queries.
    struct FreeRow {
        StageGrid grid;  ///< relative to the card's corner
        std::string heading{};
        std::string label{};
        std::vector<std::string> keys{};  ///< labels of the cells
        TextLine finding{};
        float beside = 0;  ///< width of the labels to the left of the cells
        ImVec2 words;      ///< top left corner of the heading
        float height = 0;  ///< height of the card
    };
    [[nodiscard]] Index row() const;
    /// @param other document that has the row
    void setFreeRow(const Variant& other);
    void tellChange(TextLine words);
    [[nodiscard]] std::string headingOf() const;
    [[nodiscard]] LineFonts findingFonts() const;
    [[nodiscard]] float findingBegins() const;
    void drawFreeRow(ImVec2 at);
    [[nodiscard]] float gap() const;
    [[nodiscard]] bool givesWay() const;

    const Scene& scene_;
    const Look& look_;
    Painter painter_;
    float width_;
    std::optional<CodeCard> code_;
    std::optional<FreeRow> row_;
    bool is_row_shown_ = false;       ///< false: the place of the row is empty
    bool is_row_before_ = false;      ///< the row is that before the latest act
    std::optional<Narration> words_;  ///< none: the header shows the words
};

constexpr float kAsidesPad = 22;
constexpr float kAsidesSecondRow = 13;    ///< of labels that alternate between two rows
constexpr Index kAsidesLongSentence = 8;  ///< the digits of longer sentences need all the room
constexpr float kAsidesLongArithmetic = 26;
constexpr float kAsidesTallest = 150;  ///< height of the cells of a column
constexpr float kAsidesBesideIt = 28;  ///< gap between a column and the words beside it
constexpr float kAsidesBelowHeading = 22;
constexpr int kAsidesLowLines = 2;  ///< of words in a low window, ...
constexpr int kFewLines = 1;        ///< ... and where the row or the digits need the room

/// Returns words about the share of a row's weight that the mask takes from masked tokens.
Message findingOf(const MatrixView& mask, const MatrixView& free, Index row, SoftmaxOver softmax) {
    double taken = 0;
    bool all_later = true;
    bool is_empty = true;
    for (Index key = 0; key < mask.cols(); ++key) {
        if (mask(row, key) != 0) {
            is_empty = false;
            continue;
        }
        taken += free(row, key);
        all_later = all_later && key > row;
    }
    using Said = say::explain::MaskTakes;
    if (is_empty) return say::explain::MaskBlocksRow{};
    if (softmax == SoftmaxOver::columns) return say::explain::MaskChangesColumns{};
    if (taken == 0) return say::explain::MaskTakesNothing{};
    return Said{.share = Share{taken},
                .which = all_later ? Said::Which::later : Said::Which::other};
}

bool makesWeights(const Scene& scene) {
    return scene.step().results.front() == MatrixId::attention_weights;
}

Asides::Asides(const Scene& scene, float width)
    : scene_(scene), look_(scene.look), painter_(scene.look), width_(width) {
    if (!tellsInHeader(scene)) {
        words_.emplace(
            scene, painter_, width, toldOf(scene.state),
            makesWeights(scene) || scene.density >= Density::dense ? kFewLines : kAsidesLowLines);
    }
    if (scene.preferences().shows_code) {
        code_.emplace(scene, painter_, width);
        return;
    }
    if (makesWeights(scene) && scene.document().n() > 0) {
        const Variant* const unmasked = scene.state.unmasked.of(scene.shown());
        // While nothing is masked, the place shows the row before the latest act, which may have
        // removed the mask; it is kept, so that masking moves nothing.
        const Variant* const before = unmasked == nullptr ? scene.state.before.shown() : nullptr;
        const Variant* const other = unmasked != nullptr ? unmasked : before;
        is_row_shown_ = other != nullptr &&
                        isShown(scene.state, {.id = MatrixId::attention_weights, .row = row()});
        is_row_before_ = before != nullptr;
        if (other != nullptr || !scene.shown().blocksSome()) {
            setFreeRow(other != nullptr ? *other : scene.shown());
        }
    }
}

float Asides::gap() const { return look_.px(scene_.compact ? 9 : 14); }

bool Asides::givesWay() const {
    return scene_.density >= Density::crowded || scene_.document().n() > kAsidesLongSentence;
}

/// Where digits need every pixel, no height is kept for the row, but always for the words.
float Asides::wanted() const {
    if (code_) return (scene_.density >= Density::dense ? code_->least() : code_->wanted()) + gap();
    float height = words_ ? words_->height() + gap() : 0;
    if (row_ && !givesWay()) height += row_->height + gap();
    return height;
}

float Asides::spare() const {
    if (code_) return wanted() - least();
    return row_ && !givesWay() ? row_->height + gap() : 0;
}

void Asides::draw(const Rect& region) {
    float y = region.min.y;
    if (code_) y += code_->draw(region) + gap();
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
    // In a low window digits may use the room of the row. A further line in the arithmetic of some
    // cells does not change that.
    const float spare = look_.px(givesWay() ? 0 : kAsidesLongArithmetic);
    const bool has_place =
        row_ && ((!givesWay() && !scene_.compact) || has_room(row_->height + words - spare));
    if (has_place && isRowHidden()) {
        place(row_->height, true, [this](ImVec2 at) { drawHiddenRow(at); });
    } else if (has_place && is_row_shown_) {
        place(row_->height, true, [this](ImVec2 at) { drawFreeRow(at); });
    } else if (has_place && !givesWay()) {
        y += row_->height + gap();
    }
    if (words_ && (!code_ || has_room(words_->height()))) {
        place(words_->height(), words_->isCard(), [this](ImVec2 at) { words_->draw(at); });
    }
}

/// Returns the row of the cell in focus.
Index Asides::row() const {
    const auto focus = focusedTarget(scene_.state);
    return focus ? focus->cell.row : scene_.token();
}

/// Sets the row of the cell in focus, as `other` has it.
void Asides::setFreeRow(const Variant& other) {
    const Index row = this->row();
    const MatrixView weights = other.matrix(MatrixId::attention_weights, scene_.place().head);
    row_.emplace(FreeRow{StageGrid(scene_, MatrixId::attention_weights)});
    row_->heading = headingOf();
    row_->label = scene_.labels()[static_cast<std::size_t>(row)];

    GridSpec& spec = row_->grid.spec;
    spec.values = weights.row(row);
    spec.mask.reset();
    spec.newest_cell.reset();
    spec.lifted.reset();
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

    const float label = spec.transposed ? widestLabel(painter_, row_->keys)
                                        : painter_.width(look_.fonts.strong_small, row_->label);
    row_->beside = std::min(std::ceil(label) + 1, look_.px(90));
    const float room = width_ - look_.px(2 * kAsidesPad + 8) - row_->beside;
    const auto cells = static_cast<float>(spec.values.cols());
    const std::array fonts{look_.fonts.mono, look_.fonts.mono_small};
    row_->grid.resize(
        bestFit(cellFits(look_, fonts, scene_.preferences().decimals), [&](const CellFit& fit) {
            return spec.transposed ? cells * (fit.height + fit.gap) <= look_.px(kAsidesTallest)
                                   : cells * (fit.width(row_->grid.room()) + fit.gap) <= room;
        }));

    const float pad = look_.px(scene_.compact ? 8 : 14);
    row_->words = {look_.px(kAsidesPad), pad};
    spec.at = {look_.px(kAsidesPad) + row_->beside + look_.px(8), pad};
    if (spec.transposed) {
        const float name = painter_.width(look_.fonts.strong_small, row_->label);
        spec.at.y += columnLabelsHeight(look_, spec, name);
        row_->words.x = gridRect(spec).max.x + look_.px(kAsidesBesideIt);
    } else {
        const bool has_two_rows =
            columnLabelRows(look_, spec, widestLabel(painter_, row_->keys)) == 2;
        spec.at.y += look_.px((scene_.compact ? 36 : 44) + (has_two_rows ? kAsidesSecondRow : 0));
    }
    row_->height = gridRect(spec).max.y + pad;
    if (!is_row_before_) {
        row_->finding = scene_.wording().line(findingOf(
            scene_.trace().view(MatrixId::mask), weights, row, scene_.document().masking.softmax));
    }
    // The sentence about the last edit is left out beside the row without the mask.
    if (is_row_before_) tellChange(weightsThatMoved(scene_, row));
}

std::string Asides::headingOf() const {
    if (!is_row_before_) return scene_.said(say::lab::RowUnmasked{});
    using Room = say::lab::RowBefore::Room;
    return scene_.said(say::lab::RowBefore{.room = scene_.compact ? Room::narrow : Room::other});
}

LineFonts Asides::findingFonts() const { return smallSentenceFonts(look_); }

/// Returns the x in the card at which the finding begins: beside the heading, or below it where
/// both stand beside a column.
float Asides::findingBegins() const {
    if (row_->grid.spec.transposed) return row_->words.x;
    return row_->words.x + painter_.width(look_.fonts.caption, row_->heading) +
           look_.px(scene_.compact ? 16 : 28);
}

/// Puts words about the change of the row by the latest act before the other words, which are
/// shown where they fit.
void Asides::tellChange(TextLine words) {
    if (words.empty()) return;
    TextLine both = words;
    if (!row_->finding.empty()) both.push_back({" "});
    both.insert(both.end(), row_->finding.begin(), row_->finding.end());
    const float wide = measuredLine(painter_, findingFonts(), FLT_MAX, both).width;
    const bool fits = findingBegins() + wide + look_.px(kAsidesPad) <= width_;
    row_->finding = fits ? std::move(both) : std::move(words);
}

void Asides::drawHiddenRow(ImVec2 at) {
    const ImVec2 corner{at.x + row_->words.x, at.y + row_->words.y};
    panelHeading(painter_, corner, row_->heading, look_.colors().soft);
    const float below = look_.px(kAsidesBelowHeading);
    drawHiddenBox(scene_, painter_, {at.x + look_.px(kAsidesPad), corner.y + below},
                  width_ - 2 * look_.px(kAsidesPad), hiddenByLesson(scene_.state));
}

void Asides::drawFreeRow(ImVec2 at) {
    GridSpec& spec = row_->grid.spec;
    const ImVec2 corner{at.x + row_->words.x, at.y + row_->words.y};
    panelHeading(painter_, corner, row_->heading, look_.colors().soft);
    const float x = at.x + findingBegins();
    const LineFonts words = findingFonts();
    const float raise = (lineHeight(words) - look_.fonts.caption->FontSize) / 2;
    const float y = corner.y + (spec.transposed ? look_.px(kAsidesBelowHeading) : -raise);
    setLine(painter_, words, {x, y}, at.x + width_ - x, row_->finding);
    spec.at = {spec.at.x + at.x, spec.at.y + at.y};
    spec.decimals = std::min(spec.decimals, shownDecimals(scene_));
    row_->grid.draw(painter_, scene_);
    const std::span<const std::string> query(&row_->label, 1);
    const std::span<const std::string> keys = row_->keys;
    if (spec.transposed) {
        rowLabels(painter_, spec, keys, row_->beside, std::nullopt, {}, Asks::key);
        columnLabels(painter_, spec, query, 0, {}, Asks::query);
    } else {
        rowLabels(painter_, spec, query, row_->beside, 0);
        columnLabels(painter_, spec, keys, std::nullopt);
    }
}

/// The parts around the figure. With type larger than usual some are left out, so that the figure
/// never has less room: the thumbnails, then the parts below the card, then the ribbon. With still
/// larger type the arithmetic is reached by scrolling.
class Words {
public:
    Words(const Scene& scene, const Asides& asides, float height)
        : look_(scene.look),
          gap_(look_.px(scene.compact ? 9 : 16)),
          ribbon_(look_.px(scene.density >= Density::dense ? kLabCentreNames
                           : scene.compact                 ? 72
                                                           : 90)),
          arithmetic_(ArithmeticBox::usualHeight(scene)),
          asides_(asides.wanted()),
          margins_(2 * gap_ + focusMargins(scene)) {
        figure_.spare = asides.spare();
        figure_.shares = asides.shares();
        if (look_.words <= 1) return;
        figure_.usual = scene.usual_centre.y - this->height() / look_.words;
        figure_.around = look_.px(kAroundCells);
        const float most = height - figure_.with(look_.words, look_.words);
        if (this->height() > most) ribbon_ = std::min(ribbon_, look_.px(kLabCentreNames));
        if (this->height() > most) asides_ = asides.least();
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

void drawLabCentre(const Scene& whole, const Rect& region) {
    Scene scene = whole;
    scene.compact = whole.compact || whole.density >= Density::crowded;
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
    // Last, since its tooltips must avoid the areas that the other parts mark as read.
    if (words.ribbon() <= 0) return;
    if (!scene.state.lesson.hiding.things.has(LessonPanel::ribbon)) {
        return drawRibbon(scene, ribbon);
    }
    Painter painter(scene.look);
    drawHiddenBox(scene, painter, ribbon.min, ribbon.width(), hiddenByLesson(scene.state));
}

}  // namespace lookback
