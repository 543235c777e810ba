#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/state/model/comparison.h"
#include "app/views/shared/stage_grid.h"
#include "app/widgets/cell_fit.h"

namespace lookback {

/// A table of Compare: a line for each variant, a column for each token that is asked, then what
/// goes to blocked ones and what the row adds up to. A line that is clicked becomes B.
class RowTableView {
public:
    /// @param table of the token that is read
    RowTableView(const Scene& scene, Painter& painter, const RowTable& table);

    /// Takes the largest cells that have room. @param room that the table may take
    void fitInto(ImVec2 room);

    [[nodiscard]] ImVec2 size() const { return size_; }
    /// True where the window on long sentences does not show every column.
    [[nodiscard]] bool isCut() const { return grid_.isCut(); }

    /// @param at top left corner. @param width over which it is centred
    void draw(ImVec2 at, float width);

private:
    static constexpr float kMark = 14;     ///< of the document's own line
    static constexpr float kLetters = 26;  ///< of the sides that show a line
    static constexpr float kNameGap = 10;  ///< from the names to the cells
    static constexpr float kBetween = 14;  ///< two columns of numbers
    static constexpr float kRefusal = 18;  ///< a line of why there is no row

    /// Numbers beside the cells.
    struct Column {
        std::string_view title;
        std::string_view tooltip;
        float width = 0;
    };

    void addColumns();
    void arrange(const CellFit& fit);
    [[nodiscard]] float leastLine() const;
    [[nodiscard]] float lineHeight(const RowTableLine& line) const;
    [[nodiscard]] std::vector<std::string> refusalLines(const RowTableLine& line) const;
    void drawTitles(float x, float y);
    void drawLine(std::size_t at, float x, float y);
    void drawName(const RowTableLine& line, const Rect& box);
    void drawCells(const RowTableLine& line, const Rect& box);
    void drawNumbers(const RowTableLine& line, const Rect& box);
    void nameCell(const RowTableLine& line, Index shown, const Rect& row);
    void choose(const RowTableLine& line);
    [[nodiscard]] std::string sideLetters(const RowTableLine& line) const;
    [[nodiscard]] std::string small(double weight) const;

    const Scene& scene_;
    const Look& look_;
    Painter& painter_;
    const RowTable& table_;
    StageGrid grid_;  ///< of one line
    std::vector<std::string> labels_;
    std::vector<Column> columns_;
    float name_width_ = 0;
    float widest_label_ = 0;
    float above_ = 0;   ///< the labels of the columns
    float cells_ = 0;   ///< their width
    float height_ = 0;  ///< of a line
    ImVec2 size_;
};

}  // namespace lookback
