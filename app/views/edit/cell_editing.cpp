#include "app/views/edit/cell_editing.h"

#include <algorithm>
#include <cmath>

#include "app/state/model/app_state.h"
#include "app/state/model/shown_lesson.h"
#include "app/state/update/action.h"
#include "app/views/shared/gestures.h"
#include "app/widgets/fields.h"
#include "app/widgets/tooltip.h"
#include "core/base/text.h"
#include "core/document/edit.h"
#include "core/document/mask_edit.h"
#include "imgui_internal.h"

namespace lookback {
namespace {

constexpr double kDragDigits = 1e6;  ///< a dragged number is rounded to a multiple of 1 / this

void drag(const Scene& scene, const StageGrid& grid, const GridEvents& events) {
    if (!events.held) return;
    Hands& hands = scene.hands;
    const double step = dragStep(scene.look);
    auto* dragging = hands.doing<NumberDrag>();
    if (dragging == nullptr) {
        if (!ImGui::IsMouseDragging(ImGuiMouseButton_Left)) return;
        const Cell cell = grid.target(scene, *events.held).cell;
        const double before = editable(scene.document(), grid.id())(cell.row, cell.col);
        const float since = ImGui::GetMouseDragDelta(ImGuiMouseButton_Left).x;
        hands.gesture = NumberDrag{grid.id(), cell, before + static_cast<double>(since) * step};
        dragging = hands.doing<NumberDrag>();
    } else {
        const double moved = static_cast<double>(ImGui::GetIO().MouseDelta.x);
        hands.is_gesture_shown = true;
        if (moved == 0) return;
        dragging->value += moved * step;
    }
    hands.is_gesture_shown = true;
    const double value = std::round(dragging->value * kDragDigits) / kDragDigits;
    if (fits(scene.document(), value))
        scene.emit(dragged(SetNumber{grid.id(), dragging->cell, value}));
}

/// Returns the number that Tab goes to: row by row, from each matrix to the next with numbers.
TypeNumber neighbour(const Document& document, MatrixId id, Cell cell, bool back) {
    const Index cols = editable(document, id).cols();
    const Index at = cell.row * cols + cell.col + (back ? -1 : 1);
    if (at >= 0 && at < editable(document, id).rows() * cols) return {id, {at / cols, at % cols}};
    const auto place =
        static_cast<std::size_t>(std::find(kEditableMatrices.begin(), kEditableMatrices.end(), id) -
                                 kEditableMatrices.begin());
    constexpr std::size_t kCount = kEditableMatrices.size();
    for (std::size_t k = 1; k <= kCount; ++k) {
        const MatrixId next = kEditableMatrices[(place + (back ? kCount - k : k)) % kCount];
        if (!isEditable(document, next)) continue;
        const SharedMatrix& matrix = editable(document, next);
        if (matrix.rows() * matrix.cols() == 0) continue;
        return {next, back ? Cell{matrix.rows() - 1, matrix.cols() - 1} : Cell{0, 0}};
    }
    return {id, cell};
}

void typingField(Painter& painter, const Scene& scene, const StageGrid& grid) {
    NumberTyping& typing = *scene.hands.doing<NumberTyping>();
    scene.hands.is_gesture_shown = true;
    const MatrixId id = typing.id;
    if (const auto numbers = pastedNumbers(id)) {
        cancelGesture(scene);
        return scene.emit(PasteNumbers{*numbers, id});
    }
    const Look& look = scene.look;
    const Cell first = grid.first();
    Rect box = cellRect(grid.spec, {typing.cell.row - first.row, typing.cell.col - first.col});
    box.max.x = std::max(box.max.x, box.min.x + look.px(110));
    const bool fresh = typing.fresh;
    typing.fresh = false;
    const FieldEvents field = textField(painter, box, "##number", typing.text,
                                        typing.figure ? grid.spec.font : look.fonts.mono, fresh);
    if (!typing.error.empty()) showTooltip(look, box, typing.error);
    if (field.edited) typing.error.clear();
    if (field.cancelled) {
        cancelGesture(scene);
    } else if (field.entered || field.tabbed) {
        if (!takeNumber(scene, typing)) {
            typing.fresh = true;
            return;
        }
        TypeNumber next = neighbour(scene.document(), typing.id, typing.cell, field.tabbed_back);
        if (typing.figure && next.id == typing.id) next.figure = typing.figure;
        const bool has_place = next.figure || !scene.place().presenting;
        scene.hands.gesture = {};
        if (field.tabbed && has_place) scene.emit(next);
    } else if (field.left) {
        finishGesture(scene);
    }
}

/// Paints one line. The line starts from the mask before the stroke, so that a stroke that changes
/// its direction restores the line that it leaves.
void paintLine(const Scene& scene, const MaskPainting& painting, Cell to) {
    const Mask& mask = scene.document().mask;
    Mask wanted{mask.rules, painting.flips_were};
    paint(wanted, strokeCells(painting.from, to, scene.document().n()), painting.allowed);
    if (wanted.flips == mask.flips) return;
    scene.emit(PaintMask{painting, to});
}

}  // namespace

std::optional<Cell> editableGrid(Painter& painter, const Scene& scene, StageGrid& grid,
                                 std::optional<MatrixId> figure) {
    const GridEvents events = grid.draw(painter, scene);
    const bool is_fixed = scene.state.lesson.locks(partOf(grid.id())) || isPicking(scene.state);
    if (is_fixed) return events.clicked;
    if (events.hovered) ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeEW);
    // A held number stays the hovered cell, wherever the pointer is dragged.
    if (events.held) scene.look.controls->holdDrag();
    if (events.held) scene.hands.hovered_next = grid.target(scene, *events.held);
    drag(scene, grid, events);
    if (events.double_clicked) {
        scene.emit(Change(&Place::locked, {}));
        scene.emit(TypeNumber{grid.id(), grid.target(scene, *events.double_clicked).cell, figure});
    }
    const auto* typing = scene.hands.doing<NumberTyping>();
    if (typing != nullptr && typing->id == grid.id() && typing->figure == figure) {
        typingField(painter, scene, grid);
    }
    // The caller gets a click without a drag, unless it is a double click, which begins typing.
    return typing == nullptr && !events.double_clicked ? events.released : std::nullopt;
}

void paintMask(const Scene& scene, const StageGrid& grid, const GridEvents& events) {
    const Mask& mask = scene.document().mask;
    Hands& hands = scene.hands;
    if (events.clicked && scene.state.lesson.locks(DocumentPart::mask)) {
        return scene.emit(Notice{{lockedSentence(scene.state, DocumentPart::mask)}});
    }
    if (events.clicked) {
        const Cell from = grid.target(scene, *events.clicked).cell;
        hands.gesture = MaskPainting{.allowed = !allows(mask, from.row, from.col),
                                     .from = from,
                                     .is_line = ImGui::GetIO().KeyShift,
                                     .flips_were = mask.flips};
    }
    const auto* painting = hands.doing<MaskPainting>();
    if (painting == nullptr) return;
    scene.look.controls->holdDrag();
    hands.is_gesture_shown = true;
    if (!events.hovered || !ImGui::IsMouseDown(ImGuiMouseButton_Left)) return;
    const Cell to = grid.target(scene, *events.hovered).cell;
    if (painting->is_line) {
        paintLine(scene, *painting, to);
    } else if (allows(mask, to.row, to.col) != painting->allowed) {
        scene.emit(PaintMask{*painting, to});
    }
}

}  // namespace lookback
