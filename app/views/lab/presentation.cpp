#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <optional>
#include <vector>

#include "app/state/model/app_state.h"
#include "app/views/lab/lab.h"
#include "app/views/lab/mask_rules.h"
#include "app/views/lab/presented_words.h"
#include "app/views/lab/step_figures.h"
#include "app/views/lab/weight_row.h"
#include "app/views/shared/gestures.h"
#include "app/widgets/formula.h"
#include "app/widgets/tooltip.h"
#include "core/document/edit.h"

namespace lookback {
namespace {

/// Returns the gap between two figures.
float presentedGap(const Look& look) { return look.px(40); }

/// Places of the parts of a presented step; a part without height is not shown.
struct PresentedPlaces {
    Rect figure;
    Rect strip;              ///< the sentence with its arcs
    Rect arithmetic;         ///< all the room of the arithmetic
    Rect meaning;            ///< words about the cell, and at their end those about the step
    float told_height = 0;   ///< of the words about the step
    bool is_column = false;  ///< the words stand in a column beside the figure

    /// True where the meaning stands below the arithmetic: it begins where that ends.
    [[nodiscard]] bool areStacked() const { return meaning.min.x == arithmetic.min.x; }
};

/// A presented step: its arranged figures and the places of all parts.
struct PresentedLayout {
    std::vector<StageFigure> figures;
    ImVec2 size;  ///< of the figures
    PresentedPlaces places;
};

constexpr float kPresentedLayoutGap = 20;
constexpr float kWordsShare = 0.35f;  ///< of a wide window's width
constexpr float kWideFrom = 1.4f;     ///< width over height
constexpr float kStripShare = 0.24f;  ///< of the column's height
constexpr float kMoreStrip = 60;      ///< the largest further height where there is room
constexpr float kStripOfRest = 0.6f;
constexpr float kLowArithmetic = 0.58f;        ///< of the width, where the words stand side by side
constexpr float kLowStrip = 62;                ///< where it stands along the top
constexpr int kRowsOfMeaning = 2;              ///< lines below the figure
constexpr int kRowsOfTold = 1;                 ///< further lines for the words about the step
constexpr int kMeaningLines = 3;               ///< that a column keeps free below the arithmetic
constexpr int kToldLines = 2;                  ///< further lines for the words about the step
constexpr float kPresentedLayoutLowLines = 4;  ///< of all words beside the arithmetic
constexpr float kGoodDigits = 17;      ///< size of type below which fewer decimals are tried
constexpr float kEnoughDigits = 20;    ///< size of type for more than which no part is left out
constexpr float kComfortable = 1.05f;  ///< heights of cells, in heights of the type
constexpr float kTight = 0.88f;
constexpr float kTightest = 0.7f;
constexpr float kTightPad = 0.3f;
constexpr float kLeastOperand = 3;
constexpr float kLeastOperandDigits = 9;  ///< size of type of operands
constexpr float kLeastTogether = 12;      ///< size of type of several figures of a step
constexpr float kLeastPartType = 12;      ///< size of type of a part of a result
constexpr Index kLinesForArcs = 4;        ///< lines of a part that arcs are worth
constexpr float kOperandType = 0.7f;      ///< of the type of the result

/// True where the sentence has arcs in this step, or gets them.
bool hasArcs(const Scene& scene) {
    if (scene.document().n() > static_cast<Index>(kMostWeights)) return false;
    const auto weights = stepCovering(scene.steps(), MatrixId::attention_weights);
    return weights && *weights <= scene.place().step;
}

/// Returns the places with words in a column to the right of the figure.
PresentedPlaces columns(const Scene& scene, const Rect& body) {
    const Look& look = scene.look;
    const float x = std::floor(body.max.x - body.width() * kWordsShare);
    const float gap = look.px(kPresentedLayoutGap);
    const bool has_strip = hasArcs(scene);
    PresentedPlaces places{.is_column = true};
    places.figure = body.untilX(x - gap);
    places.strip = {{x, body.min.y}, {body.max.x, body.min.y}};
    if (has_strip) places.strip.max.y += std::floor(body.height() * kStripShare);
    const float line = lineHeight(sentenceFonts(look));
    places.told_height = kToldLines * line;
    const float words = kMeaningLines * line + places.told_height + gap;
    const float top = places.strip.max.y + (has_strip ? gap : 0);
    places.arithmetic = {{x, top}, {body.max.x, body.max.y - words}};
    places.meaning = {{x, body.max.y - words + gap}, body.max};
    return places;
}

/// Arrangements of the words below a figure, with or without the sentence above it.
struct Rows {
    bool has_strip = false;
    bool are_low = false;  ///< arithmetic and meaning side by side
};

PresentedPlaces below(const Scene& scene, const Rect& body, Rows wished) {
    const Look& look = scene.look;
    const float gap = look.px(kPresentedLayoutGap);
    const float line = lineHeight(sentenceFonts(look));
    const float words = (kRowsOfMeaning + kRowsOfTold) * line;
    const float end = wished.are_low ? body.max.y : body.max.y - words - gap / 2;
    const float usual = PresentedWords::usualHeight(scene);
    const float band =
        end - (wished.are_low ? std::max(usual, kPresentedLayoutLowLines * line) : usual);
    const float strip = wished.has_strip ? look.px(kLowStrip) : 0;
    const float top = body.min.y + strip + (wished.has_strip ? gap / 2 : 0);
    const auto told_lines = static_cast<float>(wished.are_low ? kToldLines : kRowsOfTold);
    PresentedPlaces places{.told_height = told_lines * line};
    places.strip = body.top(strip);
    places.figure = body.betweenY(top, band - gap / 2);
    if (wished.are_low) {
        const float middle = std::floor(body.min.x + body.width() * kLowArithmetic);
        places.arithmetic = {{body.min.x, band}, {middle, end}};
        places.meaning = {{middle + gap, band}, body.max};
    } else {
        places.arithmetic = body.betweenY(band, end);
        places.meaning = body.bottom(words);
    }
    return places;
}

/// A tried way to show the step.
struct Trial {
    std::size_t places = 0;  ///< index of the arrangement
    bool is_alone = false;   ///< only the figure in focus
    CellFit fit;
};

class Search {
public:
    Search(const Scene& scene, Painter& painter, const Rect& body)
        : scene_(scene), look_(scene.look), all_(stepFigures(scene, painter)) {
        if (all_.size() > 1) {
            alone_.push_back(stepFigure(scene, painter, stageInFocus(scene.state)));
        }
        if (body.width() > kWideFrom * body.height()) places_.push_back(columns(scene, body));
        const bool may_have_strip = hasArcs(scene);
        for (const bool are_low : {false, true}) {
            if (may_have_strip) places_.push_back(below(scene, body, {true, are_low}));
            places_.push_back(below(scene, body, {false, are_low}));
        }
    }

