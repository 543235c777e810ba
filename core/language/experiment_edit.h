#pragma once

#include "core/language/experiment.h"

namespace lookback {

// What a person does to the sizes of an experiment. Where the new one cannot be run, `faults` says
// so; whoever edits asks it.

/// Heads that shared the width evenly share the new one, where it can be divided by them.
void setWidth(ModelShape& model, Index d_model);

/// As many heads as shared the width evenly go on to do so, where it can be divided by them.
void setHeads(ModelShape& model, Index heads);

/// So many units that the model sees at once. What masks say of single places stays with the first
/// of them; a new place is no padding, belongs to the document of the place before, and is blocked
/// by no cell that was drawn.
void setContext(Experiment& experiment, Index context);

}  // namespace lookback
