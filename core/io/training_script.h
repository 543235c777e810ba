#pragma once

#include <string>

#include "core/language/experiment.h"
#include "core/words/language.h"

namespace lookback {

/// The losses that a script of a training compares: those of the first steps, since a difference in
/// the last bit grows with every step.
inline constexpr Index kComparedLosses = 40;

/// An experiment, as the command `export` writes it.
struct ExperimentExport {
    const Experiment& experiment;  ///< without `faults`
    const Language& language;
};

/// A script for PyTorch that trains the models of an experiment on the same batches, prints their
/// losses and compares the first with those of Lookback. Takes `kComparedLosses` steps to write.
[[nodiscard]] std::string trainingScript(const ExperimentExport& input);

}  // namespace lookback
