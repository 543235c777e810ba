#include <algorithm>
#include <cmath>
#include <optional>

#include <fmt/format.h>

#include "app/views/lab/arithmetic_box.h"
#include "app/views/lab/lab.h"
#include "app/views/lab/stage_figure.h"
#include "app/widgets/formula.h"
#include "app/widgets/legend.h"

namespace lookback {
namespace {

constexpr float kPad = 22;
constexpr float kHeader = 66;
constexpr float kHeaderCompact = 52;
constexpr float kLeastFigure = 100;       ///< in a lower window the card scrolls, ...
constexpr float kScrolledFigure = 190;    ///< ... and then it has room for digits
constexpr double kWholeNumbersFrom = 10;  ///< bounds of scores whose decimals matter little
constexpr Cell kNone{-1, -1};             ///< before the first cell

class FocusCard {
public:
    FocusCard(const Scene& scene, const Rect& region)
        : scene_(scene),
          look_(scene.look),
          painter_(scene.look),
          region_(region),
          left_(region.min.x + look_.px(kPad)),
          right_(region.max.x - look_.px(kPad)),
          focus_(focusOf(scene.state)),
          newest_(newestOf(scene.state)),
          arithmetic_(scene, painter_, targetOf(scene.state), right_ - left_) {}

    float draw() {
        const float header = look_.px(scene_.compact ? kHeaderCompact : kHeader);
        const float pads = look_.px(scene_.compact ? 8 + 6 : 8 + 16);
        const float room = region_.height() - header - arithmetic_.reservedHeight() - pads;
        std::vector<StageFigure> figures = makeFigures();
        const ImVec2 size = arrange(figures, {right_ - left_, usefulHeight(room)});
        const float height = std::floor(header + size.y + arithmetic_.height() + pads);
        painter_.card({region_.min, {region_.max.x, region_.min.y + height}});
        drawHeader(figures);
        turnWheel(figures);
        const ImVec2 below{left_, region_.min.y + header + size.y + look_.px(8)};
        keepInSight(look_, {below, {right_, below.y + arithmetic_.height()}});
        drawFigures(figures, size, region_.min.y + header);
        arithmetic_.draw(below);
        ImGui::SetCursorScreenPos(region_.min);
        ImGui::Dummy({1, height});
        return height;
    }

private:
    [[nodiscard]] float usefulHeight(float room) const {
        return room < look_.px(kLeastFigure) ? look_.px(kScrolledFigure) : room;
    }

    [[nodiscard]] MatrixId shown() const {
        return focus_ ? focus_->id : scene_.state.step().results.front();
    }

    [[nodiscard]] Progress progressOf(MatrixId id) const {
        if (!focus_) return {};
        Progress progress;
        if (focus_->id == id) progress.focus = focus_->cell;
        const auto& results = scene_.state.step().results;
        const auto place = [&](MatrixId wanted) {
            return std::find(results.begin(), results.end(), wanted);
        };
        if (newest_->id == id) progress.newest = newest_->cell;
        if (place(id) > place(newest_->id)) progress.newest = kNone;
        return progress;
    }

    std::vector<StageFigure> makeFigures() {
        std::vector<StageFigure> figures;
        for (const MatrixId id : scene_.state.step().results) {
            figures.emplace_back(scene_, painter_, id, progressOf(id));
        }
        return figures;
    }

    /// Chooses the largest cells with which all figures stand side by side; where their digits
    /// would get lost, only the figure in focus stays.
    ImVec2 arrange(std::vector<StageFigure>& figures, ImVec2 room) {
        const auto total = [&](const CellFit& fit) {
            ImVec2 size{0, 0};
            for (StageFigure& figure : figures) {
                const ImVec2 one = figure.arrange(fit);
                size = {size.x + one.x + (size.x > 0 ? look_.px(48) : 0), std::max(size.y, one.y)};
            }
            return size;
        };
        const auto fits = [&](const CellFit& fit) {
            const ImVec2 size = total(fit);
            return size.x <= room.x && size.y <= room.y;
        };
        const double bound = scene_.shown().bound(shown());
        const auto sizes =
            cellFits(look_, look_.fonts.digits, scene_.preferences().decimals,
                     {.roomy = true, .least_decimals = bound >= kWholeNumbersFrom ? 0 : 1});
        CellFit best = bestFit(sizes, fits);
        const bool loses_digits = best.font == nullptr || best.operand > 0 ||
                                  best.decimals < scene_.preferences().decimals;
        if (figures.size() > 1 && loses_digits) {
            figures.clear();
            figures.emplace_back(scene_, painter_, shown(), progressOf(shown()));
            best = bestFit(sizes, fits);
        }
        // In a narrow window the operands' titles are their symbols.
        if (total(best).x > room.x) best.is_brief = true;
        return total(best);
    }

