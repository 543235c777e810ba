#pragma once

#include <algorithm>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "app/look/painter.h"
#include "core/base/matrix_view.h"
#include "core/document/matrix_id.h"

namespace lookback {

/// The longest numbers that a matrix can come to show. They set the width of its cells, so that an
/// edit does not change the width.
struct DigitRoom {
    Domain domain = Domain::signed_numbers;
    double bound = 1;           ///< of the colour scale
    double masked = 0;          ///< largest masked value that is shown with decimals; 0: none
    int masked_characters = 0;  ///< length of the longest masked value without decimals, as −1e9
    bool is_signed = true;      ///< some numbers have a sign

    /// Characters of the longest number: sign, digits before the point, point, decimals.
    [[nodiscard]] int characters(int decimals) const;
};

/// A size of cells, and the digits that fit into them.
struct CellFit {
    ImFont* font = nullptr;  ///< none: the cells are too small for digits, colour alone
    int decimals = 4;
    float height = 24;
    float colour_width = 24;  ///< of a cell without digits
    float operand = 0;        ///< cell size of operands that show colour alone; 0: they have digits
    ImFont* operand_font = nullptr;  ///< of the operands' digits; none: `font`
    bool has_small_mask = false;     ///< cells of a mask among the operands may be too small to hit
    bool is_brief = false;           ///< titles of operands are their symbols, labels stand once
    bool is_stacked = false;  ///< the result is drawn below its operands; products ignore this
    float longest_label = 0;  ///< pixels: longer labels of tokens are cut; 0: the usual ones
    int group = 0;            ///< of sizes that are tried one after the other
    float gap = 2;            ///< between cells
    float pad = 0.6f;         ///< beside digits, in heights of the type
    float magnified =
        1;  ///< factor of the width of digits; a fit with another than 1 is only measured

    [[nodiscard]] float width(const DigitRoom& room) const;

    /// Returns the fit of the operands: with their type, and the height of its lines.
    [[nodiscard]] CellFit ofOperands() const;

    /// Scales the fit, to measure cells as they would be at another scale.
    void magnify(float by);
};

/// Fonts from large to small in which digits may be set.
using DigitFonts = std::span<ImFont* const>;

struct FitOptions {
    bool roomy = false;      ///< for a figure: large type has air around it, small type less
    int least_decimals = 1;  ///< with fewer than these, colour says more than digits
};

/// All the sizes to be tried, the best first: all decimals in shrinking type, then fewer decimals;
/// a figure then has brief titles, then its result below its operands, then short labels, then
/// operands as colour alone; at last everything is colour alone.
[[nodiscard]] std::vector<CellFit> cellFits(const Look& look, DigitFonts fonts, int decimals,
                                            const FitOptions& options = {});

/// Returns the last of the sizes that has digits: the smallest one; without any, the first.
[[nodiscard]] CellFit smallestWithDigits(const std::vector<CellFit>& sizes);

/// Sizes without any digits, from large to small.
[[nodiscard]] std::vector<CellFit> colourFits(const Look& look, int decimals);

/// Lets the cells grow into the room that is left for them: operands first, then height, then
/// width. The digits keep their size. @param fits true where there is room for a size
void growCells(const Look& look, CellFit& fit, const std::function<bool(const CellFit&)>& fits);

/// Returns the first size for which `fits` is true, or the last one. The last size of a group is
/// its smallest: where it does not fit, the others are not tried.
template <class Fits>
[[nodiscard]] CellFit bestFit(const std::vector<CellFit>& sizes, Fits fits) {
    for (auto first = sizes.begin(); first != sizes.end();) {
        const int group = first->group;
        const auto end = std::find_if(first, sizes.end(),
                                      [&](const CellFit& size) { return size.group != group; });
        if (fits(*(end - 1))) return *std::find_if(first, end - 1, fits);
        first = end;
    }
    return sizes.back();
}

}  // namespace lookback
