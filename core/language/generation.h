#pragma once

#include <optional>

#include "core/language/language_model.h"

namespace lookback {

/// How the next unit is chosen.
struct Sampling {
    double temperature = 1;               ///< above 0: logits are divided by it
    Index top_k = 0;                      ///< only so many of the largest logits count; 0: all
    std::optional<std::uint64_t> seed{};  ///< of the lots; nothing: greedy, the largest logit
};

/// What a model wrote.
struct Written {
    std::vector<Unit> units;       ///< the prompt and what follows it
    std::vector<double> uniforms;  ///< the lots, one a written unit; none of greedy
    std::vector<double> chances;   ///< of each written unit
};

/// The chances of the next unit: softmax of logits / temperature, in float64. Without a seed that
/// of the logits themselves. Of equal logits the first ones are among the top_k.
[[nodiscard]] std::vector<double> chancesOf(std::span<const double> logits,
                                            const Sampling& sampling);

/// Writes `count` units behind a prompt, each with the last `context` units as input.
/// @param prompt at least one unit of the vocabulary
template <class Scalar>
[[nodiscard]] Written generate(const Experiment& experiment, const Twin& twin,
                               const Parameters<Scalar>& parameters, std::vector<Unit> prompt,
                               Index count, const Sampling& sampling);

}  // namespace lookback