    PresentedLayout take() {
        Trial best = bestTrial();
        enlargeType(best);
        growCells(look_, best.fit, [&](const CellFit& fit) {
            return fits({best.places, best.is_alone, fit});
        });
        std::vector<StageFigure>& figures = figuresOf(best);
        PresentedLayout layout;
        layout.size = arrangeInRow(figures, best.fit, presentedGap(look_));
        layout.figures = std::move(figures);
        layout.places = places_[best.places];
        raiseStrip(layout);
        return layout;
    }

private:
    /// Gives arcs along the top a part of the height that is left.
    void raiseStrip(PresentedLayout& layout) const {
        PresentedPlaces& places = layout.places;
        if (places.is_column || places.strip.height() <= 0) return;
        const float left = (places.figure.height() - layout.size.y) * kStripOfRest;
        const float more = std::floor(std::min(left, look_.px(kMoreStrip)));
        places.strip.max.y += more;
        places.figure.min.y += more;
    }

    std::vector<StageFigure>& figuresOf(const Trial& trial) {
        return trial.is_alone ? alone_ : all_;
    }

    [[nodiscard]] bool fits(const Trial& trial) {
        const Rect& room = places_[trial.places].figure;
        std::vector<StageFigure>& figures = figuresOf(trial);
        for (StageFigure& figure : figures) figure.setRoom({room.width(), room.height()});
        const ImVec2 size = arrangeInRow(figures, trial.fit, presentedGap(look_));
        return size.x <= room.width() && size.y <= room.height();
    }

