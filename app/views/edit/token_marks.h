#pragma once

#include <vector>

#include "app/views/shared/scene.h"
#include "app/widgets/matrix_grid.h"

namespace lookback {

/// Marks of tokens that rules of the mask are about: a flag for padding, a colour and a number for
/// packed documents. A click on a mark changes the rule.
class TokenMarks {
public:
    explicit TokenMarks(const Scene& scene);

    [[nodiscard]] bool empty() const { return rules_.empty(); }

    /// The width of a token's marks beside its name.
    [[nodiscard]] float width() const;
    /// Draws the marks of a token, from the left edge of `box` on.
    void draw(Painter& painter, Index token, const Rect& box) const;

    /// The height and width that the marks take above the columns and to the left of the rows of a
    /// matrix of tokens by tokens. Where columns are too narrow to be clicked, the rows have all
    /// marks.
    [[nodiscard]] float above(const GridSpec& spec) const;
    [[nodiscard]] float beside(const GridSpec& spec) const;
    /// Draws the marks above the columns and beside the rows. @param first the tokens of the first
    /// row and column that are shown
    void drawAround(Painter& painter, const GridSpec& spec, Cell first) const;

private:
    [[nodiscard]] const MaskRule& rule(std::size_t at) const;
    [[nodiscard]] float widthOf(std::size_t at) const;
    [[nodiscard]] float widthBeside(const GridSpec& spec, std::size_t at) const;
    [[nodiscard]] bool hasColumns(const GridSpec& spec) const;  ///< wide enough to be clicked
    [[nodiscard]] bool hasRows(const GridSpec& spec) const;
    [[nodiscard]] bool isBeside(const GridSpec& spec, std::size_t at) const;
    [[nodiscard]] bool isAbove(const GridSpec& spec, std::size_t at) const;
    void mark(Painter& painter, std::size_t at, Index token, const Rect& box,
              const char* place) const;
    void showMarkTooltip(std::size_t at, Index token) const;

    const Scene& scene_;
    std::vector<std::size_t> rules_;  ///< indices of the rules that mark tokens
    float number_width_ = 0;          ///< width of the longest number of a document
};

}  // namespace lookback
