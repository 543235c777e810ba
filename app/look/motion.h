/// Motion of drawn things: from their positions when the motion began to those that the views give
/// them now. The progress of a motion is in the state (MotionClock).
#pragma once

#include <limits>
#include <string>
#include <vector>

#include "app/look/rect.h"
#include "core/base/matrix.h"
#include "core/document/matrix_id.h"

namespace lookback {

struct MotionClock;

/// A position or an offset, in pixels of the screen.
struct ScreenPoint {
    float x = 0;
    float y = 0;

    bool operator==(const ScreenPoint&) const = default;
};

/// A matrix of a figure as drawn in one frame, also in the middle of a motion: all that is needed
/// to draw it again. A share is 0 for a part that is hidden, 1 for a part that is shown, and
/// between them while the part appears or vanishes.
struct DrawnGrid {
    MatrixId id = MatrixId::embeddings;
    Cell first;  ///< the first cell of the whole matrix that is shown
    Index rows = 0;
    Index cols = 0;
    ScreenPoint origin;    ///< top left corner of the first cell
    ScreenPoint row_step;  ///< offset from a cell to the cell of the next row
    ScreenPoint
        col_step;       ///< offset to that of the next column; a transposed matrix exchanges both
    ScreenPoint cell;   ///< width and height
    ScreenPoint title;  ///< middle of the title
    float type = 0;     ///< height of the digits' type; 0: no digits
    float share = 1;    ///< of the whole matrix
    float digits = 0;   ///< share of the digits
    float titled = 0;   ///< share of the title
    float row_labels = 0;          ///< share of the labels beside the rows
    float column_labels = 0;       ///< share of the labels above the columns
    float dimming = 0;             ///< paleness of cells that are not lit, 0 to 1
    double bound = 1;              ///< of the colour scale
    std::vector<float> rows_at{};  ///< positions of the rows, in rows; empty: 0, 1, 2 ...
    std::vector<float> cols_at{};  ///< positions of the columns, as `rows_at`
    std::vector<float> hatched{};  ///< hatched share of each cell; empty: none is hatched
    std::vector<float> values{};  ///< numbers that colour the part of each cell that is not hatched

    float gap = 0;  ///< between cells
    float pad = 0;  ///< between a cell's border and its digits
    int font = -1;  ///< index in Fonts::digits; -1: no digits
    int decimals = 4;
    bool transposed = false;
    bool has_signs = false;
    bool is_brief = false;    ///< the title is the symbol alone
    float label_width = 0;    ///< pixels, of the labels beside the rows
    float longest_label = 0;  ///< as in GridSpec
    bool has_newest = false;
    Cell newest;  ///< if `has_newest`: the cell computed last; cells after it are blank

    bool operator==(const DrawnGrid&) const = default;
};

/// A sign between two matrices of a figure: an arrow, a plus.
struct DrawnSign {
    std::string text;
    ScreenPoint at;  ///< its middle
    float share = 1;
};

/// The bar of an attention weight. Lengths are shares of the longest bar.
struct DrawnBar {
    Index query = 0;
    Index key = 0;
    float filled = 0;
    float hatched = 0;
};

/// The arc of an attention weight.
struct DrawnArc {
    Index query = 0;
    Index key = 0;
    float weight = 0;
    float drawn = 0;   ///< share of the way to the key that is drawn
    float dashed = 0;  ///< share of the way that is drawn as dashes, where the key is masked
};

/// The chip of a token.
struct DrawnChip {
    Index token = 0;
    ScreenPoint at;
};

/// The things of one frame that can move.
struct DrawnThings {
    std::vector<DrawnGrid> grids;
    std::vector<DrawnSign> signs;
    std::vector<DrawnBar> bars;
    std::vector<DrawnArc> arcs;
    std::vector<DrawnChip> chips;
    /// The fewest decimals of the digits in a figure that has no `grids`.
    int figure_decimals = std::numeric_limits<int>::max();

    void clear();
};

/// Size of the window and of type: positions drawn in another shape are not comparable.
struct ScreenShape {
    float width = 0;
    float height = 0;
    float scale = 0;
    bool presenting = false;

    bool operator==(const ScreenShape&) const = default;
};

/// A motion: the things as they were and as they are drawn. Views only add to `drawn`.
struct Motion {
    DrawnThings before;              ///< as drawn when the motion began
    DrawnThings drawn;               ///< as drawn in this frame; between frames, in the last one
    std::vector<Index> came_from{};  ///< copied from the clock when the frame begins
    double t = 1;                    ///< copied from the clock when the frame begins
    bool has_movers = false;         ///< some thing of this frame is not yet at its goal
    ScreenShape screen;

    [[nodiscard]] bool isOn() const { return t < 1; }
    /// The position that a token had before the motion.
    [[nodiscard]] Index cameFrom(Index token) const;

    /// Begins a frame. Ends the motion if the screen has another shape than in the frame before.
    void beginFrame(const ScreenShape& shape, MotionClock& clock);
    /// Ends a frame. Ends the motion if none of the drawn things moves.
    void endFrame(MotionClock& clock);
};

// Positions in a motion are a pure function of the start, the goal and t. It is symmetric: the way
// back at 1 - t is the way there at t.

/// Returns the share of the way that is covered at `t`, both 0 to 1: slow at both ends.
[[nodiscard]] float eased(double t);

/// Interpolates between two values; `way` 0 gives the first, 1 the second.
[[nodiscard]] float between(float from, float to, float way);
[[nodiscard]] ScreenPoint between(ScreenPoint from, ScreenPoint to, float way);

/// Returns the opacity of a thing that exists at only one end of the way. @param share of the way
/// to the end where it exists. A thing that leaves is gone at half of the way and a new thing
/// appears from then on, so that they do not cover each other.
[[nodiscard]] float shownShare(float share);

/// Position of a row or column of the whole matrix, in rows from the first that is shown.
[[nodiscard]] float rowAt(const DrawnGrid& grid, Index row);
[[nodiscard]] float colAt(const DrawnGrid& grid, Index col);

/// The box of a cell of the whole matrix.
[[nodiscard]] Rect cellBox(const DrawnGrid& grid, Cell cell);

/// True if both grids show a cell in common, so that the first can move into the second.
[[nodiscard]] bool canBecome(const DrawnGrid& was, const DrawnGrid& now);

/// Returns a matrix in the middle of its motion: in the first half drawn as before, in the second
/// as at its goal. @param motion gives the earlier positions of tokens
[[nodiscard]] DrawnGrid between(const DrawnGrid& was, const DrawnGrid& now, float way,
                                const Motion& motion);

}  // namespace lookback