    void drawHeader(const std::vector<StageFigure>& figures) {
        const Theme& c = look_.colors();
        const Stage& row = stage(shown());
        const float y = region_.min.y + look_.px(scene_.compact ? 9 : 14);
        const float height = look_.fonts.title->FontSize;
        const float wide =
            painter_.textAt(look_.fonts.title, c.ink, {left_, y}, scene_.state.step().title);
        const LineFonts fonts{look_.fonts.formula_small, look_.fonts.formula_small,
                              look_.fonts.mono};
        const TextLine formula = parseSymbols(row.formula(scene_.document()));
        const SetLine size = setLine(painter_, fonts, {0, 0}, FLT_MAX, formula, 0, false);
        setLine(painter_, fonts, {right_ - size.width, y + (height - size.height) / 2}, FLT_MAX,
                formula);
        const float x = left_ + wide + look_.px(14);
        const float right = right_ - size.width - look_.px(16);
        if (painter_.width(look_.fonts.text, row.line) <= right - x) {
            painter_.text(look_.fonts.text, c.soft,
                          {{x, y + look_.px(2)}, {right, y + height + look_.px(2)}}, row.line);
        } else if (!isCut(figures)) {
            // Below the title, beside the legend.
            painter_.textFitted(
                look_.fonts.small_text, c.soft,
                {{left_, y + height}, {right_ - look_.px(200), y + height + look_.px(18)}},
                row.line);
        }
        if (isCut(figures)) drawRange({left_, y + height});
        for (const StageFigure& figure : figures) {
            if (figure.result().id() == shown()) {
                drawLegend(painter_, {right_, y + height + look_.px(scene_.compact ? 5 : 8)},
                           figure.result().spec.domain, figure.result().range());
            }
        }
    }

    [[nodiscard]] static bool isCut(const std::vector<StageFigure>& figures) {
        return std::any_of(figures.begin(), figures.end(),
                           [](const StageFigure& figure) { return figure.isCut(); });
    }

    /// Which part of large matrices is on screen.
    void drawRange(ImVec2 at) {
        const Pane& pane = scene_.place().pane;
        const Index n = scene_.document().n();
        const AxisRange queries = pane.range(pane.query, n);
        const AxisRange keys = pane.range(pane.key, n);
        const std::string text = fmt::format(
            "queries {}\u2013{}, keys {}\u2013{} of {}: wheel and Shift+wheel pan, Ctrl+wheel "
            "zooms",
            queries.first + 1, queries.first + queries.count, keys.first + 1,
            keys.first + keys.count, n);
        painter_.textFitted(look_.fonts.small_text, look_.colors().soft,
                            {at, {right_ - look_.px(200), at.y + look_.px(18)}}, text);
    }

    /// The wheel pans through large matrices; with Ctrl it zooms.
    void turnWheel(const std::vector<StageFigure>& figures) {
        const ImGuiIO& io = ImGui::GetIO();
        if (io.MouseWheel == 0 || !ImGui::IsWindowHovered()) return;
        const Index span = scene_.place().pane.span;
        if (io.KeyCtrl) {
            return scene_.emit(Zoom{io.MouseWheel > 0 ? 1 : -1});
        }
        if (!isCut(figures)) return;
        const auto by =
            static_cast<Index>(-io.MouseWheel * static_cast<float>(std::max<Index>(span / 8, 1)));
        scene_.emit(io.KeyShift ? Pan{0, by, by} : Pan{by, 0, 0});
    }

    void drawFigures(std::vector<StageFigure>& figures, ImVec2 size, float y) {
        float x = left_ + std::max(0.0f, (right_ - left_ - size.x) / 2);
        for (StageFigure& figure : figures) {
            const MatrixId id = figure.result().id();
            const float width = gridRight(figure);
            const auto clicked = figure.draw({std::floor(x), y});
            if (clicked) goTo(id, figure.result().target(scene_, *clicked).cell);
            x += width + look_.px(48);
        }
    }

    [[nodiscard]] static float gridRight(const StageFigure& figure) {
        return gridRect(figure.result().spec).max.x;
    }

    void goTo(MatrixId id, Cell cell) {
        scene_.emit(FocusCell{indexOf(scene_.trace(), scene_.state.step(), {id, cell})});
    }

    const Scene& scene_;
    const Look& look_;
    Painter painter_;
    Rect region_;
    float left_;
    float right_;
    std::optional<Target> focus_;
    std::optional<Target> newest_;  ///< the last cell that has appeared
    ArithmeticBox arithmetic_;
};

}  // namespace

float drawFocus(const Scene& scene, const Rect& region) { return FocusCard(scene, region).draw(); }

}  // namespace lookback
