#pragma once

#include "core/base/gives_up.h"
#include "core/language/parameters.h"
#include "core/language/sampling.h"

namespace lookback {

/// The units that a model wrote.
struct Written {
    std::vector<Unit> units;       ///< the prompt and the written units
    std::vector<double> uniforms;  ///< the random numbers, one for each written unit; none: greedy
    std::vector<double> chances;   ///< the probability of each written unit
};

/// Writes `count` units behind a prompt, each with the last `context` units as input.
/// @param prompt at least one unit of the vocabulary
template <class Scalar>
[[nodiscard]] Written generate(const Experiment& experiment, const Twin& twin,
                               const Parameters<Scalar>& parameters, std::vector<Unit> prompt,
                               Index count, const Sampling& sampling);

/// Why no rows of earlier units were cached.
enum class NothingKept : std::uint8_t {
    no,            ///< all rows but that of the newest unit were cached
    first_word,    ///< nothing had been computed before
    places_moved,  ///< the context is full: units moved, and rows depend on places
};

/// A written unit, with the numbers that led to it.
struct WordWritten {
    Unit unit = 0;
    std::vector<double> logits;   ///< (vocabulary), after the last unit of the input
    std::vector<double> chances;  ///< chancesOf(logits, sampling)
    std::optional<double> lot{};  ///< the random number; nothing: greedy
    Index first = 0;   ///< place of the input's first unit among all units, given and written
    Index length = 0;  ///< units of the input, at most the experiment's context
    Index kept = 0;    ///< rows of keys and values that were cached; the others were computed
    NothingKept nothing_kept = NothingKept::no;
    /// A computation of all rows gives the same logits, bit for bit; NaN equals NaN.
    bool equals_full_run = false;
    /// Multiplications in the products of matrices for this unit: keys and values of the rows that
    /// were not cached, then of the last row alone its query, the scores of all its keys, the
    /// weighted sum of all values, output and unembedding.
    std::int64_t products = 0;
    /// Multiplications for this unit without a cache: all products, for every row of the input.
    std::int64_t products_without = 0;
};

/// The units that a twin writes behind a prompt, one by one: a function of its arguments. Rows of
/// keys and values of earlier units are cached under every mask: in a model of one layer they
/// depend on the unit and its place alone. Each unit is checked against a full run.
/// @param prompt at least one unit of the vocabulary @param count units to be written
template <class Scalar>
[[nodiscard]] std::vector<WordWritten> writeOn(const Experiment& experiment, const Twin& twin,
                                               const Parameters<Scalar>& parameters,
                                               std::vector<Unit> prompt, Index count,
                                               const Sampling& sampling,
                                               const GivesUp& gives_up = {});

}  // namespace lookback
