#include "app/views/lab/presented_layout.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "app/views/lab/presented_words.h"
#include "app/views/lab/weight_row.h"
#include "app/widgets/formula.h"

namespace lookback {
namespace {

constexpr float kPresentedLayoutGap = 20;
constexpr float kWordsShare = 0.35f;  ///< of a wide window's width
constexpr float kWideFrom = 1.4f;     ///< width over height
constexpr float kStripShare = 0.24f;  ///< of the column's height
constexpr float kMoreStrip = 60;      ///< and so much more where there is room
constexpr float kStripOfRest = 0.6f;
constexpr float kLowArithmetic = 0.58f;        ///< of the width, where the words stand side by side
constexpr float kLowStrip = 62;                ///< where it stands along the top
constexpr int kRowsOfMeaning = 2;              ///< lines below the figure
constexpr int kRowsOfTold = 1;                 ///< and so many more for what is told of the step
constexpr int kMeaningLines = 3;               ///< that a column keeps free below the arithmetic
constexpr int kToldLines = 2;                  ///< and so many more for what is told of the step
constexpr float kPresentedLayoutLowLines = 4;  ///< of both, where they stand beside the arithmetic
constexpr float kGoodDigits = 17;      ///< size of type: with less, fewer decimals are tried
constexpr float kEnoughDigits = 20;    ///< nothing gives way for more
constexpr float kComfortable = 1.05f;  ///< heights of cells, in heights of the type
constexpr float kTight = 0.88f;
constexpr float kTightest = 0.7f;
constexpr float kTightPad = 0.3f;
constexpr float kLeastOperand = 3;

/// Words in a column to the right, the figure to their left.
PresentedPlaces columns(const Scene& scene, const Rect& body) {
    const Look& look = scene.look;
    const float x = std::floor(body.max.x - body.width() * kWordsShare);
    const float gap = look.px(kPresentedLayoutGap);
    const bool has_strip = scene.document().n() <= static_cast<Index>(kMostWeights);
    PresentedPlaces places{.is_column = true};
    places.figure = {body.min, {x - gap, body.max.y}};
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

/// How words stand below a figure, and whether the sentence stands above it.
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
    places.strip = {body.min, {body.max.x, body.min.y + strip}};
    places.figure = {{body.min.x, top}, {body.max.x, band - gap / 2}};
    if (wished.are_low) {
        const float middle = std::floor(body.min.x + body.width() * kLowArithmetic);
        places.arithmetic = {{body.min.x, band}, {middle, end}};
        places.meaning = {{middle + gap, band}, body.max};
    } else {
        places.arithmetic = {{body.min.x, band}, {body.max.x, end}};
        places.meaning = {{body.min.x, body.max.y - words}, body.max};
    }
    return places;
}

/// One way to show the step.
struct Trial {
    std::size_t places = 0;  ///< which of the arrangements
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
        const bool may_have_strip = scene.document().n() <= static_cast<Index>(kMostWeights);
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
    /// Arcs along the top take of the height that nothing else does.
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
        const ImVec2 size = arrangeInRow(figuresOf(trial), trial.fit, presentedGap(look_));
        const Rect& room = places_[trial.places].figure;
        return size.x <= room.width() && size.y <= room.height();
    }

    /// The largest type for these decimals; of equal ones the trial that shows more.
    std::optional<Trial> largest(int decimals, bool is_tight) {
        for (ImFont* const font : look_.fonts.digits) {
            if (font->FontSize > enoughType()) continue;
            for (const bool has_colours : {false, true}) {
                for (const bool is_alone : {false, true}) {
                    if (is_alone && alone_.empty()) continue;
                    for (std::size_t places = 0; places < places_.size(); ++places) {
                        Trial trial{places, is_alone, least(font, decimals, has_colours, is_tight)};
                        if (fits(trial)) return trial;
                    }
                }
            }
        }
        return std::nullopt;
    }

    [[nodiscard]] float enoughType() const { return look_.px(kEnoughDigits * kMonoLine) + 1; }

    /// More than enough, where all that is shown leaves room for it.
    void enlargeType(Trial& trial) {
        if (trial.fit.font == nullptr || trial.fit.operand > 0) return;
        for (ImFont* const font : look_.fonts.digits) {
            if (font->FontSize <= trial.fit.font->FontSize) return;
            const Trial larger{trial.places, trial.is_alone,
                               least(font, trial.fit.decimals, false, false)};
            if (!fits(larger)) continue;
            trial = larger;
            return;
        }
    }

    /// The smallest cells for this type.
    [[nodiscard]] CellFit least(ImFont* font, int decimals, bool has_colours, bool is_tight) const {
        const float height = !is_tight ? kComfortable : has_colours ? kTightest : kTight;
        return {.font = font,
                .decimals = decimals,
                .height = std::floor(font->FontSize * height),
                .operand = has_colours ? look_.px(kLeastOperand) : 0,
                .is_brief = has_colours,
                .gap = has_colours ? 1 : look_.px(2),
                .pad = kTightPad};
    }

    /// Decimals go one by one while the digits are small; the last two only for want of room.
    Trial bestTrial() {
        std::optional<Trial> best;
        const int wanted = scene_.preferences().decimals;
        const float good = look_.px(kGoodDigits * kMonoLine);
        for (const bool is_tight : {false, true}) {
            for (int decimals = wanted; decimals >= std::min(wanted, 2); --decimals) {
                const std::optional<Trial> trial = largest(decimals, is_tight);
                if (!trial) continue;
                const float size = trial->fit.font->FontSize;
                if (!best || size > best->fit.font->FontSize) best = trial;
                if (size >= good) return *best;
            }
        }
        for (int decimals = std::min(wanted, 1); !best && decimals >= leastDecimals(scene_);
             --decimals) {
            best = largest(decimals, true);
        }
        return best ? *best : colours();
    }

    /// Where no digits fit at all.
    Trial colours() {
        Trial trial{places_.size() - 1, !alone_.empty(), {}};
        for (const CellFit& fit : colourFits(look_, scene_.preferences().decimals)) {
            trial.fit = fit;
            if (fits(trial)) break;
        }
        return trial;
    }

    const Scene& scene_;
    const Look& look_;
    std::vector<StageFigure> all_;
    std::vector<StageFigure> alone_;  ///< the figure in focus; empty where there is but one
    std::vector<PresentedPlaces> places_;
};

}  // namespace

float presentedGap(const Look& look) { return look.px(40); }

PresentedLayout layOutPresented(const Scene& scene, Painter& painter, const Rect& body) {
    return Search(scene, painter, body).take();
}

}  // namespace lookback
