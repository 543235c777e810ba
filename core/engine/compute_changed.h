#pragma once

#include <array>

#include "core/base/gives_up.h"
#include "core/engine/pass.h"

namespace lookback {

/// The cells of each matrix that have to be computed, by id.
using ChangedStages = std::array<ChangedCells, kMatrixCount>;

/// Computes a block of a stage, and lays it out where later products read it as right operand.
template <class Scalar>
void computeBlock(Pass<Scalar>& pass, const Stage& row, const Block& block);

/// Computes the changed cells of the stages of a phase. Some rows at a time go through all stages,
/// while they are in the processor's nearest cache.
/// @return false where it was given up before all of them were computed
template <class Scalar>
bool computeChanged(Pass<Scalar>& pass, Phase phase, const ChangedStages& changed,
                    const GivesUp& gives_up = {});

}  // namespace lookback