    /// How a figure may save room.
    struct Wish {
        bool has_colours = false;     ///< operands are colour alone
        bool has_small_mask = false;  ///< cells of the mask may be too small to hit
        bool is_stacked = false;      ///< the result is drawn below its operands
        bool is_tight = false;        ///< lines stand close together
        bool is_tightest = false;     ///< rows as low as those of coloured operands
    };

    /// Returns the trial with the largest type for these decimals; of equal ones that which shows
    /// more.
    std::optional<Trial> largest(int decimals, const Wish& wished) {
        ImFont* const smallest = smallestFont(wished);
        if (!fittingTrial(smallest, decimals, wished)) return std::nullopt;
        for (ImFont* const font : look_.fonts.digits) {
            if (font->FontSize > enoughType()) continue;
            if (font->FontSize < smallest->FontSize) break;
            if (const auto trial = fittingTrial(font, decimals, wished)) return trial;
        }
        return std::nullopt;
    }

    /// Returns the first arrangement that has room for digits in this type.
    std::optional<Trial> fittingTrial(ImFont* font, int decimals, const Wish& wished) {
        for (const bool is_alone : {false, true}) {
            if (is_alone && (alone_.empty() || !may_be_alone_)) continue;
            for (std::size_t places = 0; places < places_.size(); ++places) {
                const Trial trial{places, is_alone, least(font, decimals, wished)};
                if (fits(trial)) return trial;
            }
        }
        return std::nullopt;
    }

    [[nodiscard]] ImFont* smallestFont(const Wish& wished) const {
        const std::vector<ImFont*>& fonts = look_.fonts.digits;
        if (wished.has_colours) return fonts.back();
        const float least = look_.px(kLeastOperandDigits) * kMonoLine - 0.5f;
        const auto end = std::find_if(fonts.begin(), fonts.end(),
                                      [&](const ImFont* font) { return font->FontSize < least; });
        return end == fonts.begin() ? fonts.front() : *(end - 1);
    }

    [[nodiscard]] float enoughType() const { return look_.px(kEnoughDigits * kMonoLine) + 1; }

    /// Enlarges the type beyond `kEnoughDigits` as far as the shown parts leave room.
    void enlargeType(Trial& trial) {
        if (trial.fit.font == nullptr || trial.fit.operand > 0) return;
        for (ImFont* const font : look_.fonts.digits) {
            if (font->FontSize <= trial.fit.font->FontSize) return;
            const Trial larger{
                trial.places, trial.is_alone,
                least(font, trial.fit.decimals, {.is_stacked = trial.fit.is_stacked})};
            if (!fits(larger)) continue;
            trial = larger;
            return;
        }
    }

    /// Returns the smallest cells for this type.
    [[nodiscard]] CellFit least(ImFont* font, int decimals, const Wish& wished) const {
        const bool has_colours = wished.has_colours;
        const bool is_tightest = wished.is_tightest || (has_colours && wished.is_tight);
        const float height = is_tightest ? kTightest : wished.is_tight ? kTight : kComfortable;
        return {.font = font,
                .decimals = decimals,
                .height = std::floor(font->FontSize * height),
                .operand = has_colours ? look_.px(kLeastOperand) : 0,
                .operand_font = operandFont(font),
                .has_small_mask = wished.has_small_mask,
                .is_brief = has_colours || wished.is_tight,
                .is_stacked = wished.is_stacked,
                .gap = has_colours || wished.is_tight ? 1 : look_.px(2),
                .pad = kTightPad};
    }

