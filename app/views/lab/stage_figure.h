#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/views/edit/token_marks.h"
#include "app/views/lab/moving_grid.h"
#include "app/views/shared/scene.h"
#include "app/views/shared/stage_grid.h"
#include "core/engine/arithmetic.h"

namespace lookback {

/// How a figure is laid out.
enum class FigureShape : std::uint8_t {
    alone,    ///< the result
    one,      ///< the left operand, an arrow, the result
    two,      ///< both operands side by side, an arrow, the result
    product,  ///< a row of the left operand and a column of the right one meet in the result
};

/// How a stage of one kind of arithmetic is shown.
struct ArithmeticFigure {
    Arithmetic kind;
    FigureShape shape;
    std::string_view sign{};   ///< between two operands side by side
    bool is_factor = false;    ///< a dot before a right operand that is a mask with true = allowed
    bool turns_right = false;  ///< of a product: rows of the right operand stand as columns
    bool right_has_tokens = false;   ///< of a product: the rows of the right operand are tokens
    bool labels_right_rows = false;  ///< of a product, beside the right operand
    bool writes_sums = false;        ///< the arithmetic writes sums, which mostly takes two lines
};
[[nodiscard]] const ArithmeticFigure& figureOf(Arithmetic kind);

/// The cells of the result that a figure shows: they appear one by one.
struct Progress {
    std::optional<Cell>
        newest;  ///< the cell computed last, in the whole matrix; none: all are computed
    std::optional<Cell> focus;  ///< the cell in focus, if it is computed
};

/// One stage with its operands. A product is laid out so that a row of the left operand and a
/// column of the right one meet in the result; other stages stand in a row.
class StageFigure {
public:
    StageFigure(const Scene& scene, Painter& painter, MatrixId result, const Progress& progress);

    /// Gives every matrix its place for this size of cells. @return the size of the whole.
    ImVec2 arrange(const CellFit& fit);

    /// Draws what was arranged, with its top left corner at `at`.
    /// @return the cell of the result that was clicked.
    std::optional<Cell> draw(ImVec2 at);

    /// Returns the areas of all computed cells with their labels and titles, if the figure has its
    /// top left corner at `at`. Call before it is drawn.
    [[nodiscard]] std::vector<Rect> computedAreas(ImVec2 at) const;

    /// True where a part of a matrix is not on screen.
    [[nodiscard]] bool isCut() const;

    [[nodiscard]] const StageGrid& result() const { return parts_.back().grid; }

    /// Draws the numbers on their way into the newest cell. Call after all figures are drawn.
    void drawNumbersOnTheirWay();

    /// The matrices of its parts.
    [[nodiscard]] std::vector<MatrixId> ids() const;

private:
    struct Part {
        StageGrid grid;
        bool row_labels = true;
        bool column_labels = true;
        bool title_below = false;
        std::string sign{};  ///< between the part before and this one
        Rect title{};
        float title_width = 0;
        float symbol_width = 0;  ///< of the title without its words
        bool is_brief = false;   ///< no words in the title, and no labels that a neighbour has
        float widest_label = 0;  ///< above the columns
    };

    /// Measures the words once, for all sizes of cells that are tried.
    void measure();
    void addOperands(const Document& document, MatrixId result);
    void add(MatrixId id, std::string_view sign);
    void shareColours();
    [[nodiscard]] bool isProduct() const;
    [[nodiscard]] std::string_view signBetween() const;
    [[nodiscard]] static bool isMask(const Part& part);
    ImVec2 arrangeProduct();
    ImVec2 arrangeRow();
    ImVec2 arrangeStack();
    ImVec2 arrangeLine(std::span<Part> parts, float top);
    [[nodiscard]] float titleWidth(const Part& part) const;
    [[nodiscard]] float titleHeight() const;
    [[nodiscard]] float raisedRoom() const;
    [[nodiscard]] float labelsBeside(const Part& part) const;
    [[nodiscard]] float labelsAbove(const Part& part) const;
    [[nodiscard]] PartLook lookOf(const Part& part) const;
    [[nodiscard]] float marksBeside(const Part& part) const;
    [[nodiscard]] float marksAbove(const Part& part) const;
    /// Draws the cells of a part. @return the clicked cell
    std::optional<Cell> drawCells(Part& part);
    void drawTitle(const Part& part);
    void drawLabels(const Part& part);

    const Scene& scene_;
    Painter& painter_;
    MatrixId result_;
    const ArithmeticFigure& figure_;
    TokenMarks marks_;
    bool is_dense_ = false;    ///< operands are colour alone, so that the result has digits
    bool is_stacked_ = false;  ///< the result is drawn below its operands
    std::vector<Part> parts_;  ///< operands, then the result
    std::vector<Rect> signs_;
    float label_width_ = 0;  ///< of the labels beside the rows
};

}  // namespace lookback
