#pragma once

#include "core/base/matrix.h"
#include "core/document/matrix_id.h"

namespace lookback {

/// A rectangle of cells in a named matrix.
struct CellRange {
    MatrixId id = MatrixId::embeddings;
    Index head = 0;
    Index row = 0;
    Index col = 0;
    Index rows = 1;
    Index cols = 1;

    bool operator==(const CellRange&) const = default;
    [[nodiscard]] bool contains(Cell cell) const {
        return cell.row >= row && cell.row < row + rows && cell.col >= col && cell.col < col + cols;
    }
};

}  // namespace lookback
