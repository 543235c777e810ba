#include "app/views/lab/step_figures.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <utility>

#include "app/state/model/app_state.h"
#include "app/state/model/shown_quantity.h"
#include "app/state/update/action.h"
#include "app/views/lab/moving_signs.h"

namespace lookback {
namespace {

constexpr Index kMostWithDigits = 32;  ///< rows of a matrix: with more, cells are colour alone
constexpr Index kFirstPart = 8;        ///< rows and columns of a part, which mostly has room
constexpr Index kEnoughOfPart = 4;     ///< rows and columns that tell what is left out
constexpr Index kRankOfSide = 1000;    ///< more than all rows, columns and terms of a part
constexpr double kStepFiguresWholeNumbersFrom =
    10;  ///< bounds of scores whose decimals matter little

Progress progressOf(const AppState& state, MatrixId id) {
    Progress progress{.newest = lastAppeared(state, id)};
    const auto focus = focusedTarget(state);
    if (focus && focus->id == id) progress.focus = focus->cell;
    return progress;
}

}  // namespace

StageFigure stepFigure(const Scene& scene, Painter& painter, MatrixId result) {
    return {scene, painter, result, progressOf(scene.state, result)};
}

std::vector<StageFigure> stepFigures(const Scene& scene, Painter& painter) {
    std::vector<StageFigure> figures;
    for (const MatrixId id : scene.step().results) {
        figures.push_back(stepFigure(scene, painter, id));
        if (figures.size() > 1) figures.back().shareLeft(figures.front());
    }
    return figures;
}

bool mayBeParts(const std::vector<StageFigure>& figures) {
    return std::all_of(figures.begin(), figures.end(), [](const StageFigure& figure) {
        const FigureWindow whole = figure.whole();
        const Index most = std::max({whole.rows, whole.cols, whole.terms});
        return figure.hasLargeMask() || (most > kFirstPart && most <= kMostWithDigits);
    });
}

void showWhole(std::vector<StageFigure>& figures) {
    for (StageFigure& figure : figures) figure.showAround({});
}

Index showLargestPart(std::vector<StageFigure>& figures, const std::function<bool()>& fits) {
    FigureWindow whole{1, 1, 1};
    for (const StageFigure& figure : figures) {
        const FigureWindow one = figure.whole();
        whole = {std::max(whole.rows, one.rows), std::max(whole.cols, one.cols),
                 std::max(whole.terms, one.terms)};
    }
    // The result gets the room that further dimensions of its operands would take.
    const bool sums_tokens =
        std::all_of(figures.begin(), figures.end(), std::mem_fn(&StageFigure::sumsTokens));
    const Index most_terms = sums_tokens ? kFirstPart : kEnoughOfPart;
    FigureWindow part;
    const auto has_room = [&] {
        for (StageFigure& figure : figures) figure.showAround(part);
        return fits();
    };
    Index side = kFirstPart + 1;
    do {
        if (--side == 0) return 0;
        part = {std::min(side, whole.rows), std::min(side, whole.cols),
                std::min({side, most_terms, whole.terms})};
    } while (!has_room());
    // Tokens whose values are summed come before rows of other tokens, and rows before dimensions.
    std::array axes{&FigureWindow::cols, &FigureWindow::rows, &FigureWindow::terms};
    if (sums_tokens) std::swap(axes[1], axes[2]);
    for (Index FigureWindow::*const axis : axes) {
        Index fitting = part.*axis;
        for (Index beyond = whole.*axis + 1; fitting + 1 < beyond;) {
            const Index middle = (fitting + beyond) / 2;
            part.*axis = middle;
            (has_room() ? fitting : beyond) = middle;
        }
        part.*axis = fitting;
    }
    if (!has_room()) return 0;
    const Index mask = figures.front().sideOfLargeMask();
    // Whole rows count as one more column; rows beyond `kFirstPart` do not count.
    const Index cols = part.cols + (part.cols == whole.cols ? 1 : 0);
    const Index rows = std::min(part.rows, kFirstPart);
    const Index terms = sums_tokens ? 2 * part.terms : part.terms;
    return (mask * kFirstPart + std::min(side, kEnoughOfPart)) * kRankOfSide + 2 * cols + rows +
           terms;
}

ImVec2 arrangeInRow(std::vector<StageFigure>& figures, const CellFit& fit, float gap) {
    ImVec2 size{0, 0};
    for (StageFigure& figure : figures) {
        const ImVec2 one = figure.arrange(fit);
        size = {size.x + one.x + (size.x > 0 ? gap : 0), std::max(size.y, one.y)};
    }
    return size;
}

int leastDecimals(const Scene& scene) {
    return scene.shown().bound(stageInFocus(scene.state)) >= kStepFiguresWholeNumbersFrom ? 0 : 1;
}

void drawInRow(const Scene& scene, std::vector<StageFigure>& figures, ImVec2 at, float gap) {
    Painter painter(scene.look);
    std::vector<MatrixId> staying;
    for (const StageFigure& figure : figures) {
        for (const MatrixId id : figure.ids()) staying.push_back(id);
    }
    std::vector<DrawnGrid> leaving = drawLeaving(scene, painter, staying);
    float x = at.x;
    // On a slide tooltips cover no computed cell: the class reads all of them.
    for (const StageFigure& figure : figures) {
        if (!scene.place().presenting) break;
        for (const Rect& area : figure.computedAreas({std::floor(x), at.y})) {
            keepInSight(scene.look, area);
        }
        x += gridRect(figure.result().spec).max.x + gap;
    }
    x = at.x;
    for (StageFigure& figure : figures) {
        const MatrixId id = figure.result().id();
        const float width = gridRect(figure.result().spec).max.x;
        figure.findLeft(figures.front());
        if (const auto clicked = figure.draw({std::floor(x), at.y})) {
            const Cell cell = figure.result().target(scene, *clicked).cell;
            scene.emit(FocusCell{stepCellIndex(scene.document(), scene.step(), {id, cell})});
        }
        x += width + gap;
    }
    drawLeavingSigns(scene, painter);
    for (StageFigure& figure : figures) figure.drawNumbersOnTheirWay();
    auto& drawn = scene.motion.drawn.grids;
    drawn.insert(drawn.end(), leaving.begin(), leaving.end());
}

bool areCut(const std::vector<StageFigure>& figures) {
    return std::any_of(figures.begin(), figures.end(),
                       [](const StageFigure& figure) { return figure.isCut(); });
}

bool areParts(const std::vector<StageFigure>& figures) {
    return std::any_of(figures.begin(), figures.end(),
                       [](const StageFigure& figure) { return figure.isPart(); });
}

void moveParts(const Scene& scene, const std::vector<StageFigure>& figures, const Rect& area) {
    const ImGuiIO& io = ImGui::GetIO();
    const bool is_across = io.KeyShift || io.MouseWheelH != 0;
    const float notches = io.MouseWheelH != 0 ? io.MouseWheelH : io.MouseWheel;
    if (notches == 0 || io.KeyCtrl || !areParts(figures) || areCut(figures)) return;
    if (!ImGui::IsWindowHovered() || !area.contains(io.MousePos)) return;
    if (!is_across && ImGui::GetScrollMaxY() > 0) return;
    const auto focus = focusedTarget(scene.state);
    for (const StageFigure& figure : figures) {
        if (!focus || figure.result().id() != focus->id) continue;
        const Cell cell = figure.focusMoved(notches > 0 ? -1 : 1, is_across);
        const Index index = stepCellIndex(scene.document(), scene.step(), {focus->id, cell});
        if (cell != focus->cell && index <= scene.place().revealed) scene.emit(FocusCell{index});
    }
}

}  // namespace lookback
