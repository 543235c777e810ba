#pragma once

#include "core/base/gives_up.h"
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

/// Why the rows of none of the units before could be kept.
enum class NothingKept : std::uint8_t {
    no,            ///< all rows but that of the newest unit were kept
    first_word,    ///< nothing had been computed before
    places_moved,  ///< the context is full: the oldest unit went, and a place is part of every row
};

/// A unit as it was written, with all that led to it.
struct WordWritten {
    Unit unit = 0;
    std::vector<double> logits;   ///< one a unit of the vocabulary, of the last row of the input
    std::vector<double> chances;  ///< chancesOf(logits, sampling)
    std::optional<double> lot{};  ///< nothing of greedy
    Index first = 0;   ///< of all units, given and written, the one that the input begins with
    Index length = 0;  ///< units of the input, at most the experiment's context
    Index kept = 0;    ///< of their rows of keys and values; the others were computed
    NothingKept nothing_kept = NothingKept::no;
    /// Computing every row of everything anew gives the same logits, bit for bit; NaN equals NaN.
    bool equals_full_run = false;
    /// Multiplications in the products of matrices for this unit: keys and values of the rows that
    /// were not kept, then of the last row alone its query, the scores of all its keys, the mix of
    /// all values, output and unembedding.
    std::int64_t products = 0;
    /// Multiplications for this unit where nothing is kept: all of them for every row of the input.
    std::int64_t products_without = 0;
};

/// What a twin writes behind a prompt, unit by unit: a function of its arguments alone. The rows of
/// keys and values of earlier units are kept, whatever the mask is, as in a model of one layer they
/// follow from the unit and its place; and each unit is checked against a full run.
/// @param prompt at least one unit of the vocabulary @param count units to be written
template <class Scalar>
[[nodiscard]] std::vector<WordWritten> writeOn(const Experiment& experiment, const Twin& twin,
                                               const Parameters<Scalar>& parameters,
                                               std::vector<Unit> prompt, Index count,
                                               const Sampling& sampling,
                                               const GivesUp& gives_up = {});

}  // namespace lookback
