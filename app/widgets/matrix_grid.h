#pragma once

#include <optional>
#include <span>
#include <string>

#include "app/look/painter.h"
#include "core/base/matrix_view.h"
#include "core/document/verdict.h"
#include "core/explain/cell_range.h"

namespace lookback {

/// How a matrix is drawn. Indices are those of the matrix, also where it is drawn transposed.
struct GridSpec {
    const char* name = "";  ///< of the ImGui item that takes the pointer
    MatrixView values;
    Domain domain = Domain::signed_numbers;
    double bound = 1;                     ///< of the colour scale
    std::optional<MatrixView> mask;       ///< (n, n), false = hatched; none: nothing is hatched
    std::optional<MatrixView> lifted;     ///< (n, n), false = leaks: its mask was taken off
    std::span<const Verdict> verdicts{};  ///< of a mask, row by row: which rules block each cell
    MatrixView before{};  ///< the same cells before the latest act; empty: not compared
    bool glows = false;   ///< cells that differ from `before` are ringed
    ImFont* differences =
        nullptr;  ///< font of the signed differences below the digits; none: not shown
    bool transposed = false;
    bool true_is_allowed = true;  ///< of a mask: else cells show its numbers, 1 where it blocks
    ImVec2 at;                    ///< top left corner of the cells
    ImVec2 cell{40, 24};
    float gap = 2;
    float pad = 6;                ///< to the right of digits
    bool centers_labels = false;  ///< those above columns: not above the last digit
    float longest_label = 0;      ///< pixels: longer labels of tokens are cut; 0: no limit
    ImFont* font = nullptr;       ///< of the digits; none: colour alone
    int decimals = 4;
    bool has_signs = false;  ///< of a mask: without type, cells carry ✓ or ✕ where they have room
    std::optional<Cell> newest_cell;   ///< cells after it, row by row, are not computed yet
    std::optional<Cell> arriving;      ///< the cell that appears; none: `newest_cell`
    MatrixView hidden{};               ///< the same cells, not 0 = hidden; empty: none is
    std::optional<Cell> asked;         ///< a hidden cell with a question mark
    float newest = 1;                  ///< opacity of the cell that appears, 0 to 1
    std::span<const CellRange> lit{};  ///< cells that stand out; the others are dimmed
    bool dim_others = false;
    float strength = 1;           ///< of all colours: later stages are pale
    std::optional<Cell> focus;    ///< framed in yellow
    std::optional<Cell> hovered;  ///< framed thinly
    std::optional<Cell> pinned;   ///< locked: carries a pin
    bool items_per_cell = false;  ///< every cell is an item of its own: it can be edited
    bool interactive = true;
    bool is_seen = true;               ///< false: takes the pointer, but is not drawn here
    float dimming = 1;                 ///< how much the dimmed cells are dimmed, 0 to 1
    std::span<const float> hatched{};  ///< hatched share of each cell; empty: as the mask says
    std::span<const float>
        uncovered{};  ///< values of the colours of the parts that are not hatched
};

struct GridEvents {
    std::optional<Cell> hovered;
    bool wants_tooltip = false;  ///< the pointer has rested on `hovered`
    std::optional<Cell> clicked;
    std::optional<Cell> double_clicked;
    std::optional<Cell> held;  ///< the cell on which the button went down, while it is held
    std::optional<Cell>
        released;  ///< the cell on which the button was pressed and released without a drag
};

[[nodiscard]] Rect gridRect(const GridSpec& spec);
[[nodiscard]] Rect cellRect(const GridSpec& spec, Cell cell);

/// True for a cell whose number is hidden: a dotted edge stands in its place.
[[nodiscard]] bool isHidden(const GridSpec& spec, Cell cell);

/// True for a cell without a number: it is not computed yet, or hidden.
[[nodiscard]] bool isBlank(const GridSpec& spec, Cell cell);

GridEvents matrixGrid(Painter& painter, const GridSpec& spec);

/// Rows and columns as they are drawn.
[[nodiscard]] Index shownRows(const GridSpec& spec);
[[nodiscard]] Index shownCols(const GridSpec& spec);

/// The text of a cell: a masked one shows its value in short (`−1e9`, `−∞`, `0`).
[[nodiscard]] std::string cellText(double value, bool masked, int decimals);

}  // namespace lookback
