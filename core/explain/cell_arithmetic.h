#pragma once

#include <vector>

#include "core/engine/arithmetic.h"
#include "core/explain/depending_cells.h"
#include "core/explain/explained_cell.h"

namespace lookback {

class Sentence;

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
    std::vector<TextLine> (*lines)(const ExplainContext&, bool& folded);
    /// One or two sentences about the cell.
    void (*meaning)(const ExplainContext&, Sentence&);
};

/// The row of a kind in the table of all kinds. (The table for computing only changed cells is in
/// core/attention, which does not include this folder.)
[[nodiscard]] const CellArithmetic& cellArithmetic(Arithmetic kind);

}  // namespace lookback
