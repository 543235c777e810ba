#include "app/views/number_editing.h"

#include <cmath>

#include "app/widgets/expression.h"
#include "app/widgets/text_field.h"
#include "core/base/text.h"
#include "core/document/edit.h"

namespace lookback {
namespace {

constexpr double kPerPixel = 0.01;
constexpr double kFiner = 0.1;
constexpr double kCoarser = 10;
constexpr double kDragDigits = 1e6;  ///< a dragged number is rounded to so many parts of 1

double dragStep() {
    const ImGuiIO& io = ImGui::GetIO();
    return kPerPixel * (io.KeyShift ? kFiner : 1) * (io.KeyCtrl ? kCoarser : 1);
}

void drag(const Scene& scene, const StageGrid& grid, const GridEvents& events) {
    auto& dragging = scene.view.dragging;
    if (!events.held) {
        if (dragging && dragging->id == grid.id()) {
            dragging.reset();
            scene.emit(FinishDrag{});
        }
        return;
    }
    const double moved = static_cast<double>(ImGui::GetIO().MouseDelta.x);
    if (!dragging) {
        if (!ImGui::IsMouseDragging(ImGuiMouseButton_Left)) return;
        const float since = ImGui::GetMouseDragDelta(ImGuiMouseButton_Left).x;
        dragging = NumberDrag{grid.id(), *events.held, 0};
        dragging->value =
            editable(scene.document(), grid.id())(events.held->row, events.held->col) +
            static_cast<double>(since) * dragStep() / static_cast<double>(scene.look.scale);
    } else {
        if (moved == 0) return;
        dragging->value += moved * dragStep() / static_cast<double>(scene.look.scale);
    }
    const double value = std::round(dragging->value * kDragDigits) / kDragDigits;
    if (fits(scene.document(), value)) scene.emit(DragNumber{grid.id(), dragging->cell, value});
}

void startTyping(const Scene& scene, MatrixId id, Cell cell) {
    const double value = editable(scene.document(), id)(cell.row, cell.col);
    scene.view.typing =
        NumberTyping{id, cell, shortestDigits(value, ScalarKind::float64), true, ""};
}

/// Takes the typed text over; false where it is no number that fits.
bool take(const Scene& scene, NumberTyping& typing) {
    const Result<double> value = parseExpression(typing.text);
    if (!value) {
        typing.error = value.error().message;
        return false;
    }
    if (!fits(scene.document(), *value)) {
        typing.error = "expected a finite number that fits the document";
        return false;
    }
    scene.emit(SetNumber{typing.id, typing.cell, *value});
    return true;
}

Cell neighbour(const MatrixView& values, Cell cell, bool back) {
    const Index count = values.rows() * values.cols();
    const Index at = (cell.row * values.cols() + cell.col + (back ? count - 1 : 1)) % count;
    return {at / values.cols(), at % values.cols()};
}

void typingField(Painter& painter, const Scene& scene, const StageGrid& grid) {
    NumberTyping& typing = *scene.view.typing;
    const Look& look = scene.look;
    Rect box = cellRect(grid.spec, typing.cell);
    box.max.x = std::max(box.max.x, box.min.x + look.px(110));
    const bool fresh = typing.fresh;
    typing.fresh = false;
    const FieldEvents field =
        textField(painter, box, "##number", typing.text, look.fonts.mono, fresh);
    if (!typing.error.empty()) ImGui::SetTooltip("%s", typing.error.c_str());
    if (field.edited) typing.error.clear();
    if (field.cancelled) {
        scene.view.typing.reset();
    } else if (field.entered || field.tabbed) {
        if (!take(scene, typing)) {
            typing.fresh = true;
            return;
        }
        const MatrixId id = typing.id;
        const Cell next = neighbour(grid.spec.values, typing.cell, field.tabbed_back);
        scene.view.typing.reset();
        if (field.tabbed) startTyping(scene, id, next);
    } else if (field.left) {
        take(scene, typing);
        scene.view.typing.reset();
    }
}

}  // namespace

void editableGrid(Painter& painter, const Scene& scene, StageGrid& grid) {
    const GridEvents events = grid.draw(painter, scene);
    if (events.hovered) ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeEW);
    // The number that is held stays what one points at, wherever the pointer is dragged.
    if (events.held) scene.view.hovered_next = grid.target(scene, *events.held);
    drag(scene, grid, events);
    if (events.double_clicked) startTyping(scene, grid.id(), *events.double_clicked);
    const auto& typing = scene.view.typing;
    if (typing && typing->id == grid.id()) typingField(painter, scene, grid);
}

}  // namespace lookback
