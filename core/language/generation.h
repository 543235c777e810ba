#pragma once

#include "core/language/parameters.h"
#include "core/language/sampling.h"

namespace lookback {

/// What a model wrote.
struct Written {
    std::vector<Unit> units;       ///< the prompt and what follows it
    std::vector<double> uniforms;  ///< the lots, one a written unit; none of greedy
    std::vector<double> chances;   ///< of each written unit
};

/// Writes `count` units behind a prompt, each with the last `context` units as input.
/// @param prompt at least one unit of the vocabulary
template <class Scalar>
[[nodiscard]] Written generate(const Experiment& experiment, const Twin& twin,
                               const Parameters<Scalar>& parameters, std::vector<Unit> prompt,
                               Index count, const Sampling& sampling);

}  // namespace lookback