    /// Returns the type of operands beside a result in this type: smaller, but never too small to
    /// be read.
    [[nodiscard]] ImFont* operandFont(ImFont* of_result) const {
        const float wished =
            std::max(of_result->FontSize * kOperandType, look_.px(kLeastOperandDigits) * kMonoLine);
        ImFont* smallest = of_result;
        for (ImFont* const font : look_.fonts.digits) {
            if (font->FontSize < wished - 0.5f) break;
            if (font->FontSize < smallest->FontSize) smallest = font;
        }
        return smallest;
    }

    /// Returns the best trial: decimals are dropped one by one while the digits are small. Operands
    /// lose their digits only if nothing else fits, and then the last two decimals, too.
    Trial bestTrial() {
        std::optional<Trial> best;
        const int wanted = scene_.decimals;
        const float good = look_.px(kGoodDigits * kMonoLine);
        const auto best_of = [&](std::initializer_list<Wish> wishes) {
            for (const Wish& wish : wishes) {
                for (int decimals = wanted; decimals >= std::min(wanted, 2); --decimals) {
                    const std::optional<Trial> trial = largest(decimals, wish);
                    if (!trial) continue;
                    const float size = trial->fit.font->FontSize;
                    if (!best || size > best->fit.font->FontSize) best = trial;
                    if (size >= good) return;
                }
            }
        };
        // Keys and values appear together as long as their digits are large enough.
        if (!alone_.empty()) {
            may_be_alone_ = false;
            best_of({{}, {.is_stacked = true}, {.is_tight = true}});
            may_be_alone_ = true;
            const float least = look_.px(kLeastTogether * kMonoLine) - 0.5f;
            if (best && best->fit.font->FontSize >= least) return *best;
            best.reset();
        }
        best_of(
            {{}, {.is_stacked = true}, {.is_tight = true}, {.is_stacked = true, .is_tight = true}});
        if (!best) best = largestPart();
        if (!best) best_of({{.is_tight = true, .is_tightest = true}});
        if (!best) best_of({{.has_colours = true}, {.has_colours = true, .is_tight = true}});
        if (!best)
            best_of({{.has_colours = true, .has_small_mask = true},
                     {.has_colours = true, .has_small_mask = true, .is_tight = true}});
        for (int decimals = std::min(wanted, 1); !best && decimals >= leastDecimals(scene_);
             --decimals) {
            best =
                largest(decimals, {.has_colours = true, .has_small_mask = true, .is_tight = true});
        }
        return best ? *best : colours();
    }

    /// Returns the trial that shows the largest part of the figure in focus around its cell in
    /// focus.
    std::optional<Trial> largestPart() {
        std::vector<StageFigure>& figures = alone_.empty() ? all_ : alone_;
        if (!mayBeParts(figures)) return std::nullopt;
        const std::vector<ImFont*>& fonts = look_.fonts.digits;
        const float least_type = look_.px(kLeastPartType) * kMonoLine - 0.5f;
        const auto smaller = std::find_if(fonts.begin(), fonts.end(), [&](const ImFont* font) {
            return font->FontSize < least_type;
        });
        ImFont* const font = smaller == fonts.begin() ? fonts.front() : *(smaller - 1);
        std::optional<Trial> best;
        Index most = 0;
        const auto show = [&](const Trial& trial) {
            return showLargestPart(figures, [&] { return fits(trial); });
        };
        for (std::size_t places = 0; places < places_.size(); ++places) {
            for (const bool is_stacked : {false, true}) {
                const Wish wish{.is_stacked = is_stacked, .is_tight = true};
                const Trial trial{places, !alone_.empty(),
                                  least(font, std::min(scene_.decimals, 2), wish)};
                Index rank = show(trial);
                if (rank > 0 && places_[places].strip.height() > 0) rank += kLinesForArcs;
                if (rank <= most) continue;
                most = rank;
                best = trial;
            }
        }
        if (best) {
            show(*best);
        } else {
            showWhole(figures);
        }
        return best;
    }

