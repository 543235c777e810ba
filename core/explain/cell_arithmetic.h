#pragma once

#include <vector>

#include "core/engine/arithmetic.h"
#include "core/explain/depending_cells.h"
#include "core/explain/explained_cell.h"

namespace lookback {

/// Functions that explain the cells of one kind of arithmetic.
struct CellArithmetic {
    Arithmetic kind;
    /// Reads the operands off the trace.
    void (*describe)(const ExplainedCell&, Operation&);
    /// Computes the result from its operands, before it is rounded (explain.h).
    double (*redo)(const Operation&, const Masking&);
    /// Adds the cells that the cell is computed from (`inputsOf`).
    void (*inputs)(const ExplainedCell&, std::vector<CellRange>&);
    /// Marks the cells of a stage that are computed from marked cells of its operands
    /// (`reachThrough`).
    void (*reach)(const Forwards&, Reached&);
    /// The right-hand sides of the explanation, without the result; sets `folded` where terms are
    /// left out.
    CellLines (*lines)(const ExplainContext&, bool& folded);
    /// The meaning of the cell: one to four sentences.
    std::vector<Message> (*meaning)(const ExplainContext&);
};

/// The row of a kind in the table of all kinds. (The table for computing only changed cells is in
/// core/engine, which does not include this folder.)
[[nodiscard]] const CellArithmetic& cellArithmetic(Arithmetic kind);

}  // namespace lookback
