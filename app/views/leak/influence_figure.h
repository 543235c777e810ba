#pragma once

#include <string>
#include <vector>

#include "app/state/model/comparison.h"
#include "app/state/model/leak_report.h"
#include "app/views/shared/grid_part.h"
#include "app/views/shared/scene.h"
#include "app/widgets/cell_fit.h"
#include "app/widgets/matrix_grid.h"

namespace lookback {

/// The influence of every token on every output, of A and of B, with one colour scale: what is
/// hidden by A's mask and reaches an output all the same stands out in the colour of a fault.
class InfluenceFigure {
public:
    /// @param report of this pair
    InfluenceFigure(const Scene& scene, Painter& painter, const ComparedPair& pair,
                    const LeakReport& report);

    /// Shows only a part of each side, around the token that is read and the one that is moved: so
    /// many rows and columns. Dots mark the sides where the rest is left out.
    void showAround(PartSize size);
    [[nodiscard]] PartSize whole() const { return {all_rows_.count, all_cols_.count}; }

    /// Gives the cells a size. @return the size of one side with its labels
    ImVec2 arrange(const CellFit& fit);

    /// Lets the cells of a size grow, so that a side with its labels is `width` wide.
    void widen(CellFit& fit, float width) const;

    /// Draws a side. @param at top left corner of its labels
    void draw(Side side, ImVec2 at);

    /// Returns the box of the cells of a row. Call after `draw` of its side. @param row counted
    /// from the first that is shown
    [[nodiscard]] Rect row(Side side, Index row) const;

    /// The outputs that are shown, and the tokens that move them.
    [[nodiscard]] AxisRange outputs() const { return rows_; }
    [[nodiscard]] AxisRange tokens() const { return cols_; }
    [[nodiscard]] bool isCut() const;
    /// The width of the labels beside the rows, with the gap to the cells.
    [[nodiscard]] float labelWidth() const;

private:
    struct Part {
        const LeakAnswer* answer = nullptr;
        const Document* document = nullptr;
        GridSpec spec;
    };

    /// Gives each side the shown rows and columns.
    void cut();
    [[nodiscard]] GridSpec specOf(Side side, const LeakAnswer& answer) const;
    [[nodiscard]] PartDots dots() const;
    [[nodiscard]] bool leaks(const Part& part, Cell cell) const;
    void drawCell(const Part& part, Cell shown);
    [[nodiscard]] float frameOf(const GridSpec& spec) const;
    void drawLabels(const Part& part);
    void nameCell(const Part& part, Side side, Cell shown);
    [[nodiscard]] Cell inWhole(Cell shown) const {
        return {shown.row + rows_.first, shown.col + cols_.first};
    }

    const Scene& scene_;
    Painter& painter_;
    AxisRange all_rows_;
    AxisRange all_cols_;
    AxisRange rows_;  ///< that are shown
    AxisRange cols_;
    BothSides<Part> parts_;
    DigitRoom room_;
    float label_width_ = 0;
    float widest_label_ = 0;
};

}  // namespace lookback
