#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/views/edit/token_marks.h"
#include "app/views/lab/moving_grid.h"
#include "app/views/shared/grid_part.h"
#include "app/views/shared/scene.h"
#include "app/views/shared/stage_grid.h"
#include "core/engine/arithmetic.h"

namespace lookback {

/// How a figure is laid out.
enum class FigureShape : std::uint8_t {
    alone,  ///< the result
    one,    ///< the left operand, an arrow, the result
    two,    ///< both operands side by side, an arrow, the result
    /// A row of the left operand and a column of the right one meet in the result; a bias that is
    /// added to the product stands between the right operand and the result.
    product,
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

/// The largest part of a result that a figure shows, and the largest part of the numbers that one
/// of its cells is the sum of. The part lies around the cell in focus.
struct FigureWindow {
    Index rows = std::numeric_limits<Index>::max();
    Index cols = std::numeric_limits<Index>::max();
    Index terms = std::numeric_limits<Index>::max();
};

/// One stage with its operands. A product is laid out so that a row of the left operand and a
/// column of the right one meet in the result; other stages stand in a row.
class StageFigure {
public:
    StageFigure(const Scene& scene, Painter& painter, MatrixId result, const Progress& progress);

    /// Draws no left operand where it is that of the figure to the left, whose rows go on in this
    /// one. Call before both are arranged.
    void shareLeft(StageFigure& before);
    /// Notes where the shared operand is drawn. Call after `before` is drawn.
    void findLeft(const StageFigure& before);

    /// Shows only a part of each matrix; dots mark the sides where the rest is left out.
    void showAround(const FigureWindow& window);
    /// Returns the size of the whole result and the number of terms of a sum.
    [[nodiscard]] FigureWindow whole() const;
    /// True where the terms of a sum are tokens, false where they are dimensions.
    [[nodiscard]] bool sumsTokens() const { return figure_.labels_right_rows; }
    /// True where rows or columns are left out.
    [[nodiscard]] bool isPart() const;

    /// Sets the room of a figure with a large mask, which takes half of it.
    void setRoom(ImVec2 room) { room_ = room; }
    /// True for a mask of more tokens than a short sentence has: it stands beside the other
    /// matrices, large enough to be painted.
    [[nodiscard]] bool hasLargeMask() const;
    /// Returns the shorter side of the arranged large mask, in pixels; 0 for other figures.
    [[nodiscard]] Index sideOfLargeMask() const;
    /// Returns the least height of a figure whose large mask can be painted; 0 for other figures.
    [[nodiscard]] float leastHeight() const;

    /// Gives every matrix its place for this size of cells. @return the size of the whole.
    ImVec2 arrange(const CellFit& fit);

    /// Draws what was arranged, with its top left corner at `at`.
    /// @return the cell of the result that was clicked.
    std::optional<Cell> draw(ImVec2 at);

    /// Returns the areas of all computed cells with their labels and titles, if the figure has its
    /// top left corner at `at`. Call before it is drawn.
    [[nodiscard]] std::vector<Rect> computedAreas(ImVec2 at) const;

    /// True where the matrices are larger than the pane.
    [[nodiscard]] bool isCut() const;

    /// Returns the nearest cell around which another part of the result is shown; the cell in focus
    /// where the part is at its end. @param by 1: down or to the right, -1: back
    [[nodiscard]] Cell focusMoved(Index by, bool is_across) const;

    [[nodiscard]] const StageGrid& result() const { return parts_.back().grid; }

    /// Draws the numbers on their way into the newest cell. Call after all figures are drawn.
    void drawNumbersOnTheirWay();

    /// The matrices of its parts.
    [[nodiscard]] std::vector<MatrixId> ids() const;

private:
    /// An axis of a matrix, as an axis of the product.
    enum class Way : std::uint8_t { rows, cols, terms };
    struct Part {
        StageGrid whole;
        StageGrid grid;  ///< the shown part of `whole`
        Way down = Way::rows;
        Way across = Way::cols;
        bool row_labels = true;
        bool column_labels = true;
        bool title_below = false;
        std::string sign{};  ///< between the part before and this one
        Rect title{};
        float title_width = 0;
        float symbol_width = 0;  ///< of the title without its words
        bool is_brief = false;   ///< no room is kept for words in the title, nor for labels that a
                                 ///< neighbour has
        float widest_label = 0;  ///< above the columns
        bool is_shared = false;  ///< drawn in the figure to the left
    };

    /// Measures the words once, for all sizes of cells that are tried.
    void measure();
    void addOperands(const Document& document, MatrixId result);
    void add(MatrixId id, std::string_view sign);
    void shareColours();
    [[nodiscard]] AxisRange shown(Way way, Index first, Index total,
                                  const FigureWindow& window) const;
    void markProgress();
    [[nodiscard]] bool isProduct() const;
    [[nodiscard]] std::string_view signBetween() const;
    [[nodiscard]] static bool isMask(const Part& part);
    [[nodiscard]] Part* biasPart();
    ImVec2 arrangeProduct();
    ImVec2 arrangeRow();
    ImVec2 arrangeStack();
    ImVec2 arrangeBesideMask();
    void alignWithResult();
    void widenMask();
    void sizeLargeMask();
    [[nodiscard]] PartDots dotsOf(const Part& part) const;
    [[nodiscard]] ImVec2 sizeOf(const Part& part) const;
    void place(Part& part, ImVec2 corner) const;
    ImVec2 arrangeLine(std::span<Part> parts, float top);
    [[nodiscard]] float titleWidth(const Part& part) const;
    [[nodiscard]] static bool hasWords(const Part& part);
    [[nodiscard]] float gapBefore(const Part& part) const;
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
    void drawCorner();
    void drawLabels(const Part& part);
    void selectByLabels(const Part& part);

    const Scene& scene_;
    Painter& painter_;
    MatrixId result_;
    Progress progress_;
    Cell around_;  ///< cell in focus of the whole result
    ImVec2 room_{};
    const ArithmeticFigure& figure_;
    TokenMarks marks_;
    bool is_dense_ = false;       ///< operands are colour alone, so that the result has digits
    bool has_bias_room_ = false;  ///< of a product with a bias, or beside one
    bool is_stacked_ = false;     ///< the result is drawn below its operands
    std::vector<Part> parts_;     ///< operands, then the result
    std::vector<Rect> signs_;
    Rect corner_{};                ///< the room above the left operand of a product
    float label_width_ = 0;        ///< of the labels beside the rows
    float usual_label_width_ = 0;  ///< the same where labels are not shortened
};

}  // namespace lookback
