#pragma once

#include <array>

#include "core/attention/pass.h"

namespace lookback {

/// The cells of each matrix that have to be computed, by id.
using ChangedStages = std::array<ChangedCells, kMatrixCount>;

/// Computes a block of a stage, and lays it out where it is a right operand of products to come.
template <class Scalar>
void computeBlock(Pass<Scalar>& pass, const Stage& row, const Block& block);

/// Computes the changed cells of the stages of a phase. Some rows at a time go through all stages,
/// while they are in the processor's nearest cache.
template <class Scalar>
void computeChanged(Pass<Scalar>& pass, Phase phase, const ChangedStages& changed);

}  // namespace lookback
