#include <algorithm>
#include <cfloat>
#include <cmath>

#include "app/state/model/app_state.h"
#include "app/views/lab/arithmetic_box.h"
#include "app/views/lab/figure_part.h"
#include "app/views/lab/lab.h"
#include "app/views/lab/mask_rules.h"
#include "app/views/lab/narration.h"
#include "app/views/lab/step_figures.h"
#include "app/views/shared/gestures.h"
#include "app/views/shared/layout.h"
#include "app/widgets/grid_labels.h"
#include "core/document/edit.h"
#include "core/engine/stages.h"
#include "core/explain/in_conventions.h"
#include "core/words/formula_words.h"
#include "core/words/say.h"

namespace lookback {
namespace {

constexpr float kFocusPad = 22;
constexpr float kHeader = 66;
constexpr float kHeaderCompact = 52;
constexpr float kLeastFigure = 100;         ///< height below which the card scrolls
constexpr float kScrolledFigure = 190;      ///< height in a card that scrolls: room for digits
constexpr float kFocusLongArithmetic = 18;  ///< further height of the arithmetic of some cells
constexpr int kFewDecimals = 2;
constexpr float kFocusLegend = 200;  ///< width of the legend below the formula
constexpr float kFocusBetween = 48;  ///< between two figures

float headerHeight(const Scene& scene) {
    return scene.look.px(scene.compact ? kHeaderCompact : kHeader);
}

class FocusCard {
public:
    FocusCard(const Scene& scene, const Rect& region, const LeastFigure& figure)
        : scene_(scene),
          look_(scene.look),
          painter_(scene.look),
          region_(region),
          left_(region.min.x + look_.px(kFocusPad)),
          right_(region.max.x - look_.px(kFocusPad)),
          least_figure_(figure),
          shown_(stageInFocus(scene.state)),
          rules_(scene, painter_, right_ - left_),
          rules_in_header_(scene, painter_, right_ - left_ - look_.px(kFocusLegend)),
          arithmetic_(scene, painter_, explainedTarget(scene.state), right_ - left_) {}

    float draw() {
        const float above = headerHeight(scene_);
        std::vector<StageFigure> figures = stepFigures(scene_, painter_);
        has_rules_in_header_ = mayHaveRulesInHeader(figures);
        const float rules = has_rules_in_header_ ? 0 : rules_.height();
        const float header = above + rules;
        const float margins = focusMargins(scene_) + rules;
        const float room = std::max(region_.height() - margins - arithmetic_.reservedHeight(),
                                    least_figure_.with(look_.words, look_.words));
        const ImVec2 size = arrange(figures, std::max(room, figures.front().leastHeight()));
        const float height = std::floor(margins + size.y + arithmetic_.height());
        painter_.card(region_.top(height));
        drawHeader(figures);
        if (!has_rules_in_header_) rules_.draw({left_, region_.min.y + above});
        turnWheel(scene_, areCut(figures));
        moveParts(scene_, figures,
                  {{left_, region_.min.y + header}, {right_, region_.min.y + header + size.y}});
        const ImVec2 below{left_, region_.min.y + header + size.y + look_.px(8)};
        keepInSight(look_, {below, {right_, below.y + arithmetic_.height()}});
        const float x = left_ + std::max(0.0f, (right_ - left_ - size.x) / 2);
        // Matrices that move in from another step are clipped by the card.
        const bool moves = scene_.motion.isOn();
        const ImVec2 end{region_.max.x, region_.min.y + height};
        if (moves) painter_.list().PushClipRect(region_.min, end, true);
        drawInRow(scene_, figures, {x, region_.min.y + header}, look_.px(kFocusBetween));
        if (moves) painter_.list().PopClipRect();
        arithmetic_.draw(below);
        ImGui::SetCursorScreenPos(region_.min);
        ImGui::Dummy({1, height});
        return height;
    }

private:
    [[nodiscard]] float usefulHeight(float room) const {
        return room < look_.px(kLeastFigure) ? look_.px(kScrolledFigure) : room;
    }

