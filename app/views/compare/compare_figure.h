#pragma once

#include <span>
#include <string>
#include <vector>

#include "app/look/painter.h"
#include "app/state/model/comparison.h"
#include "app/views/shared/grid_part.h"
#include "app/views/shared/scene.h"
#include "app/views/shared/stage_grid.h"

namespace lookback {

/// One stage of A and of B with one colour scale, and their difference with its own, side by side.
class CompareFigure {
public:
    /// @param pair without a fault, @param id without `comparisonFault`
    CompareFigure(const Scene& scene, Painter& painter, const ComparedPair& pair, MatrixId id);

    /// Shows only a part of each matrix, around the cell in focus: so many rows and columns of the
    /// screen. Dots mark the sides where the rest is left out.
    void showAround(PartSize size);
    /// Returns the size of the whole matrices.
    [[nodiscard]] PartSize wholeSize() const {
        const GridSpec& whole = parts_.front().whole.spec;
        return {shownRows(whole), shownCols(whole)};
    }

    /// Gives each matrix a line of its own, or sets them side by side as the size of cells says.
    void setBelowEachOther(bool is_below) { is_below_each_other_ = is_below; }

    /// Gives every matrix its place for this size of cells. @return the size of the figure
    ImVec2 arrange(const CellFit& fit);

    /// Draws the arranged matrices, spread over this width. @param at top left corner @param lower
    /// width of the lower line, where there is one
    void draw(ImVec2 at, float width, float lower);

    /// Returns the size of the difference with its title and labels.
    [[nodiscard]] ImVec2 sizeOfDifference() const { return parts_.back().size; }

    /// Draws the scale of both sides at the left and that of the difference at the right. @param at
    /// top left corner of their line
    void drawLegends(ImVec2 at, float width);

    [[nodiscard]] bool isCut() const { return parts_.front().grid.isCut(); }

private:
    struct Part {
        StageGrid whole;
        StageGrid grid;  ///< the shown part of `whole`
        std::string title;
        const char* name;                 ///< of its ImGui items
        std::vector<std::string> labels;  ///< of the tokens
        bool is_brief = false;            ///< its rows continue those with labels at the left
        ImVec2 size{};                    ///< with the title and the labels

        [[nodiscard]] std::span<const std::string> shownLabels(AxisRange shown) const {
            return std::span(labels).subspan(static_cast<std::size_t>(shown.first),
                                             static_cast<std::size_t>(shown.count));
        }
    };

    [[nodiscard]] std::string sideTitle(Side side) const;
    void add(const Variant& variant, Side side);
    void addDifference(const StageDifference& difference);
    [[nodiscard]] PartDots dotsOf(const Part& part) const {
        return partDots(scene_.look, part.whole, part.grid);
    }
    [[nodiscard]] float labelsAbove(const Part& part) const;
    [[nodiscard]] float labelsBeside(const Part& part) const;
    [[nodiscard]] std::vector<std::span<Part>> lines();
    void drawPart(Part& part, float x, float y);
    void drawLabels(const Part& part);
    void nameCell(const Part& part, Cell shown, const Target& target);
    [[nodiscard]] std::string cellNumber(const MatrixView& values, Cell cell) const;

    const Scene& scene_;
    Painter& painter_;
    const ComparedPair& pair_;
    MatrixId id_;
    const StageDifference& difference_;
    std::vector<Part> parts_;           ///< A, B, difference
    bool is_below_each_other_ = false;  ///< each has a line of its own
    bool is_stacked_ = false;           ///< the difference stands below A and B
    float label_width_ = 0;             ///< of the labels beside the rows; 0: none
    float widest_label_ = 0;            ///< above the columns
};

}  // namespace lookback
