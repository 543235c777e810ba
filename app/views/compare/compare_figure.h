#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/views/shared/scene.h"
#include "app/views/shared/stage_grid.h"

namespace lookback {

/// One stage of A and of B with one colour scale, and their difference with its own, side by side.
class CompareFigure {
public:
    /// @param pair without a fault, @param id without `comparisonFault`
    CompareFigure(const Scene& scene, Painter& painter, const ComparedPair& pair, MatrixId id);

    /// Gives every matrix its place for this size of cells. @return the size of the whole.
    ImVec2 arrange(const CellFit& fit);

    /// Draws what was arranged, the three of them shared out over this width. @param at top left
    void draw(ImVec2 at, float width);

    /// Draws the scale of both, and that of the difference below it. @param at top left corner of
    /// the line that they share
    void drawLegends(ImVec2 at, float width);

    [[nodiscard]] bool isCut() const { return parts_.front().grid.isCut(); }

private:
    struct Part {
        StageGrid grid;
        std::string title;
        const char* name;  ///< of its ImGui items
        float width = 0;   ///< with its labels
    };

    [[nodiscard]] std::string titleOf(Side side) const;
    void add(const Variant& variant, Side side);
    void addDifference(const StageDifference& difference);
    [[nodiscard]] float labelsAbove(const Part& part) const;
    [[nodiscard]] float labelsBeside() const;
    void drawPart(Part& part, float x, float y);
    void drawLabels(const Part& part);
    void nameCell(const Part& part, Cell shown, const Target& target);
    [[nodiscard]] std::string numberOf(const MatrixView& values, Cell cell) const;

    const Scene& scene_;
    Painter& painter_;
    const ComparedPair& pair_;
    MatrixId id_;
    const StageDifference& difference_;
    std::vector<Part> parts_;  ///< A, B, difference
    float label_width_ = 0;    ///< of the labels beside the rows; 0: none
    float widest_label_ = 0;   ///< above the columns
};

}  // namespace lookback
