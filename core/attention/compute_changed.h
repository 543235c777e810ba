#pragma once

#include <array>

#include "core/attention/pass.h"

namespace lookback {

/// By stage, what has to be computed of it.
using ChangedStages = std::array<ChangedCells, kMatrixCount>;

/// Computes a block of a stage, and lays it out where it is a right operand of products to come.
template <class Scalar>
void computeBlock(Pass<Scalar>& pass, const Stage& row, const Block& block);

/// Computes what is changed of the stages of a phase, some rows at a time: while these are in the
/// nearest memory, they go through all stages.
template <class Scalar>
void computeChanged(Pass<Scalar>& pass, Phase phase, const ChangedStages& changed);

}  // namespace lookback