    /// Returns the room of the figure for words of another size, in pixels of the present type.
    [[nodiscard]] ImVec2 figureRoom(float words, float height) const {
        const float now = look_.words;
        const float least = least_figure_.with(words, now);
        if (words == now)
            return {right_ - left_, usefulHeight(now > 1 ? std::min(height, least) : height)};
        const CellsToShow cells = cellsToShow(scene_.document(), scene_.place().pane.span);
        const auto width = [&](float of) {
            return centreWidth(look_, of, ImGui::GetIO().DisplaySize, cells) * now / of;
        };
        return {right_ - left_ + width(words) - width(now), usefulHeight(least)};
    }

    /// What counts of a fit where the parts below the card give up room for it: whether all
    /// matrices have digits, and some decimals; where room is given up in shares, also the type.
    struct Digits {
        bool is_whole = false;
        bool has_operands = false;
        int decimals = 0;
        float type = 0;

        bool operator==(const Digits&) const = default;
    };
    /// Type from which larger type needs no further room, in pixels.
    [[nodiscard]] float usefulType() const {
        return least_figure_.shares > 1 ? look_.fonts.mono->FontSize : 0;
    }
    [[nodiscard]] Digits digitsOf(const CellFit& fit,
                                  const std::vector<StageFigure>& figures) const {
        if (fit.font == nullptr) return {.is_whole = !areParts(figures)};
        return {.is_whole = !areParts(figures),
                .has_operands = fit.operand == 0,
                .decimals = std::min({fit.decimals, scene_.decimals, kFewDecimals}),
                .type = std::min(fit.font->FontSize, usefulType())};
    }

    /// Returns the part of the spare height that a figure takes: all where it lacks digits, or the
    /// fewest shares with which it is as good as with all. @param try_height returns its digits
    template <class TryHeight>
    [[nodiscard]] float takenOfSpare(const Digits& now, const TryHeight& try_height) const {
        const float spare = least_figure_.spare;
        const int shares = least_figure_.shares;
        if (spare <= 0 ||
            now == Digits{true, true, std::min(scene_.decimals, kFewDecimals), usefulType()}) {
            return 0;
        }
        if (shares == 1) return spare;
        const Digits most = try_height(spare);
        if (now == most) return 0;
        for (int k = 1; k < shares; ++k) {
            const float part = spare * static_cast<float>(k) / static_cast<float>(shares);
            if (try_height(part) == most) return part;
        }
        return spare;
    }

    /// Chooses the size of cells and enlarges them to fill the room. Where operands would have no
    /// digits, or few decimals, the parts below the card give up some of theirs.
    ImVec2 arrange(std::vector<StageFigure>& figures, float height) {
        const float gap = look_.px(kFocusBetween);
        const auto choose = [&](float high) {
            return chooseCells(scene_, painter_, figures, gap,
                               [&, high](float words) { return figureRoom(words, high); });
        };
        CellFit fit = choose(height);
        const auto try_height = [&](float more) {
            return digitsOf(fit = choose(height + more), figures);
        };
        const Digits now = digitsOf(fit, figures);
        if (const float more = takenOfSpare(now, try_height);
            more > 0 || least_figure_.shares > 1) {
            height += more;
            fit = choose(height);
        }
        const auto total = [&](const CellFit& tried) { return arrangeInRow(figures, tried, gap); };
        const ImVec2 room{right_ - left_, height - look_.px(kFocusLongArithmetic)};
        for (StageFigure& figure : figures) figure.setRoom(room);
        // In a narrow window the operands' titles are their symbols.
        if (total(fit).x > room.x) fit.is_brief = true;
        growCells(look_, fit, [&](const CellFit& tried) {
            const ImVec2 size = total(tried);
            return size.x <= room.x && size.y <= room.y;
        });
        return total(fit);
    }

    /// True where the rules of the mask are drawn in the line below the title: digits need the
    /// height of a line of their own, and the rules are one line without steppers.
    [[nodiscard]] bool mayHaveRulesInHeader(const std::vector<StageFigure>& figures) const {
        return scene_.density >= Density::dense && rules_in_header_.isPlainLine() &&
               !tellsInHeader(scene_) && !areCut(figures);
    }

