#pragma once

#include <string>
#include <vector>

#include "core/base/matrix.h"
#include "core/document/matrix_id.h"

namespace lookback {

/// A place, or the way from one to another, in pixels of the screen.
struct Spot {
    float x = 0;
    float y = 0;

    bool operator==(const Spot&) const = default;
};

/// How a matrix of a figure stands on the screen, also in the middle of a motion: enough to draw it
/// there. Shares are 0 for what is not there, 1 for what is, between them what comes or goes.
struct GridStand {
    MatrixId id = MatrixId::embeddings;
    Cell first;  ///< of the whole matrix: the first that is shown
    Index rows = 0;
    Index cols = 0;
    Spot origin;     ///< top left corner of the first cell
    Spot row_step;   ///< from a cell to that of the next row, ...
    Spot col_step;   ///< ... and of the next column: turned round where it is transposed
    Spot cell;       ///< width and height
    Spot title;      ///< its middle
    float type = 0;  ///< height of the digits' type; 0: none
    float share = 1;
    float digits = 0;              ///< share of the digits
    float titled = 0;              ///< share of the title
    float row_labels = 0;          ///< share of the labels beside the rows
    float column_labels = 0;       ///< share of those above the columns
    float dimming = 0;             ///< how far the cells step back that are not lit
    double bound = 1;              ///< of the colour scale
    std::vector<float> rows_at{};  ///< row by row where it stands, in rows; empty: each at its own
    std::vector<float> cols_at{};  ///< the same of the columns
    std::vector<float> hatched{};  ///< cell by cell the share that is hatched; empty: nothing is
    std::vector<float> values{};   ///< the numbers whose colours the hatching covers

    // How it was drawn.
    float gap = 0;
    float pad = 0;
    int font = -1;  ///< which of the fonts for digits; -1: none
    int decimals = 4;
    bool transposed = false;
    bool has_signs = false;
    bool is_brief = false;  ///< its title is its symbol
    float label_width = 0;
    bool has_newest = false;
    Cell newest;  ///< cells behind it are blank, where it has one

    bool operator==(const GridStand&) const = default;
};

/// What stands between two matrices: an arrow, a plus.
struct SignStand {
    std::string text;
    Spot at;  ///< its middle
    float share = 1;
};

/// The bar of a weight, in shares of the longest.
struct BarStand {
    Index query = 0;
    Index key = 0;
    float filled = 0;
    float hatched = 0;
};

/// The arc of a weight.
struct ArcStand {
    Index query = 0;
    Index key = 0;
    float weight = 0;
    float drawn = 0;   ///< so much of the way to the key
    float dashed = 0;  ///< the same of the dashes of one that is masked
};

/// The chip of a token.
struct ChipStand {
    Index token = 0;
    Spot at;
};

/// What stood where in a frame.
struct Scenery {
    std::vector<GridStand> grids;
    std::vector<SignStand> signs;
    std::vector<BarStand> bars;
    std::vector<ArcStand> arcs;
    std::vector<ChipStand> chips;

    void clear();
};

/// The window and the size of type for which places are true.
struct ScreenShape {
    float width = 0;
    float height = 0;
    float scale = 0;
    bool presenting = false;

    bool operator==(const ScreenShape&) const = default;
};

/// Things on their way: from where they were drawn when it began to where the views put them. Only
/// the frame writes what is drawn.
struct Motion {
    Scenery before;                  ///< when it began
    Scenery drawn;                   ///< in this frame, or the last one
    std::vector<Index> came_from{};  ///< token by token its place before; empty: each kept its own
    double t = 1;                    ///< 0 it begins, 1 at rest
    bool has_movers = false;         ///< something in this frame is not yet where it is to stand
    ScreenShape screen;

    [[nodiscard]] bool isOn() const { return t < 1; }
    /// The place that a token had.
    [[nodiscard]] Index cameFrom(Index token) const;

    /// Begins anew from what is drawn; where nothing has been drawn yet, nothing moves.
    void begin();
    /// Everything stands where it belongs.
    void end();
    /// A frame begins on this screen: on another one nothing is where it was.
    void beginFrame(const ScreenShape& shape);
    /// It is drawn: a motion in which nothing moves is over.
    void endFrame();
};

}  // namespace lookback
