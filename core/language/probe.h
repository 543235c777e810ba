#pragma once

#include <span>

#include "core/language/parameters.h"
#include "core/language/unit_text.h"

namespace lookback {

/// The attention of a twin over a sentence, as a document with the learned numbers. The residual is
/// added to its output.
/// @param experiment without `faults`
/// @param units from 1 to the experiment's context, each of the vocabulary
[[nodiscard]] Document probeDocument(const Experiment& experiment, const Twin& twin,
                                     const UnitText& text, const Parameters<double>& parameters,
                                     std::span<const Unit> units);

/// The probabilities of the next unit after each unit of a sentence: softmax of logits in float64.
/// @return (units, vocabulary)
template <class Scalar>
[[nodiscard]] Matrix<double> nextChances(const Experiment& experiment, const Twin& twin,
                                         const Parameters<Scalar>& parameters,
                                         std::span<const Unit> units);

/// The units of a typed sentence, at most `context` of them. Errors: those of
/// `unitsOfSentence`.
[[nodiscard]] Result<std::vector<Unit>> probeUnits(const Experiment& experiment,
                                                   const UnitText& text,
                                                   const std::string& sentence);

}  // namespace lookback