    void drawHeader(const std::vector<StageFigure>& figures) {
        const float y = region_.min.y + look_.px(scene_.compact ? 9 : 14);
        const float height = look_.fonts.title->FontSize;
        const LineFonts fonts{look_.fonts.formula_small, look_.fonts.formula_small,
                              look_.fonts.mono};
        const Rect room = drawStepHeader(scene_, painter_, shown_, {{left_, y}, right_, fonts});
        const bool has_line = drawStepLine(scene_, painter_, shown_, room);
        // Below the title, beside the legend.
        const Rect below{{left_, y + height},
                         {right_ - look_.px(kFocusLegend), y + height + look_.px(18)}};
        if (has_rules_in_header_) {
            rules_in_header_.drawInLine(below);
        } else if (tellsInHeader(scene_)) {
            drawToldInHeader(scene_, painter_, below);
        } else if (!has_line && !areCut(figures)) {
            painter_.textFitted(look_.fonts.small_text, look_.colors().soft, below,
                                scene_.said(stageLine(scene_.document(), shown_)));
        }
        if (areCut(figures)) drawRange({left_, y + height});
        for (const StageFigure& figure : figures) {
            if (figure.result().id() == shown_) {
                drawLegend(painter_, {right_, y + height + look_.px(scene_.compact ? 5 : 8)},
                           figure.result().spec.domain, figure.result().range());
            }
        }
    }

    /// Draws which part of large matrices is on screen.
    void drawRange(ImVec2 at) {
        painter_.textFitted(look_.fonts.small_text, look_.colors().soft,
                            {at, {right_ - look_.px(kFocusLegend), at.y + look_.px(18)}},
                            rangeInWords(scene_));
    }

    const Scene& scene_;
    const Look& look_;
    Painter painter_;
    Rect region_;
    float left_;
    float right_;
    LeastFigure least_figure_;
    MatrixId shown_;  ///< the explained stage
    MaskRules rules_;
    MaskRules rules_in_header_;  ///< the same, as narrow as the line below the title
    bool has_rules_in_header_ = false;
    ArithmeticBox arithmetic_;
};

/// Draws the badge “No mask” in the line of the title. @return its width
float drawNoMask(const Scene& scene, Painter& painter, ImVec2 at) {
    const Look& look = scene.look;
    const Theme& c = look.colors();
    const std::string words = scene.said(info(MaskKind::none).label());
    const float side = look.px(9);
    const float width = std::ceil(painter.width(look.fonts.strong, words)) + 2 * side;
    const Rect badge = Rect::at(at, {width, look.fonts.title->FontSize}).inset(0, look.px(2));
    painter.fill(badge, c.leak_ground, look.px(7));
    painter.outline(badge, c.leak_line, look.px(7), std::max(1.0f, look.px(1)));
    painter.text(look.fonts.strong, readable(c, c.bad, c.leak_ground), badge, words, Align::center);
    return width;
}

}  // namespace

Rect drawStepHeader(const Scene& scene, Painter& painter, MatrixId shown,
                    const StepHeader& header) {
    const Look& look = scene.look;
    const float y = header.at.y;
    const float height = look.fonts.title->FontSize;
    float wide = painter.textAt(look.fonts.title, look.colors().ink, header.at,
                                scene.said(scene.step().title));
    if (isFromMaskOn(scene.state) && !isMasked(scene.document())) {
        const float gap = look.px(12);
        wide += gap + drawNoMask(scene, painter, {header.at.x + wide + gap, y});
    }
    const TextLine formula = parseSymbols(
        formulaIn(scene.wording(),
                  formulaInConventions(scene.document(), shown, scene.preferences().conventions)));
    const SetLine size = measuredLine(painter, header.formula, FLT_MAX, formula);
    setLine(painter, header.formula, {header.right - size.width, y + (height - size.height) / 2},
            FLT_MAX, formula);
    return {{header.at.x + wide + look.px(14), y},
            {header.right - size.width - look.px(16), y + height}};
}

bool drawStepLine(const Scene& scene, Painter& painter, MatrixId shown, const Rect& room) {
    const Look& look = scene.look;
    const std::string line = scene.said(stageLine(scene.document(), shown));
    if (painter.width(look.fonts.text, line) > room.width()) return false;
    const float below = look.px(2);  // on the line of the larger type
    painter.text(look.fonts.text, look.colors().soft,
                 room.betweenY(room.min.y + below, room.max.y + below), line);
    return true;
}

float drawFocus(const Scene& scene, const Rect& region, const LeastFigure& figure) {
    return FocusCard(scene, region, figure).draw();
}

float focusMargins(const Scene& scene) {
    return headerHeight(scene) + scene.look.px(scene.compact ? 8 + 6 : 8 + 16);
}

}  // namespace lookback
