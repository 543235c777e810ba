#include "app/widgets/matrix_grid.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include <fmt/format.h>

#include "app/look/stamp.h"
#include "app/widgets/change_marks.h"
#include "app/widgets/tooltip.h"
#include "core/base/text.h"

namespace lookback {
namespace {

constexpr float kRoundFrom = 14;
constexpr float kSignFrom = 14;  ///< pixels
constexpr float kLowCell = 18;   ///< a thin frame leaves its digits room

Cell turned(const GridSpec& spec, Cell cell) {
    return spec.transposed ? Cell{cell.col, cell.row} : cell;
}

class CellPainter {
public:
    CellPainter(Painter& painter, const GridSpec& spec)
        : painter_(painter), spec_(spec), changes_(painter, spec) {}

    /// Of many ranges few have cells of this row.
    void beginRow(Index row) {
        lit_in_row_.clear();
        for (const CellRange& range : spec_.lit) {
            if (row >= range.row && row < range.row + range.rows) lit_in_row_.push_back(range);
        }
    }

    void draw(Cell cell) {
        const Theme& c = painter_.colors();
        const Rect box = cellRect(spec_, cell);
        // Round corners of small cells cost many triangles, and nobody sees them.
        const bool is_round = spec_.cell.y >= painter_.look().px(kRoundFrom);
        const float radius = is_round ? painter_.look().px(3) : 0;
        const auto fill = [&](Color color) {
            filled_.print(painter_.list(), box.min, color,
                          [&] { painter_.fill(box, color, radius); });
        };
        if (isBlank(spec_, cell)) {
            fill(c.blank);
            return;
        }
        const bool newest = spec_.newest_cell == cell;
        const bool lit = !spec_.dim_others || isLit(cell);
        const bool masked = spec_.mask && (*spec_.mask)(cell) == 0;
        const double value = spec_.values(cell);
        const float strength =
            spec_.strength * stepped(lit, 0.45f) * (newest ? spec_.newest : 1.0f);
        Color ground = c.panel;
        const float hatched = hatchedShare(cell, masked);
        if (hatched < 1 && (hatched > 0 || masked)) {
            ground = wiped(box, cell, hatched, strength);
        } else if (hatched > 0) {
            (lit ? hatched_ : dimly_hatched_).print(painter_.list(), box.min, [&] {
                painter_.hatch(box, spec_.strength * stepped(lit, 0.6f));
            });
            ground = c.hatch_line;  // of the two colours the one nearer to the ink
        } else {
            ground = mix(c.panel, cellColor(c, spec_.domain, value, spec_.bound), strength);
            fill(ground);
        }
        if (!masked) changes_.glow(cell, box, radius);
        if (spec_.font != nullptr) {
            digits(box, value, masked, lit, ground, newest);
            changes_.difference(cell, box, masked, ground);
        } else if (spec_.has_signs && std::min(spec_.cell.x, spec_.cell.y) >= kSignFrom) {
            sign(box, masked, readable(c, lit ? c.ink : c.soft, ground));
        }
    }

    void frames() {
        const Theme& c = painter_.colors();
        const bool is_low = spec_.cell.y < painter_.look().px(kLowCell);
        const float thick =
            std::max(is_low ? 1.5f : 2.0f, painter_.look().px(is_low ? 1.5f : 2.5f));
        if (spec_.hovered && spec_.hovered != spec_.focus) {
            painter_.outline(cellRect(spec_, *spec_.hovered), c.ink, painter_.look().px(3),
                             std::max(1.0f, thick / 2));
        }
        if (spec_.pinned) painter_.pin(cellRect(spec_, *spec_.pinned));
        if (spec_.focus) {
            painter_.outline(cellRect(spec_, *spec_.focus).grown(1), c.highlight,
                             painter_.look().px(3), thick);
        }
    }

private:
    /// How strong a cell is of which `share` stays where it is dimmed.
    [[nodiscard]] float stepped(bool lit, float share) const {
        return lit ? 1.0f : 1 - (1 - share) * spec_.dimming;
    }

    [[nodiscard]] std::size_t placeOf(Cell cell) const {
        return static_cast<std::size_t>(cell.row * spec_.values.cols() + cell.col);
    }

    [[nodiscard]] float hatchedShare(Cell cell, bool masked) const {
        if (!spec_.hatched.empty()) return spec_.hatched[placeOf(cell)];
        return masked ? 1.0f : 0.0f;
    }

