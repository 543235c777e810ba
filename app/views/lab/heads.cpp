#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "app/state/commands/commands.h"
#include "app/state/model/app_state.h"
#include "app/state/model/shown_quantity.h"
#include "app/state/update/action.h"
#include "app/views/lab/lab.h"
#include "app/views/shared/stage_grid.h"
#include "app/widgets/tooltip.h"
#include "core/explain/in_conventions.h"
#include "messages/lab.h"

namespace lookback {
namespace {

constexpr float kHeadsSide = 52;
constexpr Index kMostCells = 16;  ///< rows and columns of a head that its thumbnail shows

/// Draws the weights of a head in small; a click shows this head in all views.
void thumbnail(const Scene& scene, Painter& painter, Index head, const Rect& box) {
    const Look& look = scene.look;
    const Theme& c = look.colors();
    const bool chosen = head == scene.place().head;
    ImGui::SetCursorScreenPos(box.min);
    const std::string name = fmt::format("###thumbnail-{}", head);
    if (ImGui::InvisibleButton(name.c_str(), {box.width(), box.height()})) {
        scene.emit(Change(&Place::head, head));
    }
    const bool hovered = ImGui::IsItemHovered();
    if (hovered) ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
    tooltip(look, scene.said(say::lab::HeadTip{.n = Count{head + 1},
                                               .key = firstKey(command("next-head"))}));
    painter.fill(box, hovered ? c.hover : c.panel, look.px(7));
    painter.outline(box, chosen ? c.ink : c.line, look.px(7),
                    std::max(1.0f, look.px(chosen ? 2 : 1)));
    painter.text(chosen ? look.fonts.strong_small : look.fonts.small_text,
                 chosen ? c.weights : c.soft, box.top(look.px(18)), std::to_string(head + 1),
                 Align::center);

    GridSpec spec;
    const Index shown = std::min(scene.document().n(), kMostCells);
    const Pane& pane = scene.place().pane;
    const Cell first{pane.range(pane.query, scene.document().n()).first,
                     pane.range(pane.key, scene.document().n()).first};
    spec.values = scene.trace().view(MatrixId::attention_weights, head).block(first, shown, shown);
    if (scene.shown().isHatched(MatrixId::attention_weights)) {
        spec.mask = scene.trace().view(MatrixId::mask).block(first, shown, shown);
    }
    if (const Variant* const was = scene.state.before.shown()) {
        spec.before = was->matrix(MatrixId::attention_weights, head).block(first, shown, shown);
    }
    if (const auto last = lastShown(scene.state, MatrixId::attention_weights)) {
        spec.newest_cell = {last->row - first.row, last->col - first.col};
    }
    const MatrixView hidden = scene.state.lesson.hiding.cells.of(MatrixId::attention_weights, head);
    if (!hidden.empty()) spec.hidden = hidden.block(first, shown, shown);
    spec.glows = scene.state.document_work.history.isDragging();
    spec.domain = Domain::weights;
    spec.transposed = isTurned(MatrixId::attention_weights, scene.preferences().conventions);
    spec.interactive = false;
    spec.gap = 1;
    const float room = box.width() - look.px(12);
    const float side =
        std::max(1.0f, std::floor((room + 1) / static_cast<float>(std::max<Index>(shown, 1)) - 1));
    spec.cell = {side, side};
    const float width = static_cast<float>(shown) * (side + 1) - 1;
    spec.at = {std::floor(box.center().x - width / 2), box.min.y + look.px(19)};
    matrixGrid(painter, spec);
}

}  // namespace

float drawHeads(const Scene& scene, Painter& painter, const Rect& region) {
    const Look& look = scene.look;
    const float side = look.px(kHeadsSide);
    const float gap = look.px(8);
    const ImVec2 size{side, side + look.px(14)};
    ImVec2 pen = region.min;
    for (Index head = 0; head < scene.document().heads; ++head) {
        if (pen.x > region.min.x && pen.x + size.x > region.max.x) {
            pen = {region.min.x, pen.y + size.y + gap};
        }
        thumbnail(scene, painter, head, Rect::at(pen, size));
        pen.x += size.x + gap;
    }
    return pen.y + size.y - region.min.y;
}

}  // namespace lookback
