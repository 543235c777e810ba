/// How things travel on the screen: from where they were drawn when a motion began to where the
/// views put them now. How far a motion has come is in the state (MotionClock).
#pragma once

#include <string>
#include <vector>

#include "app/look/rect.h"
#include "core/base/matrix.h"
#include "core/document/matrix_id.h"

namespace lookback {

struct MotionClock;

/// A place, or the way from one to another, in pixels of the screen.
struct ScreenPoint {
    float x = 0;
    float y = 0;

    bool operator==(const ScreenPoint&) const = default;
};

/// How a matrix of a figure is drawn, also in the middle of a motion: enough to draw it again.
/// Shares are 0 for parts that are not seen, 1 for parts that are, between them for parts that
/// appear or vanish.
struct DrawnGrid {
    MatrixId id = MatrixId::embeddings;
    Cell first;  ///< the first cell of the whole matrix that is shown
    Index rows = 0;
    Index cols = 0;
    ScreenPoint origin;            ///< top left corner of the first cell
    ScreenPoint row_step;          ///< from a cell to that of the next row, ...
    ScreenPoint col_step;          ///< ... and of the next column: exchanged where it is transposed
    ScreenPoint cell;              ///< width and height
    ScreenPoint title;             ///< middle of the title
    float type = 0;                ///< height of the digits' type; 0: no digits
    float share = 1;               ///< of the whole matrix
    float digits = 0;              ///< share of the digits
    float titled = 0;              ///< share of the title
    float row_labels = 0;          ///< share of the labels beside the rows
    float column_labels = 0;       ///< share of the labels above the columns
    float dimming = 0;             ///< 0 to 1: how pale the cells are that are not lit
    double bound = 1;              ///< of the colour scale
    std::vector<float> rows_at{};  ///< positions of the rows, in rows; empty: 0, 1, 2 ...
    std::vector<float> cols_at{};  ///< positions of the columns, as `rows_at`
    std::vector<float> hatched{};  ///< share of each cell that is hatched; empty: no cell is
    std::vector<float> values{};   ///< the numbers whose colours the hatching covers

    float gap = 0;  ///< between cells
    float pad = 0;  ///< between a cell's border and its digits
    int font = -1;  ///< which of the fonts for digits; -1: none
    int decimals = 4;
    bool transposed = false;
    bool has_signs = false;
    bool is_brief = false;  ///< its title is its symbol
    float label_width = 0;
    bool has_newest = false;
    Cell newest;  ///< if `has_newest`: cells behind it are blank

    bool operator==(const DrawnGrid&) const = default;
};

/// An arrow, a plus: what is between two matrices.
struct DrawnSign {
    std::string text;
    ScreenPoint at;  ///< its middle
    float share = 1;
};

/// The bar of a weight, in shares of the longest bar.
struct DrawnBar {
    Index query = 0;
    Index key = 0;
    float filled = 0;
    float hatched = 0;
};

/// The arc of a weight.
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

/// All things of one frame that can move.
struct DrawnThings {
    std::vector<DrawnGrid> grids;
    std::vector<DrawnSign> signs;
    std::vector<DrawnBar> bars;
    std::vector<DrawnArc> arcs;
    std::vector<DrawnChip> chips;

    void clear();
};

/// The window and the size of type for which positions are true.
struct ScreenShape {
    float width = 0;
    float height = 0;
    float scale = 0;
    bool presenting = false;

    bool operator==(const ScreenShape&) const = default;
};

/// Things on their way. Views add to `drawn`, and to nothing else.
struct Motion {
    DrawnThings before;              ///< when the motion began
    DrawnThings drawn;               ///< in this frame, or the last one
    std::vector<Index> came_from{};  ///< as in the state's clock, in this frame
    double t = 1;                    ///< as in the state's clock, in this frame
    bool has_movers = false;         ///< something in this frame is not yet at its goal
    ScreenShape screen;

    [[nodiscard]] bool isOn() const { return t < 1; }
    /// The position that a token had before the motion.
    [[nodiscard]] Index cameFrom(Index token) const;

    /// A frame begins on this screen. A motion ends where the screen has another shape.
    void beginFrame(const ScreenShape& shape, MotionClock& clock);
    /// The frame is drawn. A motion in which nothing moves ends.
    void endFrame(MotionClock& clock);
};

// What is drawn is a pure function of where things were, where they shall be, and t. It is
// symmetric: the way back at 1 - t is the way there at t.

/// How far things have come at `t`, both 0 to 1: slow at both ends.
[[nodiscard]] float eased(double t);

/// Between two numbers; `way` 0 gives the first, 1 the second.
[[nodiscard]] float between(float from, float to, float way);
[[nodiscard]] ScreenPoint between(ScreenPoint from, ScreenPoint to, float way);

/// How much is seen of a thing that is at one end of the way only: one that leaves is gone at half
/// of the way, and one that is new appears from then on, so that they do not cover each other.
[[nodiscard]] float shownShare(float share);

/// Position of a row or column of the whole matrix, in rows from the first that is shown.
[[nodiscard]] float rowAt(const DrawnGrid& grid, Index row);
[[nodiscard]] float colAt(const DrawnGrid& grid, Index col);

/// The box of a cell of the whole matrix.
[[nodiscard]] Rect cellBox(const DrawnGrid& grid, Cell cell);

/// True where both show some of the same cells, so that one can become the other.
[[nodiscard]] bool canBecome(const DrawnGrid& was, const DrawnGrid& now);

/// A matrix on its way: in the first half drawn as it was, in the second as it is to be.
/// @param motion tells where tokens were before one was moved
[[nodiscard]] DrawnGrid between(const DrawnGrid& was, const DrawnGrid& now, float way,
                                const Motion& motion);

}  // namespace lookback
