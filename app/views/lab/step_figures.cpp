#include "app/views/lab/step_figures.h"

#include <algorithm>
#include <cmath>

#include "app/state/model/app_state.h"
#include "app/state/update/action.h"
#include "app/views/lab/moving_signs.h"

namespace lookback {
namespace {

constexpr Cell kNone{-1, -1};  ///< before the first cell
constexpr double kStepFiguresWholeNumbersFrom =
    10;  ///< bounds of scores whose decimals matter little

Progress progressOf(const AppState& state, MatrixId id) {
    const auto focus = focusedTarget(state);
    if (!focus) return {};
    const Target newest = *newestOf(state);
    Progress progress;
    if (focus->id == id) progress.focus = focus->cell;
    const auto& results = state.step().results;
    const auto place = [&](MatrixId wanted) {
        return std::find(results.begin(), results.end(), wanted);
    };
    if (newest.id == id) progress.newest = newest.cell;
    if (place(id) > place(newest.id)) progress.newest = kNone;
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
    }
    return figures;
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

}  // namespace lookback
