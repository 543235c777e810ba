#pragma once

#include <string>
#include <vector>

#include "app/state/model/comparison.h"
#include "app/state/model/leak_report.h"
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

    /// Gives the cells a size. @return the size of one side with its labels
    ImVec2 arrange(const CellFit& fit);

    /// Lets the cells of a size grow, so that a side with its labels is `width` wide.
    void widen(CellFit& fit, float width) const;

    /// Draws a side. @param at top left corner of its labels
    void draw(Side side, ImVec2 at);

    /// Returns the box of the cells of a row. Call after `draw` of its side. @param row counted
    /// from the first that is shown
    [[nodiscard]] Rect row(Side side, Index row) const;

    /// The outputs that are shown.
    [[nodiscard]] AxisRange outputs() const { return rows_; }
    [[nodiscard]] bool isCut() const;
    /// The width of the labels beside the rows, with the gap to the cells.
    [[nodiscard]] float labelWidth() const;

private:
    struct Part {
        const LeakAnswer* answer = nullptr;
        const Document* document = nullptr;
        GridSpec spec;
    };

    [[nodiscard]] Part partOf(Side side, const LeakAnswer& answer) const;
    [[nodiscard]] bool leaks(const Part& part, Cell cell) const;
    void drawCell(const Part& part, Cell shown);
    void drawLabels(const Part& part);
    void nameCell(const Part& part, Side side, Cell shown);
    [[nodiscard]] Cell whole(Cell shown) const {
        return {shown.row + rows_.first, shown.col + cols_.first};
    }

    const Scene& scene_;
    Painter& painter_;
    AxisRange rows_;
    AxisRange cols_;
    BothSides<Part> parts_;
    DigitRoom room_;
    float label_width_ = 0;
    float widest_label_ = 0;
};

}  // namespace lookback