    /// The hatching wipes across a cell. @return the ground that digits stand on
    Color wiped(const Rect& box, Cell cell, float share, float strength) {
        const Theme& c = painter_.colors();
        const auto value = static_cast<double>(spec_.uncovered[placeOf(cell)]);
        const Color ground = mix(c.panel, cellColor(c, spec_.domain, value, spec_.bound), strength);
        painter_.fill(box, ground, painter_.look().px(3));
        if (share > 0) {
            painter_.hatch({box.min, {box.min.x + box.width() * share, box.max.y}}, strength);
        }
        return share < 0.5f ? ground : c.hatch_line;
    }

    [[nodiscard]] bool isLit(Cell cell) const {
        return std::any_of(lit_in_row_.begin(), lit_in_row_.end(),
                           [cell](const CellRange& range) { return range.contains(cell); });
    }

    /// A text and how wide it is in the type of the digits.
    struct Measured {
        std::string text;
        float width;
    };
    [[nodiscard]] Measured measured(std::string text) const {
        const float width = painter_.width(spec_.font, text);
        return {std::move(text), width};
    }

    /// With fewer decimals where it has grown beyond its cell, as it may in the middle of a drag.
    [[nodiscard]] Measured number(double value, bool masked, float room) const {
        Measured number = measured(cellText(value, masked, spec_.decimals));
        for (int decimals = spec_.decimals - 1; decimals >= 0 && number.width > room; --decimals) {
            number = measured(cellText(value, masked, decimals));
        }
        return number;
    }

    /// A tick or a cross in a cell that is too small for type.
    void sign(const Rect& box, bool masked, Color ink) {
        const float r = std::min(box.width(), box.height()) * 0.22f;
        const float thick = std::max(1.0f, r * 0.3f);
        const ImVec2 at = box.center();
        ImDrawList& list = painter_.list();
        if (masked) {
            list.AddLine({at.x - r, at.y - r}, {at.x + r, at.y + r}, ink, thick);
            list.AddLine({at.x - r, at.y + r}, {at.x + r, at.y - r}, ink, thick);
        } else {
            list.AddLine({at.x - r, at.y}, {at.x - r / 4, at.y + r}, ink, thick);
            list.AddLine({at.x - r / 4, at.y + r}, {at.x + r, at.y - r}, ink, thick);
        }
    }

    void digits(const Rect& box, double value, bool masked, bool lit, Color ground, bool newest) {
        const Theme& c = painter_.colors();
        const float room = box.width() - 1 - (masked ? 1 : spec_.pad);
        const Measured shown = spec_.domain == Domain::allowed
                                   ? measured(masked ? "\u00d7" : "\u2713")
                                   : number(value, masked, room);
        const bool leaks = masked && spec_.domain == Domain::weights && value != 0;
        Color ink = inkOn(c, ground);
        if (masked) ink = readable(c, leaks ? c.bad : c.soft, ground);
        if (!lit && !masked) ink = readable(c, mix(ink, ground, 0.5f * spec_.dimming), ground);
        if (newest) ink = faded(ink, spec_.newest);
        const bool centered = masked || spec_.domain == Domain::allowed;
        const Rect place{{box.min.x + 1, box.min.y},
                         {box.max.x - (centered ? 1 : spec_.pad), box.max.y}};
        const Align align = centered ? Align::center : Align::right;
        if (shown.width <= place.width()) {
            painter_.aligned(spec_.font, ink, place, shown.text, shown.width, align);
        } else {
            painter_.textFitted(spec_.font, ink, place, shown.text, align);
        }
    }

    Painter& painter_;
    const GridSpec& spec_;
    std::vector<CellRange> lit_in_row_;
    ChangeMarks changes_;
    Stamp filled_;
    Stamp hatched_;
    Stamp dimly_hatched_;
};

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

/// True where the button that is let go was held while the pointer moved on.
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
        for (Index col = 0; col < spec.values.cols(); ++col) {
            const Rect box = cellRect(spec, {row, col});
            ImGui::SetCursorScreenPos(box.min);
            const bool released =
                ImGui::InvisibleButton(fmt::format("{}[{}][{}]", spec.name, row, col).c_str(),
                                       {box.width(), box.height()});
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
    return {spec.at,
            {spec.at.x + std::max(0.0f, cols * (spec.cell.x + spec.gap) - spec.gap),
             spec.at.y + std::max(0.0f, rows * (spec.cell.y + spec.gap) - spec.gap)}};
}

Rect cellRect(const GridSpec& spec, Cell cell) {
    const Cell shown = turned(spec, cell);
    const float x = spec.at.x + static_cast<float>(shown.col) * (spec.cell.x + spec.gap);
    const float y = spec.at.y + static_cast<float>(shown.row) * (spec.cell.y + spec.gap);
    return {{x, y}, {x + spec.cell.x, y + spec.cell.y}};
}

bool isBlank(const GridSpec& spec, Cell cell) {
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
