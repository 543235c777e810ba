#pragma once

#include <vector>

#include "core/base/matrix.h"

namespace lookback {

// packed_panels.h, which sources that multiply include: here it would bring the vectors of the
// processor into every file that holds a model.
template <class Scalar>
struct Panels;
template <class Scalar>
constexpr Index panelColumns(Index cols);

/// The right operand of products, laid out for them in memory that is used again.
template <class Scalar>
class RightOperand {
public:
    /// @param matrix (depth, cols) @return until it takes another one
    template <class Source>
    Panels<Scalar> take(const Source& matrix) {
        makeRoom(matrix.rows(), matrix.cols());
        panels().setRows({0, depth_}, matrix);
        return panels();
    }

    /// @param matrix (cols, depth): the operand transposed
    template <class Source>
    Panels<Scalar> takeTransposed(const Source& matrix) {
        makeRoom(matrix.cols(), matrix.rows());
        panels().setColumns({0, cols_}, matrix);
        return panels();
    }

    /// What it took last.
    [[nodiscard]] Panels<Scalar> panels() { return {numbers_.data(), depth_, cols_}; }

private:
    void makeRoom(Index depth, Index cols) {
        depth_ = depth;
        cols_ = cols;
        numbers_.resize(static_cast<std::size_t>(depth * panelColumns<Scalar>(cols)));
    }

    std::vector<Scalar> numbers_;
    Index depth_ = 0;
    Index cols_ = 0;
};

}  // namespace lookback
