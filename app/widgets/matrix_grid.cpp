#include "app/widgets/matrix_grid.h"

#include <algorithm>
#include <string>

#include <fmt/format.h>

#include "app/widgets/cell_painter.h"
#include "app/widgets/tooltip.h"
#include "core/base/text.h"

namespace lookback {
namespace {

Cell turned(const GridSpec& spec, Cell cell) {
    return spec.transposed ? Cell{cell.col, cell.row} : cell;
}

std::optional<Cell> cellUnder(const GridSpec& spec, ImVec2 point) {
    const Rect all = gridRect(spec);
    if (!all.contains(point)) return std::nullopt;
    const auto col = static_cast<Index>((point.x - all.min.x) / (spec.cell.x + spec.gap));
    const auto row = static_cast<Index>((point.y - all.min.y) / (spec.cell.y + spec.gap));
    return turned(spec, {std::min(row, shownRows(spec) - 1), std::min(col, shownCols(spec) - 1)});
}

void note(GridEvents& events, Cell cell) {
    events.hovered = cell;
    events.wants_tooltip = wantsTooltip();
    if (ImGui::IsMouseClicked(ImGuiMouseButton_Left)) events.clicked = cell;
    if (ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left)) events.double_clicked = cell;
}

/// True if the pointer moved on while the button that is released was down.
bool wasDragged() {
    const ImGuiIO& io = ImGui::GetIO();
    return io.MouseDragMaxDistanceSqr[ImGuiMouseButton_Left] >=
           io.MouseDragThreshold * io.MouseDragThreshold;
}

GridEvents takePointer(const GridSpec& spec) {
    GridEvents events;
    if (!spec.items_per_cell) {
        const Rect all = gridRect(spec);
        ImGui::SetCursorScreenPos(all.min);
        const bool released = ImGui::InvisibleButton(spec.name, {all.width(), all.height()});
        if (ImGui::IsItemHovered()) {
            if (const auto cell = cellUnder(spec, ImGui::GetMousePos())) note(events, *cell);
        }
        const ImVec2 pressed = ImGui::GetIO().MouseClickedPos[ImGuiMouseButton_Left];
        if (ImGui::IsItemActive()) events.held = cellUnder(spec, pressed);
        if (released && !wasDragged()) events.released = cellUnder(spec, pressed);
        return events;
    }
    for (Index row = 0; row < spec.values.rows(); ++row) {
        const std::string name = fmt::format("{}[{}]", spec.name, row);
        for (Index col = 0; col < spec.values.cols(); ++col) {
            const Rect box = cellRect(spec, {row, col});
            ImGui::SetCursorScreenPos(box.min);
            const bool released = ImGui::InvisibleButton(
                (name + "[" + std::to_string(col) + "]").c_str(), {box.width(), box.height()});
            if (released && !wasDragged()) events.released = Cell{row, col};
            if (ImGui::IsItemHovered()) note(events, {row, col});
            if (ImGui::IsItemActive()) events.held = Cell{row, col};
        }
    }
    return events;
}

}  // namespace

Index shownRows(const GridSpec& spec) {
    return spec.transposed ? spec.values.cols() : spec.values.rows();
}

Index shownCols(const GridSpec& spec) {
    return spec.transposed ? spec.values.rows() : spec.values.cols();
}

Rect gridRect(const GridSpec& spec) {
    const auto cols = static_cast<float>(shownCols(spec));
    const auto rows = static_cast<float>(shownRows(spec));
    return Rect::at(spec.at, {std::max(0.0f, cols * (spec.cell.x + spec.gap) - spec.gap),
                              std::max(0.0f, rows * (spec.cell.y + spec.gap) - spec.gap)});
}

Rect cellRect(const GridSpec& spec, Cell cell) {
    const Cell shown = turned(spec, cell);
    const float x = spec.at.x + static_cast<float>(shown.col) * (spec.cell.x + spec.gap);
    const float y = spec.at.y + static_cast<float>(shown.row) * (spec.cell.y + spec.gap);
    return Rect::at({x, y}, spec.cell);
}

bool isHidden(const GridSpec& spec, Cell cell) {
    return !spec.hidden.empty() && spec.hidden(cell) != 0;
}

bool isBlank(const GridSpec& spec, Cell cell) {
    if (isHidden(spec, cell)) return true;
    if (!spec.newest_cell) return false;
    const Cell newest = *spec.newest_cell;
    return cell.row > newest.row || (cell.row == newest.row && cell.col > newest.col);
}

GridEvents matrixGrid(Painter& painter, const GridSpec& spec) {
    GridEvents events;
    if (spec.values.empty()) return events;
    if (spec.interactive) events = takePointer(spec);
    if (!spec.is_seen) return events;
    CellPainter cells(painter, spec);
    for (Index row = 0; row < spec.values.rows(); ++row) {
        cells.beginRow(row);
        for (Index col = 0; col < spec.values.cols(); ++col) cells.draw({row, col});
    }
    cells.frames();
    return events;
}

std::string cellText(double value, bool masked, int decimals) {
    return masked && value == 0 ? "0" : formatNumber(value, decimals);
}

}  // namespace lookback
