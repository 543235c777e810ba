#include "app/views/lab/mask_painting.h"

#include "core/document/mask_edit.h"
#include "core/document/mask_line.h"

namespace lookback {
namespace {

/// What the mask becomes is that without the stroke and one line: turning, it gives back the line
/// that it has left.
void paintLine(const Scene& scene, const MaskPainting& painting, Cell to) {
    const Mask& mask = scene.document().mask;
    Mask wanted{mask.rules, painting.flips_were};
    paint(wanted, lineOf(painting.from, to, scene.document().n()), painting.allowed);
    if (wanted.flips == mask.flips) return;
    scene.emit(PaintLine{painting.from, to, painting.allowed, painting.flips_were});
}

}  // namespace

void paintMask(const Scene& scene, const StageGrid& grid, const GridEvents& events) {
    const Mask& mask = scene.document().mask;
    Hands& hands = scene.hands;
    if (events.clicked) {
        const Cell from = grid.target(scene, *events.clicked).cell;
        hands.gesture = MaskPainting{.allowed = !allows(mask, from.row, from.col),
                                     .from = from,
                                     .is_line = ImGui::GetIO().KeyShift,
                                     .flips_were = mask.flips};
    }
    const auto* painting = hands.doing<MaskPainting>();
    if (painting == nullptr) return;
    hands.is_gesture_shown = true;
    if (!events.hovered || !ImGui::IsMouseDown(ImGuiMouseButton_Left)) return;
    const Cell to = grid.target(scene, *events.hovered).cell;
    if (painting->is_line) {
        paintLine(scene, *painting, to);
    } else if (allows(mask, to.row, to.col) != painting->allowed) {
        scene.emit(PaintCell{to, painting->allowed});
    }
}

}  // namespace lookback
