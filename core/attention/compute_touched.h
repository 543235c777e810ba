#pragma once

#include <array>

#include "core/attention/stages.h"
#include "core/attention/touched.h"

namespace lookback {

/// By stage, what has to be computed of it.
using TouchedStages = std::array<Touched, kMatrixCount>;

/// About how many operations a phase is.
[[nodiscard]] double work(const Document& document, Phase phase);

/// Computes a block of a stage, and lays it out where it is a right operand of products to come.
template <class Scalar>
void computeBlock(Pass<Scalar>& pass, const Stage& row, const Block& block);

/// Computes what is touched of the stages of a phase, some rows at a time: while these are in the
/// nearest memory, they go through all stages.
template <class Scalar>
void computeTouched(Pass<Scalar>& pass, Phase phase, const TouchedStages& touched);

}  // namespace lookback