    /// Returns the trial with colours alone, if no digits fit.
    Trial colours() {
        Trial trial{places_.size() - 1, !alone_.empty(), {}};
        for (const CellFit& fit : colourFits(look_, scene_.decimals)) {
            trial.fit = fit;
            if (fits(trial)) break;
        }
        return trial;
    }

    const Scene& scene_;
    const Look& look_;
    std::vector<StageFigure> all_;
    std::vector<StageFigure> alone_;  ///< the figure in focus; empty if it is the only one
    bool may_be_alone_ = true;        ///< the figure in focus may be shown without the others
    std::vector<PresentedPlaces> places_;
};

/// Tries every arrangement and returns that with the largest digits of the result; of equal ones
/// that which shows more. It depends on shapes, decimals and the window, not on values.
/// @param body all of the window below the header
PresentedLayout layOutPresented(const Scene& scene, Painter& painter, const Rect& body) {
    return Search(scene, painter, body).take();
}

constexpr float kPresentationPad = 28;
constexpr float kTop = 16;
constexpr float kBelowHeader = 10;

class Presentation {
public:
    Presentation(const Scene& scene, const Rect& region)
        : scene_(scene),
          look_(scene.look),
          painter_(scene.look),
          region_(region),
          left_(region.min.x + look_.px(kPresentationPad)),
          right_(region.max.x - look_.px(kPresentationPad)) {}

    void draw() {
        const float top = drawHeader();
        const Rect body{{left_, top}, {right_, region_.max.y - look_.px(4)}};
        PresentedLayout layout = layOutPresented(scene_, painter_, body);
        const PresentedPlaces& places = layout.places;
        turnWheel(scene_, areCut(layout.figures));
        moveParts(scene_, layout.figures, places.figure);
        const Rect& room = places.figure;
        const ImVec2 at{std::floor(room.center().x - layout.size.x / 2),
                        std::floor(room.center().y - layout.size.y / 2)};
        // Tooltips of the figure avoid all that is marked as read before it is drawn.
        drawWords(places);
        for (const Rect& read : {region_.untilY(top), places.strip}) keepInSight(look_, read);
        drawInRow(scene_, layout.figures, at, presentedGap(look_));
        if (places.strip.height() > 0) drawSentenceArcs(scene_, painter_, places.strip);
    }

private:
    /// Draws the header: name, formula, and the line about the step or the rules of the mask.
    /// @return the y at which it ends
    float drawHeader() {
        const float y = region_.min.y + look_.px(kTop);
        const float height = look_.fonts.title->FontSize;
        const LineFonts fonts{look_.fonts.formula, look_.fonts.formula, look_.fonts.raised};
        const MatrixId shown = stageInFocus(scene_.state);
        const Rect room = drawStepHeader(scene_, painter_, shown, {{left_, y}, right_, fonts});
        if (!drawRules(room)) drawStepLine(scene_, painter_, shown, room);
        return y + height + look_.px(kBelowHeader);
    }

    /// Draws the rules of the mask with steppers, or only their names where those do not fit.
    /// @return false where the step shows no mask, or the title says that there is none
    bool drawRules(const Rect& room) {
        if (!isMasked(scene_.document())) return false;
        using Detail = MaskRules::Detail;
        const auto draw = [&](Detail detail) {
            return MaskRules(scene_, painter_, room.width(), detail).drawInLine(room);
        };
        return draw(Detail::steppers) || draw(Detail::names);
    }

    void drawWords(const PresentedPlaces& places) {
        PresentedWords words(scene_, painter_);
        words.fit(places.arithmetic.width(), places.arithmetic.height(), places.is_column);
        const float height = words.drawArithmetic(places.arithmetic.min);
        Rect room = places.meaning;
        if (places.areStacked()) room.min.y = places.arithmetic.min.y + height + look_.px(12);
        words.drawMeaning(room, places.told_height);
    }

    const Scene& scene_;
    const Look& look_;
    Painter painter_;
    Rect region_;
    float left_;
    float right_;
};

}  // namespace

void drawPresentation(const Scene& scene, const Rect& region) {
    Presentation(scene, region).draw();
}

}  // namespace lookback
