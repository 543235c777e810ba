#pragma once

#include <memory>

#include "app/state/model/experiment_place.h"
#include "app/state/update/change.h"
#include "core/language/experiment.h"

namespace lookback {

struct TrainingReport;

// What happens to the experiment of Train.

/// The experiment becomes another.
struct SetExperiment {
    std::shared_ptr<const Experiment> experiment;
    bool is_dragged = false;  ///< see `dragged`
};

// What one looks at in Train and Generate: none of it is undone. Change<TrainPlace> and
// Change<GeneratePlace> set their fields. What `written` counts and what a part is, GeneratePlace
// says.

/// Shows `written` words behind the prompt and the next one as far as `part`:
/// `Change(goToWord, written, part)`.
void goToWord(GeneratePlace& place, Index written, WordPart part);
/// Moves by parts, over the end of a word to the next one.
void moveByParts(GeneratePlace& place, Index by);
/// Moves by words, of which the next one stays shown as far as it is; back from the first word to
/// the prompt alone.
void moveByWords(GeneratePlace& place, Index by);

struct MoveTraining {
    Index by = 1;
};
/// What the worker found of the training of the experiment.
struct TwinsTrained {
    std::shared_ptr<const TrainingReport> report;
};

}  // namespace lookback
